import { type JSX, useEffect, useState } from 'react'
import { type LibraryExport, type LibraryItem, libraryExport } from '../../../contract/library.ts'
import {
  exportName,
  exportTemplates,
  exportValues,
  exportWords,
  unknownExportWords,
  usualExportTemplate,
} from '../../../domain/naming/export-name.ts'
import { ask, call } from '../../bridge/bridge.ts'
import { useNotices } from '../../bridge/notices-store.ts'
import { AsGiven, given } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { DialogActs, DialogBody, DialogFrame } from '../../components/dialog.tsx'
import { TextField } from '../../components/field.tsx'
import { Select } from '../../components/select.tsx'
import { Switch } from '../../components/switch.tsx'
import { perLanguage, t } from '../../format/messages.ts'
import { rich } from '../../format/rich.tsx'
import { isGroup } from '../../stores/action-target.ts'
import { usePractice } from '../../stores/app-store.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { saveLater } from '../../stores/save-later.ts'
import { useView } from '../../stores/view-store.ts'
import styles from './library.module.css'

/** What the copies are called, in words; the last one is for a template of one's own. */
const templateWords = perLanguage(
  (): Record<(typeof exportTemplates)[number], string> => ({
    '{name}': t('As in the library'),
    '{title}-{number}': t('Title and number'),
    '{date}-{title}-{number}': t('Day, title and number'),
    '{made-with}-{number}': t('Model or Skill and number'),
  }),
)
const own = 'own'

const save = saveLater('export')

/** As the last time. */
function useWish(): [LibraryExport, (part: Partial<LibraryExport>) => void] {
  const [wish, setWish] = useState<LibraryExport>({ template: usualExportTemplate, sidecar: false, mark: true })
  useEffect(() => {
    void call('drafts.load', { form: 'export' }).then((answer) => {
      const last = answer.ok ? libraryExport.safeParse(answer.value) : null
      if (last?.success) setWish(last.data)
    })
  }, [])
  const change = (part: Partial<LibraryExport>): void => {
    const next = { ...wish, ...part }
    setWish(next)
    save(next)
  }
  return [wish, change]
}

/** The first of what is chosen, as it would be called. */
function useExample(asset: LibraryItem | null, template: string): string {
  const isPractice = usePractice()
  const viewing = useView((view) => view.viewing)
  const first = useLibrary((library) =>
    isGroup(library) && !viewing ? library.itemAt(library.chosen[0]?.[0] ?? -1) : asset,
  )
  const shown = first ?? {
    name: 'dune-at-noon-7f3c2a91.png',
    title: t('Dune grass at midday'),
    modelName: t('Model'),
    skill: null,
    createdAt: '2026-11-20T12:00:00',
    requestId: '7f3c2a91',
    rating: 4,
  }
  const extension = /\.([^.]+)$/.exec(shown.name)?.[1] ?? 'png'
  return exportName(template, exportValues(shown, 1), extension, 1, isPractice)
}

interface Props {
  /** The picture that is shown; not asked for where several are chosen. */
  asset: LibraryItem | null
  count: number
  onClose: () => void
}

/** Copies for other people: under a name of one's own, with how they were made beside them, and marked as made. */
export function ExportDialog({ asset, count, onClose }: Props): JSX.Element {
  const [{ template, sidecar, mark }, change] = useWish()
  const [busy, setBusy] = useState(false)
  const example = useExample(asset, template)
  const listed = exportTemplates.find((each) => each === template) ?? own
  const [unknown] = unknownExportWords(template)
  const problem =
    template.trim() === ''
      ? t('Enter a file name.')
      : unknown === undefined
        ? null
        : t('{unknown} is unknown. Use {words}.', {
            unknown: `{${unknown}}`,
            words: exportWords.map((word) => `{${word}}`).join(', '),
          })

  const act = async (): Promise<void> => {
    setBusy(true)
    const answer = await useLibrary
      .getState()
      .act((of) => ask('library.export', { of, wish: { template, sidecar, mark } }))
    setBusy(false)
    if (!answer || answer.value.folder === null) return
    onClose()
    const { folder, count: made, missed, unmarked, problems } = answer.value
    const parts = [
      t('{made, plural, one {# copy} other {# copies}} exported to {folder}.', { made, folder }),
      unmarked > 0 ? t('{unmarked, plural, one {# copy} other {# copies}} could not be marked.', { unmarked }) : null,
      missed > 0
        ? t('{missed, plural, one {# was} other {# were}} not exported: {files}.', {
            missed,
            files: problems.slice(0, 3).join('; '),
          })
        : null,
    ]
    useNotices.getState().say({ tone: missed > 0 ? 'fault' : 'plain', words: parts.filter(Boolean).join(' ') })
  }
  return (
    <DialogFrame onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (problem === null && !busy) void act()
        }}
      >
        <DialogBody title={t('Export {count, plural, one {# copy} other {# copies}}', { count })}>
          <div className={styles.named}>
            <span className="label" aria-hidden="true">
              {t('File naming')}
            </span>
            <Select
              label={t('File naming')}
              options={[
                ...exportTemplates.map((each) => ({ value: each as string, words: templateWords()[each] })),
                ...(listed === own ? [{ value: own, words: t('Custom template') }] : []),
              ]}
              value={listed}
              onChoose={(chosen) => {
                if (chosen !== own) change({ template: chosen })
              }}
            />
          </div>
          <TextField
            label={t('File name')}
            value={template}
            onText={(text) => change({ template: text })}
            maxLength={200}
            problem={problem}
            note={
              <span>
                {rich('The first becomes {name}. In braces: {words}.', {
                  name: (
                    <b className="mono" {...given}>
                      {example}
                    </b>
                  ),
                  words: <AsGiven>{exportWords.join(', ')}</AsGiven>,
                })}
              </span>
            }
          />
          <div className={styles.switches}>
            <Switch on={mark} words={t('Mark as AI-generated (XMP)')} onChange={(on) => change({ mark: on })} />
            <Switch
              on={sidecar}
              words={t('Add settings and receipt as JSON files')}
              onChange={(on) => change({ sidecar: on })}
            />
          </div>
          <p className="small soft">{t('Files in the library don’t change. Nothing is overwritten.')}</p>
        </DialogBody>
        <DialogActs>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" type="submit" disabled={problem !== null || busy}>
            {busy ? t('Copying…') : t('Choose a folder…')}
          </Button>
        </DialogActs>
      </form>
    </DialogFrame>
  )
}
