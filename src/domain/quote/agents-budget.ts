import { z } from 'zod'
import { type CapRefusal, capRefusal } from './cap.ts'

/**
 * What agents may spend at one service without a person, in credits: a sum in all, as petty cash is. One of a day would come
 * back each day for as long as nobody thinks of it, and so have no end. `id` stands in each receipt that was ordered within
 * it, so that what it holds is counted from them and never from a clock or a counter.
 */
export const agentsBudget = z.object({ id: z.string().min(1), credits: z.number().nonnegative() })
export type AgentsBudget = z.infer<typeof agentsBudget>

/** Of receipts that were ordered within a budget. Null where one of them is not known. */
interface Held {
  spent: number | null
  reserved: number | null
}

const nothing: Held = { spent: 0, reserved: 0 }

/**
 * Whether an agent's order fits within the budget; null: it does. Without a budget nothing does, however cheap, and nor does
 * what has no known price.
 */
export function agentsRefusal(budget: AgentsBudget | null, held: Held, credits: number | null): CapRefusal | null {
  if (budget !== null) return capRefusal('agents', budget.credits, held, credits)
  return { which: 'agents', cap: 0, ...nothing, left: 0, credits }
}
