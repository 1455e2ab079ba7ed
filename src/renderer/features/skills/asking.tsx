import { Info } from 'lucide-react'
import { type JSX, useState } from 'react'
import type { RequestView } from '../../../contract/views.ts'
import { resizedFor } from '../../../domain/form/upscale-size.ts'
import { EngineSentence } from '../../components/as-given.tsx'
import { ChargeCell } from '../../components/charge-cell.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { dimensions } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { lookOf } from '../../format/state-look.ts'
import type { BatchRow } from '../../lists/batch.ts'
import { useSkills } from '../../stores/skill-store.ts'
import { DecisionChoices } from '../queue/decision-choices.tsx'
import { decisionWord, shortQuestion } from '../queue/queue-words.ts'
import { DecisionDialog, isAboutSize } from './decision-dialog.tsx'
import { IconAct } from './icon-act.tsx'
import { Pictures, RequestName } from './request-row.tsx'
import styles from './skills.module.css'

// What a request asks, where it stands in the list: the question short, the choices with their prices. The whole of it is
// in the preview of the chosen row and behind the last button.

type Decision = NonNullable<RequestView['decision']>

/** Stopped until somebody decides; what a finished one merely offers waits behind its button. */
export const isAsking = (request: RequestView): request is RequestView & { decision: Decision } =>
  request.state === 'needs-decision' && request.decision !== null

export const askingRow = (row: BatchRow): boolean => row.kind === 'request' && isAsking(row.request)

function useQuestion(request: RequestView): { short: string | null; whole: string } {
  const size = useSkills((state) => state.sizes[request.source?.path ?? ''])
  const whole = request.decision?.question ?? ''
  if (size === undefined || !isAboutSize(request)) return { short: shortQuestion(request), whole }
  const fit = resizedFor(size.width, size.height)
  return { short: t('Resize it to {size} first?', { size: dimensions(fit.width, fit.height) ?? '' }), whole }
}

export function Question({ request }: { request: RequestView & { decision: Decision } }): JSX.Element {
  const { short, whole } = useQuestion(request)
  return (
    <span className={styles.question} title={whole}>
      <StateBadge look={lookOf('needs-decision')} label={decisionWord(request.decision.kind)} framed={false} />
      <span className="small">{short ?? <EngineSentence>{whole}</EngineSentence>}</span>
    </span>
  )
}

export function Choices({ request }: { request: RequestView & { decision: Decision } }): JSX.Element {
  const { decision, title } = request
  const [open, setOpen] = useState(false)
  return (
    <fieldset className={styles.choices} aria-label={t('Decide about {title}', { title })}>
      <IconAct label={t('The whole question')} of={title} icon={Info} onAct={() => setOpen(true)} />
      <DecisionChoices request={request} decision={decision} small onDecide={() => undefined} />
      {open && <DecisionDialog request={request} onClose={() => setOpen(false)} />}
    </fieldset>
  )
}

export const AskingRow = ({ request }: { request: RequestView & { decision: Decision } }): JSX.Element => (
  <div className={styles.asking} data-asks="">
    <Pictures request={request} />
    <span className={styles.asked}>
      <RequestName request={request} />
      <Question request={request} />
    </span>
    <ChargeCell request={request} />
    <Choices request={request} />
  </div>
)
