import { bothOf, leftUnder } from '../../domain/quote/cap.ts'
import type { Engine } from '../engine.ts'

/** What agents may spend at the engine's service, and what of it is gone. Null: not known, or nothing is set. */
export interface AgentsView {
  credits: number | null
  spent: number | null
  reserved: number | null
  left: number | null
}

export function agentsView({ budget }: Engine): AgentsView {
  const credits = budget.agents()?.credits ?? null
  const { spent, reserved } = budget.agentsSums()
  return { credits, spent, reserved, left: credits === null ? null : leftUnder(credits, bothOf(spent, reserved)) }
}
