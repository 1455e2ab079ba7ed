import type { JSX } from 'react'
import type { ExportWish } from '../../../domain/export/wish.ts'
import { exportTemplates, exportWords, unknownExportWords } from '../../../domain/naming/export-name.ts'
import { AsGiven, given } from '../../components/as-given.tsx'
import { TextField } from '../../components/field.tsx'
import { Select } from '../../components/select.tsx'
import { Switch } from '../../components/switch.tsx'
import { perLanguage, t } from '../../format/messages.ts'
import { rich } from '../../format/rich.tsx'
import styles from './export.module.css'
import { Labelled } from './labelled.tsx'

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

/** What is wrong with a template, in a sentence; null: nothing. */
export function namingProblem(template: string): string | null {
  const [unknown] = unknownExportWords(template)
  if (template.trim() === '') return t('Enter a file name.')
  if (unknown === undefined) return null
  return t('{unknown} is unknown. Use {words}.', {
    unknown: `{${unknown}}`,
    words: exportWords.map((word) => `{${word}}`).join(', '),
  })
}

interface Props {
  wish: ExportWish
  /** The first name that comes of it. */
  example: string
  change: (part: Partial<ExportWish>) => void
}

export function NamingSettings({ wish: { template, mark, sidecar }, example, change }: Props): JSX.Element {
  const listed = exportTemplates.find((each) => each === template) ?? own
  return (
    <>
      <Labelled label={t('File naming')}>
        <Select
          label={t('File naming')}
          options={[
            ...exportTemplates.map((each) => ({ value: each as string, label: templateWords()[each] })),
            ...(listed === own ? [{ value: own, label: t('Custom template') }] : []),
          ]}
          value={listed}
          onChoose={(chosen) => {
            if (chosen !== own) change({ template: chosen })
          }}
        />
      </Labelled>
      <TextField
        label={t('File name')}
        value={template}
        onText={(text) => change({ template: text })}
        maxLength={200}
        problem={namingProblem(template)}
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
        <Switch on={mark} label={t('Mark as AI-generated (XMP)')} onChange={(on) => change({ mark: on })} />
        <Switch
          on={sidecar}
          label={t('Add settings and receipt as JSON files')}
          onChange={(on) => change({ sidecar: on })}
        />
      </div>
    </>
  )
}
