import { tidy } from '../../domain/quote/tidy.ts'
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
  const left =
    credits === null || spent === null || reserved === null ? null : Math.max(0, tidy(credits - spent - reserved))
  return { credits, spent, reserved, left }
}
