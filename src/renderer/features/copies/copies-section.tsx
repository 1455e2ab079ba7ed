import type { JSX } from 'react'
import type { ReceiptView } from '../../../contract/views.ts'
import { callMain } from '../../bridge/bridge.ts'
import { AsGiven, EngineSentence } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { Note } from '../../components/note.tsx'
import { Section } from '../../components/pane.tsx'
import { t } from '../../format/messages.ts'
import styles from './copies.module.css'

type Copy = NonNullable<ReceiptView['copies']>['files'][number]

function CopyLine({ copy }: { copy: Copy }): JSX.Element {
  if (copy.state === 'made')
    return (
      <li className="small mono soft anywhere">
        <AsGiven>{copy.path}</AsGiven>
      </li>
    )
  if (copy.state === 'waiting')
    return <li className="small soft">{t('{name} is being copied.', { name: copy.name })}</li>
  return (
    <li>
      <Note tone="attention">
        {t('{name} was not copied.', { name: copy.name })} <EngineSentence>{copy.problem}</EngineSentence>
      </Note>
    </li>
  )
}

/** Where a request's results went beside the library. A copy that could not be made is no fault of the request. */
export function CopiesSection({ receipt }: { receipt: ReceiptView }): JSX.Element | null {
  const { copies, request } = receipt
  if (copies === null) return null
  const failed = copies.files.some(({ state }) => state === 'failed')
  const settled = copies.files.length > 0 && copies.files.every(({ state }) => state !== 'waiting')
  return (
    <Section title={t('Copies')}>
      <div className={styles.copies}>
        {copies.files.length === 0 ? (
          <p className="small soft">
            {copies.folder === null
              ? t('Results are also saved next to the original.')
              : t('Results are also saved to {folder}.', { folder: copies.folder })}
          </p>
        ) : (
          <ul className={styles.copies}>
            {copies.files.map((copy) => (
              <CopyLine key={copy.name} copy={copy} />
            ))}
          </ul>
        )}
        {failed && <p className="hint">{t('Results are safe in the library. Copying is free.')}</p>}
        {settled && (
          <div>
            <Button small onClick={() => void callMain('requests.copyAgain', { id: request.id })}>
              {t('Copy again')}
            </Button>
          </div>
        )}
      </div>
    </Section>
  )
}
