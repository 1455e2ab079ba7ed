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
          'Each form can put a copy of its results beside their pictures, or into a folder. This is what copies are called unless the form says otherwise; a name that is taken gets a number.',
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
          {t('As it was')}
        </Button>
      </div>
      <p className="hint">{t('It may hold {words}.', { words: copyWords.map((word) => `{${word}}`).join(' ') })}</p>
    </Card>
  )
}
