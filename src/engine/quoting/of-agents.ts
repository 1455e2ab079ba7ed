import { capSentence } from '../../domain/quote/cap.ts'
import { agentDecision } from '../../domain/request/questions.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import { type FirstStep, orderedBy } from './approve.ts'
import type { QuoteContext } from './context.ts'

/** An agent orders: within the budget that its owner set, or else it asks and a person decides. */
export interface Agent {
  /** Under which it may ask again, and nothing is ordered a second time; null: none. */
  key: string | null
  /** Hash over what it asked. */
  asked: string
  /** Why the order waits for a person, in a sentence; null: it goes within the budget, or not at all. */
  waits: string | null
}

/** One agent alone must not fill the queue with what nobody has looked at. */
const mostWaiting = 200

/** The receipt says that an agent ordered it and within which budget, or asks a person. */
export function byAgent(
  { after, timeline }: FirstStep,
  { key, asked, waits }: Agent,
  budget: string | null,
): FirstStep {
  const of = (within: string | null): Receipt => ({ ...after, agent: { key, asked, budget: within } })
  // Its file cannot be read any more, so nothing is ordered.
  if (after.phase !== 'approved') return { after: of(null), timeline }
  if (waits === null)
    return { after: of(budget), timeline: orderedBy('By an agent, within the budget that you set.', timeline) }
  const decision = agentDecision(after.quote.credits, waits)
  return {
    after: { ...of(null), phase: 'needs-decision', decision, consent: { ...after.consent, credits: null } },
    timeline: [{ atMs: after.approvedAtMs, tone: 'trouble', title: 'Needs you', detail: decision.question }],
  }
}

interface AgentOrder {
  /** The budget when the order began. */
  budget: string | null
  credits: number | null
  requests: number
}

/**
 * Asked under the lock of the receipts, so that of several agents at once each sees what the others ordered.
 * @returns why it may not be ordered or asked for; null: it may
 */
export function refusalOfAgent(
  { store, origin, budget: budgets }: Pick<QuoteContext, 'store' | 'origin' | 'budget'>,
  { key, waits }: Agent,
  { budget, credits, requests }: AgentOrder,
): { code: 'budget' | 'agent-key'; message: string } | null {
  if (key !== null && store.queries.ofAgentKey(origin, key).length > 0)
    return { code: 'agent-key', message: 'This key was used for an order already. It was not ordered a second time.' }
  if (waits === null) {
    const refusal = budgets.refusalOfAgent(budget, credits)
    return refusal && { code: 'budget', message: capSentence(refusal) }
  }
  const waiting = store.queries.waitingOfAgents(origin)
  if (waiting + requests <= mostWaiting) return null
  const message = `${waiting} requests of agents wait in the Queue for a person already, and at most ${mostWaiting} may. This one was not put there. Nothing was sent or charged.`
  return { code: 'budget', message }
}
