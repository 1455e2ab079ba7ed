import { ImagePlus, Scissors } from 'lucide-react'
import type { JSX } from 'react'
import { approvalOfChoice } from '../../../contract/approval.ts'
import type { RequestView } from '../../../contract/views.ts'
import { isFreeChoice } from '../../../domain/request/receipt.ts'
import { EngineSentence, given, said } from '../../components/as-given.tsx'
import { Button } from '../../components/button.tsx'
import { Thumb } from '../../components/picture.tsx'
import { PriceAge } from '../../components/price-age.tsx'
import { SpendButton } from '../../components/spend-button.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { cx } from '../../format/cx.ts'
import { apart, t } from '../../format/messages.ts'
import { subtitleWords } from '../../format/skill-names.ts'
import { lookOf } from '../../format/state-look.ts'
import { useBusy } from '../../hooks/use-busy.ts'
import { useView } from '../../stores/view-store.ts'
import { PriceChangeFigures } from './price-change.tsx'
import styles from './queue.module.css'
import { decideEach } from './queue-acts.ts'
import { decisionWord } from './queue-words.ts'

type Decision = NonNullable<RequestView['decision']>

/** What it is about is set in Settings; there the way out begins. */
const inSettings: ReadonlySet<Decision['kind']> = new Set(['key', 'cap'])

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
  const [deciding, during] = useBusy()
  const goToSection = useView((view) => view.goToSection)
  const decide = (choice: string): Promise<void> => during(() => decideEach([request], choice, onDecide))
  const paid = decision.choices.filter((choice) => !isFreeChoice(choice.id, choice.credits))
  const free = decision.choices.filter((choice) => !paid.includes(choice))
  const changed = decision.price !== null && decision.price.from !== decision.price.to ? decision.price : null
  const hasFigure = changed !== null || paid.some(({ credits }) => credits !== null)
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
        {inSettings.has(decision.kind) && (
          <Button onClick={() => goToSection(decision.kind === 'key' ? 'key' : 'spending')}>
            {decision.kind === 'key' ? t('Open key settings') : t('Change limit…')}
          </Button>
        )}
        {free.map((choice) => (
          <Button key={choice.id} look="quiet" disabled={deciding} onClick={() => void decide(choice.id)}>
            <EngineSentence>{choice.label}</EngineSentence>
          </Button>
        ))}
        <span className="push row">
          {paid.map((choice) => (
            <SpendButton
              key={choice.id}
              act={apart(choice.label)}
              price={choice.credits === null ? { is: 'unknown' } : { is: 'known', credits: choice.credits }}
              blocked={deciding ? t('Saving.') : null}
              quietly
              approves={approvalOfChoice({ id: request.id, choice: choice.id, credits: choice.credits })}
              onSpend={() => void decide(choice.id)}
            />
          ))}
        </span>
      </footer>
    </article>
  )
}
