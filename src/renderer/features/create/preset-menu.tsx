import { Bookmark, X } from 'lucide-react'
import { type FormEvent, type JSX, type RefObject, useId, useRef, useState } from 'react'
import { Button as AriaButton, DialogTrigger, Popover } from 'react-aria-components'
import type { ModelView } from '../../../contract/catalogue.ts'
import { longestPresetFile, longestPresetPrompt } from '../../../contract/presets.ts'
import { visibleText } from '../../../domain/links/visible-text.ts'
import { callMain } from '../../bridge/bridge.ts'
import { useNotices } from '../../bridge/notices-store.ts'
import { given } from '../../components/as-given.tsx'
import buttons from '../../components/button.module.css'
import { Button } from '../../components/button.tsx'
import fields from '../../components/field.module.css'
import popover from '../../components/popover.module.css'
import { Segmented } from '../../components/segmented.tsx'
import { cx } from '../../format/cx.ts'
import { durationText } from '../../format/format.ts'
import { apart, t } from '../../format/messages.ts'
import { type CreateForm, settingsOf } from '../../forms/create-form.ts'
import { durationOf, makesVideo, ratioOf, resolutionOf, tierOf } from '../../forms/model-fit.ts'
import { type Preset, tooLongPreset } from '../../forms/presets.ts'
import { useNarrow } from '../../hooks/use-narrow.ts'
import { useCreate } from '../../stores/create-store.ts'
import styles from './picker.module.css'
import { importedWords, importPresets, presetFile } from './preset-file.ts'
import type { CreateOrder } from './use-create-order.ts'

/** A model that is not in the list stays in its preset: another account, or another day, may have it. */
function noModelWords(modelId: string | null, media: Preset['media']): string {
  if (modelId !== null) return t('an unavailable model')
  return media === 'video' ? t('a model for videos') : t('a model for images')
}

/** "Quillon 3, 4:3, 2K", with "and its prompt" where it has one. */
function presetWords({ settings, prompt, media }: Preset, order: CreateOrder): string {
  if (settings === null) return apart(`“${(prompt ?? '').slice(0, 60)}”`)
  const model = order.models.find(({ id }) => id === settings.modelId)
  const parts = [
    model ? apart(model.name) : noModelWords(settings.modelId, media),
    settings.aspectRatio === 'auto' ? null : settings.aspectRatio,
    settings.tier === null ? null : apart(settings.tier),
    settings.resolution === null ? null : apart(settings.resolution),
    settings.duration === null ? null : durationText(settings.duration),
    settings.quality === null ? null : apart(settings.quality),
  ]
  const text = parts.filter((part) => part !== null).join(', ')
  return prompt === null ? text : t('{text}, with its prompt', { text })
}

/** What a preset keeps. */
type Kept = 'settings' | 'both' | 'prompt'

function presetOf(form: CreateForm, model: ModelView, name: string, what: Kept): Preset {
  // What is shown is kept, so that the preset means the same when the list has changed.
  const settings = {
    ...settingsOf(form),
    modelId: model.id,
    aspectRatio: ratioOf(form, model),
    resolution: resolutionOf(form, model),
    ...(makesVideo(model) ? { tier: tierOf(form, model), duration: durationOf(form, model) } : {}),
  }
  return {
    name,
    media: form.media,
    prompt: what === 'settings' ? null : form.prompt,
    settings: what === 'prompt' ? null : settings,
  }
}

function SaveForm({
  order,
  name: field,
}: {
  order: CreateOrder
  name: RefObject<HTMLInputElement | null>
}): JSX.Element {
  const [name, setName] = useState('')
  const [what, setWhat] = useState<Kept>('settings')
  const prompt = useCreate((create) => create.form.prompt.trim())
  const presets = useCreate((create) => create.presets)
  const media = useCreate((create) => create.form.media)
  const id = useId()
  const { model } = order
  const wanted = visibleText(name).trim()
  const replaces = presets.some((preset) => preset.name === wanted && preset.media === media)
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (wanted === '' || !model) return
    const { form, savePreset } = useCreate.getState()
    if (what !== 'settings' && form.prompt.length > longestPresetPrompt) {
      useNotices.getState().say({ tone: 'fault', message: `${tooLongPreset(form.prompt)} ${t('Nothing was saved.')}` })
      return
    }
    savePreset(presetOf(form, model, wanted, what))
    useNotices.getState().announce(t('Preset {name} saved.', { name: wanted }))
    setName('')
    field.current?.focus()
  }
  return (
    <form className={styles.presetForm} onSubmit={save}>
      <label className={fields.label} htmlFor={id}>
        {t('Save these settings as')}
      </label>
      <div className="row">
        <div className={cx(fields.field, fields.small)} style={{ flex: 1 }}>
          <input
            ref={field}
            id={id}
            className={fields.input}
            value={name}
            maxLength={60}
            placeholder={t('Campaign, square')}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <Button small type="submit" disabled={wanted === '' || !model || (what !== 'settings' && prompt === '')}>
          {replaces ? t('Replace') : t('Save')}
        </Button>
      </div>
      <Segmented
        label={t('What to save')}
        wide
        options={[
          { value: 'settings', label: t('Settings') },
          { value: 'both', label: t('With prompt'), off: prompt === '' },
          { value: 'prompt', label: t('Prompt alone'), off: prompt === '' },
        ]}
        value={what}
        onChoose={setWhat}
      />
    </form>
  )
}

/** All presets to a file, and from one. */
function PresetFiles({ all }: { all: readonly Preset[] }): JSX.Element {
  const exportAll = async (): Promise<void> => {
    const text = presetFile(all)
    const { say } = useNotices.getState()
    if (text.length > longestPresetFile)
      return say({
        tone: 'fault',
        message: t('The presets don’t fit in one file. Nothing was exported. Delete some and export again.'),
      })
    const answer = await callMain('presets.export', { text })
    if (answer?.value)
      say({ tone: 'plain', message: t('The presets were exported to {path}.', { path: answer.value.path }) })
  }
  const importSome = async (): Promise<void> => {
    const answer = await callMain('presets.import', undefined)
    if (!answer?.value) return
    const { name, text } = answer.value
    const { presets, setPresets } = useCreate.getState()
    const read = importPresets(text, presets)
    const { say } = useNotices.getState()
    if (read === null)
      return say({ tone: 'fault', message: t('{name} is not a presets file. Nothing was changed.', { name }) })
    if (read.added > 0) setPresets(read.presets)
    say({ tone: read.refused.length > 0 ? 'attention' : 'plain', message: importedWords(read) })
  }
  return (
    <div className="row">
      <Button small look="quiet" onClick={() => void importSome()}>
        {t('Import…')}
      </Button>
      <Button small look="quiet" disabled={all.length === 0} onClick={() => void exportAll()}>
        {t('Export all…')}
      </Button>
    </div>
  )
}

interface PresetRowProps {
  preset: Preset
  order: CreateOrder
  onUse: () => void
  onRemove: () => void
}

const PresetRow = ({ preset, order, onUse, onRemove }: PresetRowProps): JSX.Element => (
  <li className={styles.preset}>
    <button type="button" className={styles.presetUse} onClick={onUse}>
      <span className="strong cut-end" {...given}>
        {preset.name}
      </span>
      <span className="hint cut-end">{presetWords(preset, order)}</span>
    </button>
    <Button
      look="quiet"
      small
      square
      aria-label={t('Delete the preset {name}', { name: preset.name })}
      onClick={onRemove}
    >
      <X size={14} strokeWidth={1.75} aria-hidden />
    </Button>
  </li>
)

/** Settings under a name, kept for good. */
export function PresetMenu({ order }: { order: CreateOrder }): JSX.Element {
  const [open, setOpen] = useState(false)
  // Beside two other words there is no room for it on a narrow window.
  const narrow = useNarrow()
  const all = useCreate((create) => create.presets)
  const media = useCreate((create) => create.form.media)
  const removePreset = useCreate((create) => create.removePreset)
  const presets = all.filter((preset) => preset.media === media)
  const name = useRef<HTMLInputElement>(null)
  const use = ({ settings, prompt }: Preset): void => {
    useCreate.getState().change({ ...(settings ?? {}), ...(prompt === null ? {} : { prompt, many: 'off' as const }) })
    setOpen(false)
  }
  return (
    <DialogTrigger isOpen={open} onOpenChange={setOpen}>
      <AriaButton className={cx(buttons.button, buttons.quiet, buttons.small)}>
        <span className={styles.named} title={t('Presets')}>
          <Bookmark size={14} strokeWidth={1.75} aria-hidden />
          <span className={narrow ? 'sr-only' : undefined}>{t('Presets')}</span>
        </span>
      </AriaButton>
      <Popover
        aria-label={t('Presets')}
        className={cx(popover.popover, styles.picker, styles.narrow)}
        placement="bottom start"
        offset={6}
      >
        <div className={styles.presets}>
          {presets.length === 0 ? (
            <p className={cx('hint', styles.none)}>
              {media === 'video'
                ? t('No presets for videos yet. A preset restores the model and all settings.')
                : t('No presets for images yet. A preset restores the model and all settings.')}
            </p>
          ) : (
            <ul className={cx(popover.list, styles.list)}>
              {presets.map((preset) => (
                <PresetRow
                  key={preset.name}
                  preset={preset}
                  order={order}
                  onUse={() => use(preset)}
                  onRemove={() => {
                    removePreset(preset)
                    name.current?.focus()
                  }}
                />
              ))}
            </ul>
          )}
          <SaveForm order={order} name={name} />
          <PresetFiles all={all} />
        </div>
      </Popover>
    </DialogTrigger>
  )
}
