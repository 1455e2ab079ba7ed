import type { JSX } from 'react'
import type { LedgerView } from '../../../contract/ledger.ts'
import { callMain } from '../../bridge/bridge.ts'
import { EngineSentence } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { Credits } from '../../components/credits.tsx'
import { InspectorPane, Section } from '../../components/pane.tsx'
import { Thumb } from '../../components/picture.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { t } from '../../format/messages.ts'
import { subtitleWords } from '../../format/skill-names.ts'
import { lookOfRequest } from '../../format/state-look.ts'
import { copyText } from '../../stores/copy-text.ts'
import styles from './ledger.module.css'
import { OpenReceipt } from './open-receipt.tsx'
import { type OwedView, paidWords, quotedWords, supportWords } from './owed-words.ts'

function OwedRow({ owed }: { owed: OwedView }): JSX.Element {
  const { request, paid, words } = owed
  const isLost = request.state === 'gone' || request.state === 'failed' || request.owed.length > 0
  return (
    <li className={styles.owed}>
      <Thumb src={request.assets[0]?.thumbnail ?? request.source?.thumbnail ?? null} alt="" width={40} height={40} />
      <div className="stack tight">
        <span className="row">
          <OpenReceipt id={request.id} title={request.title} strong />
          <span className="push">
            <Credits value={paid} />
          </span>
        </span>
        <span className="hint cut-end">{subtitleWords(request)}</span>
        <span className={styles.owedState}>
          <StateBadge look={lookOfRequest(request)} framed={false} />
        </span>
        <span className="hint">
          <EngineSentence>{words}</EngineSentence>
        </span>
        <span className="hint">
          <EngineSentence>{request.owed[0]?.reason ?? request.error ?? request.now}</EngineSentence>
        </span>
        {isLost && (
          <span className={styles.owedActs}>
            <Button small onClick={() => void copyText(supportWords(owed), t('Details for support'))}>
              {t('Copy for support')}
            </Button>
            <Button small look="quiet" onClick={() => void callMain('requests.lookNow', { id: request.id })}>
              {t('Check now')}
            </Button>
          </span>
        )}
      </div>
    </li>
  )
}

const OwedRows = ({ label, owed }: { label: string; owed: readonly OwedView[] }): JSX.Element => (
  <ul aria-label={label}>
    {owed.map((each) => (
      <OwedRow key={each.request.id} owed={each} />
    ))}
  </ul>
)

interface OwedListProps {
  view: LedgerView
  open: boolean
  onClose: () => void
}

/** Everything paid for that is not at home yet, and why; and apart from it what nobody knows to be paid for. */
export function OwedList({ view, open, onClose }: OwedListProps): JSX.Element | null {
  const { owed, setAside } = view
  const notKnown = owed.filter(({ state }) => state === 'unknown')
  const charged = owed.filter(({ state }) => state !== 'unknown')
  return (
    <InspectorPane
      label={t('Awaiting download')}
      open={open}
      onClose={onClose}
      head={
        <>
          <h2 className="title">{t('Awaiting download')}</h2>
          {charged.length > 0 && <span className="hint push">{paidWords(charged)}</span>}
        </>
      }
      foot={
        <p className="small row">
          <span className="soft">{t('Receipts')}</span>
          <span className="push">
            {setAside === 0
              ? t('journal and database agree')
              : t('{setAside, plural, one {# receipt} other {# receipts}} set aside, not in these totals', {
                  setAside,
                })}
          </span>
        </p>
      }
    >
      <p className={styles.owedWords}>
        {charged.length > 0
          ? t('Paid results that are not downloaded yet, and why. The list clears as they arrive.')
          : notKnown.length > 0
            ? t('As far as the service has reported, every paid result is in your library.')
            : t('Every paid result is in your library. Charged results without a file appear here, with what to do.')}
      </p>
      {charged.length > 0 && <OwedRows label={t('Awaiting download')} owed={charged} />}
      {notKnown.length > 0 && (
        <>
          <Section title={t('Not known yet')}>
            <p className="hint">{quotedWords(notKnown)}</p>
            <p className="small soft">
              {t(
                'The service has not confirmed these. See the queue for next steps; they don’t count as charged until it does.',
              )}
            </p>
          </Section>
          <OwedRows label={t('Not known yet')} owed={notKnown} />
        </>
      )}
    </InspectorPane>
  )
}
