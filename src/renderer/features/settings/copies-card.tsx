import type { JSX } from 'react'
import { copyWords, usualCopyTemplate } from '../../../domain/naming/copy-name.ts'
import { AsGiven } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { t } from '../../format/messages.ts'
import { exampleName, templateProblem } from '../../forms/copy-choice.ts'
import { useCopies } from '../../stores/copies-store.ts'
import { Card } from './card.tsx'
import styles from './settings.module.css'

/** What copies of results are called where a form says nothing else. */
export function CopiesCard(): JSX.Element {
  const template = useCopies((state) => state.template)
  const setTemplate = useCopies((state) => state.setTemplate)
  const example = { source: 'chair', skill: 'remove-bg', model: 'Model', prompt: 'a red chair' }
  return (
    <Card title={t('Copies')} section="copies">
      <p className="soft">
        {t(
          'Each form can save copies of its results next to the originals or in a folder. This is their default name; duplicates are numbered.',
        )}
      </p>
      <div className={styles.keyRow}>
        <TextField
          label={t('Name of a copy')}
          mono
          dir="ltr"
          spellCheck={false}
          maxLength={200}
          value={template}
          problem={templateProblem(template)}
          note={<AsGiven>{exampleName(template, example, Date.now())}</AsGiven>}
          onText={setTemplate}
        />
        <Button disabled={template === usualCopyTemplate} onClick={() => setTemplate(usualCopyTemplate)}>
          {t('Reset')}
        </Button>
      </div>
      <p className="hint">{t('You can use {words}.', { words: copyWords.map((word) => `{${word}}`).join(' ') })}</p>
    </Card>
  )
}
