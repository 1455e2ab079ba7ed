import { FolderOpen } from 'lucide-react'
import type { JSX } from 'react'
import type { CopyWord } from '../../../domain/naming/copy-name.ts'
import { copyWords as copyTemplateWords } from '../../../domain/naming/copy-name.ts'
import { callMain } from '../../bridge/bridge.ts'
import { AsGiven } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { cx } from '../../format/cx.ts'
import { perLanguage, t } from '../../format/messages.ts'
import { type CopyChoice, type CopyTo, exampleName, templateProblem } from '../../forms/copy-choice.ts'
import { useMode } from '../../stores/app-store.ts'
import { useCopies } from '../../stores/copies-store.ts'
import { ChosenFolderRow } from './chosen-folder.tsx'
import styles from './copies.module.css'

const places = perLanguage(
  () =>
    [
      { value: 'library', label: t('Library only') },
      { value: 'beside', label: t('Next to original') },
      { value: 'folder', label: t('A folder') },
    ] as const,
)

const explained = perLanguage(
  (): Record<CopyTo, string> => ({
    library: t('Saved to library only.'),
    beside: t('Copies are saved next to the original. Nothing is overwritten.'),
    folder: t('Copies are saved there too. Nothing is overwritten.'),
  }),
)

interface CopyFieldsProps {
  choice: CopyChoice
  onChoose: (part: Partial<CopyChoice>) => void
  /** Whether results are made from pictures that lie in folders. */
  hasSource: boolean
  /** For the example of a name. */
  values: Partial<Record<CopyWord, string>>
}

/** Where results go beside the library, and under which name. */
export function CopyFields({ choice, onChoose, hasSource, values }: CopyFieldsProps): JSX.Element {
  const usual = useCopies((state) => state.template)
  const template = choice.template ?? usual
  const problem = templateProblem(template)
  // Practice says so in the name of every file.
  const isPractice = useMode() === 'practice'
  const chooseFolder = async (): Promise<void> => {
    const answer = await callMain('files.chooseFolder', { purpose: 'copies' })
    if (answer?.value) onChoose({ to: 'folder', folder: answer.value })
  }
  const chooseTo = (to: CopyTo): void => {
    onChoose({ to })
    if (to === 'folder' && choice.folder === null) void chooseFolder()
  }
  return (
    <div className={styles.fields}>
      <Segmented
        label={t('Also save to')}
        wide
        options={hasSource ? places() : places().filter(({ value }) => value !== 'beside')}
        value={choice.to}
        onChoose={chooseTo}
      />
      <p className="hint">{explained()[choice.to]}</p>
      {choice.to === 'folder' && (
        <ChosenFolderRow path={choice.folder?.path ?? null}>
          <Button small onClick={() => void chooseFolder()}>
            <FolderOpen size={14} strokeWidth={1.75} aria-hidden />
            {choice.folder === null ? t('Choose…') : t('Change…')}
          </Button>
        </ChosenFolderRow>
      )}
      {choice.to !== 'library' && (
        <TextField
          label={t('Name of the copy')}
          mono
          spellCheck={false}
          dir="ltr"
          maxLength={200}
          value={template}
          problem={problem}
          title={copyTemplateWords.map((word) => `{${word}}`).join(' ')}
          note={
            <span className={cx('small mono anywhere', styles.example)}>
              <AsGiven>{exampleName(isPractice ? `practice-${template}` : template, values, Date.now())}</AsGiven>
            </span>
          }
          onText={(text) => onChoose({ template: text === usual ? null : text })}
        />
      )}
    </div>
  )
}
