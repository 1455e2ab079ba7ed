import { ImagePlus, Scissors } from 'lucide-react'
import type { JSX } from 'react'
import type { RequestView } from '../../../contract/views.ts'
import { given, said } from '../../components/as-given.tsx'
import { Thumb } from '../../components/picture.tsx'
import { PriceAge } from '../../components/price-age.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import { subtitleWords } from '../../format/skill-names.ts'
import { lookOf } from '../../format/state-look.ts'
import { DecisionChoices, inSettings } from './decision-choices.tsx'
import { PriceChangeFigures } from './price-change.tsx'
import styles from './queue.module.css'
import { decisionWord } from './queue-words.ts'

type Decision = NonNullable<RequestView['decision']>

interface DecisionCardProps {
  request: RequestView
  decision: Decision
  onDecide: () => void
}

const CardHead = ({ request, kind }: { request: RequestView; kind: Decision['kind'] }): JSX.Element => (
  <header className="row">
    <Thumb
      src={request.source?.thumbnail ?? null}
      alt=""
      width={40}
      height={40}
      icon={request.kind === 'generation' ? ImagePlus : Scissors}
    />
    <span className="stack tight">
      <span className="strong cut-end" {...given}>
        {request.title}
      </span>
      <span className="hint cut-end">{subtitleWords(request)}</span>
    </span>
    <span className="push">
      <StateBadge look={lookOf('needs-decision')} label={decisionWord(kind)} />
    </span>
  </header>
)

/** What each choice means. */
const Explanations = ({ decision }: { decision: Decision }): JSX.Element => (
  <div className="stack">
    {decision.choices
      .filter((choice) => choice.explains !== '')
      .map((choice) => (
        <p key={choice.id} className="small soft" {...said}>
          <b className="strong">{choice.label}:</b> {choice.explains}
        </p>
      ))}
  </div>
)

/** Something only a person can decide: the question, the figures, the ways out. */
export function DecisionCard({ request, decision, onDecide }: DecisionCardProps): JSX.Element {
  const changed = decision.price !== null && decision.price.from !== decision.price.to ? decision.price : null
  const hasFigure = changed !== null || decision.choices.some(({ credits }) => credits !== null)
  // A quiet button's words begin where the text does; one with an edge has its edge there.
  const isQuietFirst = !inSettings.has(decision.kind)
  return (
    <article
      className={styles.decision}
      tabIndex={-1}
      aria-label={t('{title}: {question}', { title: request.title, question: decision.question })}
    >
      <CardHead request={request} kind={decision.kind} />
      {changed && <PriceChangeFigures price={changed} />}
      <p {...said}>{decision.question}</p>
      <Explanations decision={decision} />
      {hasFigure && <PriceAge readAt={decision.pricedAt} />}
      <footer className={cx(styles.decisionFoot, isQuietFirst && styles.quietFirst)}>
        <DecisionChoices request={request} decision={decision} onDecide={onDecide} />
      </footer>
    </article>
  )
}
