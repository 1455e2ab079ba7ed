import type { JSX } from 'react'
import { approvalOfChoice } from '../../../contract/approval.ts'
import type { RequestView } from '../../../contract/views.ts'
import { assertNever } from '../../../domain/assert-never.ts'
import { given, said } from '../../components/as-given.tsx'
import { PriceAge } from '../../components/price-age.tsx'
import { SpendButton } from '../../components/spend-button.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { cx } from '../../format/cx.ts'
import { figure, list } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { lookOf } from '../../format/state-look.ts'
import { useBusy } from '../../hooks/use-busy.ts'
import type { BatchableDecisions, TogetherChoice } from '../../lists/batchable-decisions.ts'
import { PriceChangeFigures } from './price-change.tsx'
import styles from './queue.module.css'
import { decideEach } from './queue-acts.ts'
import { decisionWord } from './queue-words.ts'

/** So many are named; the rest is a number. */
const mostNamed = 3

function actWords(choice: TogetherChoice, count: string): string {
  switch (choice) {
    case 'accept-price':
      return t('Accept and send all {count}', { count })
    case 'accept-resize':
      return t('Resize and send all {count}', { count })
    case 'send-again':
      return t('Send all {count} again', { count })
    case 'look-again':
      return t('Retry all {count}', { count })
    default:
      return assertNever(choice)
  }
}

/** One press says yes to each, at the sum of their prices. */
const approvalOfAll = (requests: readonly RequestView[], choice: TogetherChoice): string =>
  requests
    .map(({ id, decision }) => {
      const credits = decision?.choices.find((each) => each.id === choice)?.credits ?? null
      return approvalOfChoice({ id, choice, credits })
    })
    .join(' ')

const namesOf = (requests: readonly RequestView[]): string => {
  const titles = requests.slice(0, mostNamed).map(({ title }) => title)
  const more = requests.length - titles.length
  return list(more > 0 ? [...titles, t('{more, plural, one {# more} other {# more}}', { more })] : titles)
}

/** What several ask alike, answered by one word at the sum of their prices; each becomes a request and a receipt of its own. */
function AlikeCard({
  decisions,
  onDecide,
}: {
  decisions: BatchableDecisions
  onDecide: (id: string) => void
}): JSX.Element {
  const [deciding, during] = useBusy()
  const { choice, requests, from, to } = decisions
  const explains = requests[0]?.decision?.choices.find(({ id }) => id === choice)?.explains ?? ''
  const count = figure(requests.length)
  return (
    <article
      className={cx(styles.decision, styles.alike)}
      tabIndex={-1}
      aria-label={t('{count} with the same question', { count })}
    >
      <header className="row">
        <span className="stack tight">
          <span className="strong">{t('{count} with the same question', { count })}</span>
          <span className="hint cut-end" {...given}>
            {namesOf(requests)}
          </span>
        </span>
        <span className="push">
          <StateBadge look={lookOf('needs-decision')} label={decisionWord(requests[0]?.decision?.kind ?? 'other')} />
        </span>
      </header>
      {from !== null && from !== to && <PriceChangeFigures price={{ from, to }} />}
      <p className="small soft">
        <span {...said}>{explains}</span> {t('Or decide each one below.')}
      </p>
      <PriceAge readAt={decisions.pricedAt} />
      <footer className={styles.decisionFoot}>
        <span className="push row">
          <SpendButton
            act={actWords(choice, count)}
            price={{ is: 'known', credits: to }}
            blocked={deciding ? t('Saving.') : null}
            quietly
            approves={approvalOfAll(requests, choice)}
            onSpend={() => void during(() => decideEach(requests, choice, onDecide))}
          />
        </span>
      </footer>
    </article>
  )
}

/** @param onDecide told which request is being decided, for who has to lead the keyboard on */
export const AlikeCards = ({
  all,
  onDecide = () => undefined,
}: {
  all: readonly BatchableDecisions[]
  onDecide?: (id: string) => void
}): JSX.Element[] =>
  all.map((decisions) => (
    <AlikeCard
      key={`${decisions.choice} ${decisions.requests[0]?.decision?.kind}`}
      decisions={decisions}
      onDecide={onDecide}
    />
  ))
