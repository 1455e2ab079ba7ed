import type { JSX } from 'react'
import type { LedgerView } from '../../../contract/ledger.ts'
import { ask } from '../../bridge.ts'
import { Said } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { Credits } from '../../components/credits.tsx'
import { Inspector } from '../../components/pane.tsx'
import { Thumb } from '../../components/picture.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { copyWords } from '../../lib/copy-words.ts'
import { creditWords } from '../../lib/format.ts'
import { t } from '../../lib/messages.ts'
import { subtitleWords } from '../../lib/skill-names.ts'
import { lookOfRequest } from '../../lib/state-look.ts'
import styles from './ledger.module.css'
import { OpenReceipt } from './open-receipt.tsx'

type Owed = LedgerView['owed'][number]

/** What support needs to find it; nothing of the key, and nothing of the picture. */
const supportWords = ({ request, credits }: Owed): string =>
  [
    t('Request {id}', { id: request.id }),
    request.generationId === null ? null : t('Job {id}', { id: request.generationId }),
    t('Ordered {date}', { date: request.createdAt }),
    credits === null ? null : creditWords(credits),
    request.error ?? request.now,
  ]
    .filter((line) => line !== null)
    .join('\n')

function OwedRow({ owed }: { owed: Owed }): JSX.Element {
  const { request, credits } = owed
  const isLost = request.state === 'gone' || request.state === 'failed' || request.owed.length > 0
  return (
    <li className={styles.owed}>
      <Thumb src={request.assets[0]?.thumbnail ?? request.source?.thumbnail ?? null} alt="" width={40} height={40} />
      <div className="stack tight">
        <span className="row">
          <OpenReceipt id={request.id} title={request.title} strong />
          <span className="push">
            <Credits value={credits} />
          </span>
        </span>
        <span className="hint cut-end">{subtitleWords(request)}</span>
        <span className={styles.owedState}>
          <StateBadge look={lookOfRequest(request)} framed={false} />
        </span>
        <span className="hint">
          <Said>{request.owed[0]?.reason ?? request.error ?? request.now}</Said>
        </span>
        {isLost && (
          <span className={styles.owedActs}>
            <Button small onClick={() => void copyWords(supportWords(owed), t('What support needs'))}>
              {t('Copy for support')}
            </Button>
            <Button small look="quiet" onClick={() => void ask('requests.lookNow', { id: request.id })}>
              {t('Look now')}
            </Button>
          </span>
        )}
      </div>
    </li>
  )
}

interface OwedListProps {
  view: LedgerView
  open: boolean
  onClose: () => void
}

/** Everything paid for that is not at home yet, and why. */
export function OwedList({ view, open, onClose }: OwedListProps): JSX.Element | null {
  const { owed, setAside } = view
  const known = owed.reduce((sum, { credits }) => sum + (credits ?? 0), 0)
  return (
    <Inspector
      label={t('Charged, no file yet')}
      open={open}
      onClose={onClose}
      head={
        <>
          <h2 className="title">{t('Charged, no file yet')}</h2>
          {owed.length > 0 && (
            <span className="hint push">
              {t('{owed, plural, one {# request} other {# requests}}, {credits}', {
                owed: owed.length,
                credits: creditWords(known),
              })}
            </span>
          )}
        </>
      }
      foot={
        <p className="small row">
          <span className="soft">{t('Receipts')}</span>
          <span className="push">
            {setAside === 0
              ? t('journal and database agree')
              : t('{setAside, plural, one {# receipt} other {# receipts}} set aside, in no sum here', { setAside })}
          </span>
        </p>
      }
    >
      <p className={styles.owedWords}>
        {owed.length === 0
          ? t('All that was paid for is at home. What is charged and has no file yet stands here, with what to do.')
          : t(
              'Everything paid for that is not at home yet, and why. The list empties by itself; nothing leaves it unseen.',
            )}
      </p>
      <ul aria-label={t('Charged, no file yet')}>
        {owed.map((each) => (
          <OwedRow key={each.request.id} owed={each} />
        ))}
      </ul>
    </Inspector>
  )
}
