import type { JSX, ReactNode } from 'react'
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
import { type SpendAct, spendAct } from '../../format/spend-act.ts'
import { lookOf } from '../../format/state-look.ts'
import { useBusy } from '../../hooks/use-busy.ts'
import { type BatchableDecisions, isMost, type TogetherChoice } from '../../lists/batchable-decisions.ts'
import { PriceChangeFigures } from './price-change.tsx'
import styles from './queue.module.css'
import { decideEach } from './queue-acts.ts'
import { decisionWord, priceWords } from './queue-words.ts'

/** So many are named; the rest is a number. */
const mostNamed = 3

function actWords(choice: TogetherChoice, count: number): SpendAct {
  switch (choice) {
    case 'accept-price':
      return spendAct('Accept and send all {count}', { count })
    case 'accept-resize':
      return spendAct('Resize and send all {count}', { count })
    case 'send-again':
    case 'try-again':
      return spendAct('Retry all {count}', { count })
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

interface AlikeProps {
  decisions: BatchableDecisions
  onDecide: (id: string) => void
}

function AllButton({ decisions, onDecide, small = false }: AlikeProps & { small?: boolean }): JSX.Element {
  const [deciding, during] = useBusy()
  const { choice, requests, to } = decisions
  return (
    <SpendButton
      act={actWords(choice, requests.length)}
      price={{ is: requests.some((each) => isMost(each, choice)) ? 'at-most' : 'known', credits: to }}
      blocked={deciding ? t('Saving.') : null}
      quietly
      small={small}
      approves={approvalOfAll(requests, choice)}
      onSpend={() => void during(() => decideEach(requests, choice, onDecide))}
    />
  )
}

const explanationOf = ({ choice, requests }: BatchableDecisions): string =>
  requests[0]?.decision?.choices.find(({ id }) => id === choice)?.explains ?? ''

const Badge = ({ requests, framed = true }: { requests: readonly RequestView[]; framed?: boolean }): JSX.Element => (
  <StateBadge
    look={lookOf('needs-decision')}
    label={decisionWord(requests[0]?.decision?.kind ?? 'other')}
    framed={framed}
  />
)

/** What they need, in as many words as a heading has. */
function titleOf({ requests }: BatchableDecisions): string {
  const count = figure(requests.length)
  switch (requests[0]?.decision?.kind) {
    case 'credits':
      return t('{count} need credits', { count })
    case 'price':
      return t('{count} at a new price', { count })
    case 'resize':
      return t('{count} need resizing', { count })
    case 'cap':
      return t('{count} stopped at your limit', { count })
    case 'budget':
      return t('{count} ordered by agents', { count })
    case 'approval':
      return t('{count} need approval', { count })
    default:
      return t('{count} need your answer', { count })
  }
}

/** What several ask alike, answered by one word at the sum of their prices; each becomes a request and a receipt of its own. */
function AlikeCard({ decisions, onDecide }: AlikeProps): JSX.Element {
  const { requests, from, to } = decisions
  return (
    <article className={cx(styles.decision, styles.alike)} tabIndex={-1} aria-label={titleOf(decisions)}>
      <header className="row">
        <span className="stack tight">
          <span className="strong">{titleOf(decisions)}</span>
          <span className="hint cut-end" {...given}>
            {namesOf(requests)}
          </span>
        </span>
        <span className="push">
          <Badge requests={requests} />
        </span>
      </header>
      {from !== null && from !== to && <PriceChangeFigures price={{ from, to }} />}
      <p className="small soft">
        <span {...said}>{explanationOf(decisions)}</span> {t('Or decide each one below.')}
      </p>
      <PriceAge readAt={decisions.pricedAt} />
      <footer className={styles.decisionFoot}>
        <span className="push row">
          <AllButton decisions={decisions} onDecide={onDecide} />
        </span>
      </footer>
    </article>
  )
}

/** The same in the height of a row, over rows that have their own choices. */
function AlikeLine({ decisions, onDecide, aside }: AlikeProps & { aside: ReactNode }): JSX.Element {
  const { requests, from, to } = decisions
  return (
    <article className={styles.alikeLine} tabIndex={-1} aria-label={titleOf(decisions)}>
      <div className={styles.alikeWords}>
        <p className={styles.alikeHead}>
          <span className="strong">{titleOf(decisions)}</span>
          <Badge requests={requests} framed={false} />
          {from !== null && from !== to && <span className="small">{priceWords({ from, to })}</span>}
        </p>
        <p className="hint cut-end" {...given}>
          {namesOf(requests)}
        </p>
        <p className="small soft" {...said}>
          {explanationOf(decisions)}
        </p>
        <PriceAge readAt={decisions.pricedAt} />
      </div>
      <div className={styles.alikeActs}>
        {aside}
        <AllButton decisions={decisions} onDecide={onDecide} small />
      </div>
    </article>
  )
}

const keyOf = ({ choice, requests }: BatchableDecisions): string => `${choice} ${requests[0]?.decision?.kind}`

interface AlikeCardsProps {
  all: readonly BatchableDecisions[]
  /** Told which request is being decided, for who has to lead the keyboard on. */
  onDecide: (id: string) => void
}

export const AlikeCards = ({ all, onDecide }: AlikeCardsProps): JSX.Element[] =>
  all.map((decisions) => <AlikeCard key={keyOf(decisions)} decisions={decisions} onDecide={onDecide} />)

/** @param aside what else may be said for all, beside the last */
export const AlikeLines = ({ all, aside }: Pick<AlikeCardsProps, 'all'> & { aside: ReactNode }): JSX.Element[] =>
  all.map((decisions, at) => (
    <AlikeLine
      key={keyOf(decisions)}
      decisions={decisions}
      onDecide={() => undefined}
      aside={at === all.length - 1 && aside}
    />
  ))
