import { type JSX, useState } from 'react'
import type { RequestView } from '../../../contract/views.ts'
import type { ChoiceId } from '../../../domain/request/receipt.ts'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { cx } from '../../format/cx.ts'
import { figure } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { useBusy } from '../../hooks/use-busy.ts'
import { batchableDecisions } from '../../lists/batchable-decisions.ts'
import { AlikeCards } from './alike-card.tsx'
import { DecisionCard } from './decision-card.tsx'
import styles from './queue.module.css'
import { decideEach } from './queue-acts.ts'

/** So many cards are drawn; the next come up as one decides. */
const mostCards = 6

/** Only where no answer was lost can it be said that nothing is charged. */
const askingWords = (requests: readonly RequestView[]): string =>
  requests.some((request) => request.verdict !== null || request.creditsUsed !== null)
    ? figure(requests.length)
    : t('{requests}. Nothing is charged while they wait', { requests: figure(requests.length) })

/** What several have in common and costs nothing may be said once for all. What spends says its sum (`AlikeCards`), or is decided one by one. */
const forAll = ['look-again', 'fetch-more', 'leave'] as const satisfies readonly ChoiceId[]
type FreeChoice = (typeof forAll)[number]

const offering = (requests: readonly RequestView[], choice: FreeChoice): RequestView[] =>
  requests.filter((request) => request.decision?.choices.some((each) => each.id === choice && each.credits === null))

function forAllWords(choice: FreeChoice, count: string): string {
  if (choice === 'leave') return t('Cancel all {count}…', { count })
  return choice === 'fetch-more'
    ? t('Download the rest of all {count}', { count })
    : t('Check all {count} again', { count })
}

function ForAll({ requests }: { requests: readonly RequestView[] }): JSX.Element | null {
  const [leaving, setLeaving] = useState(false)
  const [busy, during] = useBusy()
  const decide = (choice: FreeChoice): Promise<void> => during(() => decideEach(offering(requests, choice), choice))
  const offered = forAll.filter((choice) => offering(requests, choice).length > 1)
  if (offered.length === 0) return null
  const leave = offering(requests, 'leave')
  return (
    <>
      <span className={cx('row push', styles.forAll)}>
        {offered.map((choice) => (
          <Button
            key={choice}
            look="quiet"
            small
            disabled={busy}
            onClick={() => (choice === 'leave' ? setLeaving(true) : void decide(choice))}
          >
            {forAllWords(choice, figure(offering(requests, choice).length))}
          </Button>
        ))}
      </span>
      <Confirm
        open={leaving}
        title={t('Cancel {leave, plural, one {# request} other {# requests}}?', { leave: leave.length })}
        keep={t('Keep')}
        act={t('Cancel all {count}', { count: figure(leave.length) })}
        onAct={() => void decide('leave')}
        onClose={() => setLeaving(false)}
      >
        {t('Nothing more is sent for them. Their receipts are kept.')}
      </Confirm>
    </>
  )
}

/** What waits for a person, on top of everything. */
export function Decisions({
  requests,
  onDecide,
}: {
  requests: readonly RequestView[]
  onDecide: (id: string) => void
}): JSX.Element | null {
  if (requests.length === 0) return null
  return (
    <section aria-labelledby="needs-you">
      <div className="row">
        <h2 className={styles.group}>
          <span id="needs-you">{t('Needs you')}</span>
          <span className="hint">{askingWords(requests)}</span>
        </h2>
        <ForAll requests={requests} />
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
