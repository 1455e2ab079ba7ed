import type { JSX } from 'react'
import type { RequestView } from '../../../contract/views.ts'
import { figure } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { batchableDecisions } from '../../lists/batchable-decisions.ts'
import { AlikeCards } from './alike-card.tsx'
import { DecisionCard } from './decision-card.tsx'
import { ForAll } from './for-all.tsx'
import styles from './queue.module.css'

/** So many cards are drawn; the next come up as one decides. */
const mostCards = 6

/** Only where no answer was lost can it be said that nothing is charged. @param asking with those that are not shown */
function askingWords(requests: readonly RequestView[], asking: number): string {
  if (requests.length < asking)
    return t('{shown} of {asking} shown', { shown: figure(requests.length), asking: figure(asking) })
  return requests.some((request) => request.verdict !== null || request.creditsUsed !== null)
    ? figure(requests.length)
    : t('{requests}. Nothing is charged while they wait', { requests: figure(requests.length) })
}

/** What waits for a person, on top of everything. A search that leaves some out says so. */
export function Decisions({
  requests,
  asking,
  onDecide,
}: {
  requests: readonly RequestView[]
  asking: number
  onDecide: (id: string) => void
}): JSX.Element | null {
  if (asking === 0) return null
  return (
    <section aria-labelledby="needs-you">
      <div className="row">
        <h2 className={styles.group}>
          <span id="needs-you">{t('Needs you')}</span>
          <span className="hint">{askingWords(requests, asking)}</span>
        </h2>
        {requests.length > 0 && <ForAll requests={requests} />}
      </div>
      <div className={styles.decisions}>
        <AlikeCards all={batchableDecisions(requests)} onDecide={onDecide} />
        {requests
          .slice(0, mostCards)
          .map((request) =>
            request.decision ? (
              <DecisionCard
                key={request.id}
                request={request}
                decision={request.decision}
                onDecide={() => onDecide(request.id)}
              />
            ) : null,
          )}
      </div>
    </section>
  )
}
