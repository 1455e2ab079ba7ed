import { Bookmark, X } from 'lucide-react'
import { type FormEvent, type JSX, type RefObject, useId, useRef, useState } from 'react'
import { Button as AriaButton, DialogTrigger, Popover } from 'react-aria-components'
import buttons from '../../components/button.module.css'
import { Button } from '../../components/button.tsx'
import fields from '../../components/field.module.css'
import { settingsOf } from '../../lib/create-form.ts'
import { cx } from '../../lib/cx.ts'
import { durationOf, isVideo, ratioOf, resolutionOf, tierOf } from '../../lib/model-fit.ts'
import type { Preset } from '../../lib/presets.ts'
import { useCreate } from '../../stores/create-store.ts'
import { useNotices } from '../../stores/notices-store.ts'
import styles from './picker.module.css'
import type { CreateOrder } from './use-create-order.ts'

/** "Quillon 3, 4:3, 2K", with "and its prompt" where it has one. */
function presetWords({ settings, prompt, media }: Preset, order: CreateOrder): string {
  const model = order.models.find(({ id }) => id === settings.modelId)
  const parts = [
    model?.name ?? `a model for ${media}s`,
    settings.aspectRatio === 'auto' ? null : settings.aspectRatio,
    settings.tier,
    settings.resolution,
    settings.duration === null ? null : `${settings.duration} s`,
    settings.quality,
  ]
  return `${parts.filter((part) => part !== null).join(', ')}${prompt === null ? '' : ', with its prompt'}`
}

function SaveForm({
  order,
  name: field,
}: {
  order: CreateOrder
  name: RefObject<HTMLInputElement | null>
}): JSX.Element {
  const [name, setName] = useState('')
  const [withPrompt, setWithPrompt] = useState(false)
  const presets = useCreate((create) => create.presets)
  const media = useCreate((create) => create.form.media)
  const id = useId()
  const { model } = order
  const wanted = name.trim()
  const replaces = presets.some((preset) => preset.name === wanted && preset.media === media)
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (wanted === '' || !model) return
    const { form, savePreset } = useCreate.getState()
    // What is shown is kept, so that the preset means the same when the list has changed.
    const settings = {
      ...settingsOf(form),
      modelId: model.id,
      aspectRatio: ratioOf(form, model),
      resolution: resolutionOf(form, model),
      ...(isVideo(model) ? { tier: tierOf(form, model), duration: durationOf(form, model) } : {}),
    }
    savePreset({ name: wanted, media, prompt: withPrompt ? form.prompt : null, settings })
    useNotices.getState().announce(`Preset ${wanted} kept.`)
    setName('')
    field.current?.focus()
  }
  return (
    <form className={styles.presetForm} onSubmit={save}>
      <label className={fields.label} htmlFor={id}>
        Keep these settings as
      </label>
      <div className="row">
        <div className={cx(fields.field, fields.small)} style={{ flex: 1 }}>
          <input
            ref={field}
            id={id}
            className={fields.input}
            value={name}
            maxLength={60}
            placeholder="Campaign, square"
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <Button small type="submit" disabled={wanted === '' || !model}>
          {replaces ? 'Replace' : 'Keep'}
        </Button>
      </div>
      <label className={styles.check}>
        <input type="checkbox" checked={withPrompt} onChange={(event) => setWithPrompt(event.target.checked)} />
        with the prompt
      </label>
    </form>
  )
}

/** Settings under a name, kept for good. */
export function PresetMenu({ order }: { order: CreateOrder }): JSX.Element {
  const [open, setOpen] = useState(false)
  const all = useCreate((create) => create.presets)
  const media = useCreate((create) => create.form.media)
  const removePreset = useCreate((create) => create.removePreset)
  const presets = all.filter((preset) => preset.media === media)
  const name = useRef<HTMLInputElement>(null)
  const use = ({ settings, prompt }: Preset): void => {
    useCreate.getState().change({ ...settings, ...(prompt === null ? {} : { prompt, many: 'off' as const }) })
    setOpen(false)
  }
  return (
    <DialogTrigger isOpen={open} onOpenChange={setOpen}>
      <AriaButton className={cx(buttons.button, buttons.quiet, buttons.small)}>
        <Bookmark size={14} strokeWidth={1.75} aria-hidden />
        Presets
      </AriaButton>
      <Popover aria-label="Presets" className={cx(styles.picker, styles.narrow)} placement="bottom start" offset={6}>
        <div className={styles.presets}>
          {presets.length === 0 ? (
            <p className={cx('hint', styles.option)}>
              None kept for {media}s yet. A preset brings back the model and everything set here.
            </p>
          ) : (
            <ul className={styles.list}>
              {presets.map((preset) => (
                <li key={preset.name} className={styles.preset}>
                  <button type="button" className={styles.presetUse} onClick={() => use(preset)}>
                    <span className="strong cut-end" dir="auto">
                      {preset.name}
                    </span>
                    <span className="hint cut-end">{presetWords(preset, order)}</span>
                  </button>
                  <Button
                    look="quiet"
                    small
                    square
                    aria-label={`Delete the preset ${preset.name}`}
                    onClick={() => {
                      removePreset(preset)
                      name.current?.focus()
                    }}
                  >
                    <X size={14} strokeWidth={1.75} aria-hidden />
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <SaveForm order={order} name={name} />
        </div>
      </Popover>
    </DialogTrigger>
  )
}
