import { randomUUID } from 'node:crypto'
import { type AgentsBudget, agentsBudget, agentsRefusal } from '../../domain/quote/agents-budget.ts'
import {
  type CapRefusal,
  type Caps,
  capRefusal,
  caps as capsSchema,
  reservedOf,
  type Sums,
} from '../../domain/quote/cap.ts'
import { quotedAtMost } from '../../domain/quote/ceiling.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import type { DurableSettings } from '../store/durable-settings.ts'
import type { ReceiptQueries } from '../store/receipt-queries.ts'

export interface BudgetDeps {
  queries: ReceiptQueries
  settings: DurableSettings
  /** Caps are kept for each service by itself. */
  origin: string
  now: () => number
}

const noCaps: Caps = { day: null, batch: null }
/** Caps that cannot be read hold everything back, since they may have been any. */
const nothingAllowed: Caps = { day: 0, batch: 0 }

/** What may be spent, and whether something fits. Looks at the durable receipts each time, so that it forgets nothing. */
export class Budget {
  readonly #deps: BudgetDeps

  constructor(deps: BudgetDeps) {
    this.#deps = deps
  }

  caps(): Caps {
    const text = this.#deps.settings.caps(this.#deps.origin)
    if (text === null) return noCaps
    try {
      return capsSchema.parse(JSON.parse(text))
    } catch {
      return nothingAllowed
    }
  }

  /** @param changes null takes a cap away; what is left out stays */
  setCaps(changes: Partial<Caps>): Caps {
    const before = this.caps()
    const caps = {
      day: changes.day === undefined ? before.day : changes.day,
      batch: changes.batch === undefined ? before.batch : changes.batch,
    }
    this.#deps.settings.setCaps(this.#deps.origin, JSON.stringify(caps))
    return caps
  }

  /** What agents may spend by themselves; null: nothing, also where what was set cannot be read. */
  agents(): AgentsBudget | null {
    return readAgents(this.#deps.settings.agents(this.#deps.origin))
  }

  /**
   * @param credits in all, of which what was ordered within it already is a part; null takes it away, and the next one
   *   begins anew
   */
  setAgents(credits: number | null): void {
    this.#deps.settings.changeAgents(this.#deps.origin, (now) => {
      if (credits === null) return ''
      return JSON.stringify({ id: readAgents(now)?.id ?? randomUUID(), credits } satisfies AgentsBudget)
    })
  }

  /** What agents ordered within what they may spend now, sent or not. */
  agentsSums(except: string | null = null): { spent: number | null; reserved: number | null } {
    const budget = this.agents()
    if (budget === null) return { spent: 0, reserved: 0 }
    const sums = this.#deps.queries.ofAgents(budget.id, except)
    return { spent: sums.spent, reserved: reservedOf(sums) }
  }

  /**
   * Before an agent's order is taken: everything that agents ordered within it counts, sent or not.
   * @param id of the budget that it is ordered within, as it was when that began
   */
  refusalOfAgent(id: string | null, credits: number | null): CapRefusal | null {
    const budget = this.agents()
    return agentsRefusal(budget?.id === id ? budget : null, this.agentsSums(), credits)
  }

  /** What the last 24 hours hold. */
  sums(): Sums {
    return this.#deps.queries.ofDay(this.#deps.origin, this.#deps.now())
  }

  /**
   * Before an order is taken: everything approved counts, sent or not.
   * @param credits the price of the whole order; null where it is not known
   */
  refusalOfOrder(credits: number | null): CapRefusal | null {
    const { day, batch } = this.caps()
    if (day === null && batch === null) return null
    const sums = this.sums()
    return (
      capRefusal('batch', batch, { spent: 0, reserved: 0 }, credits) ??
      capRefusal('day', day, { spent: sums.spent, reserved: reservedOf(sums) }, credits)
    )
  }

  /**
   * Just before a paid submit: what was spent and what may have been sent count. What only waits does not: of several that
   * no longer fit together under a lowered cap the first ones still do.
   */
  refusalOfSubmit(receipt: Receipt): CapRefusal | null {
    const { id, batch: of } = receipt
    const agents = this.#refusalOfAgents(receipt)
    if (agents !== null) return agents
    const { day, batch } = this.caps()
    if (day === null && batch === null) return null
    const credits = quotedAtMost(receipt)
    const { queries, origin, now } = this.#deps
    const { spent, inFlight } = queries.ofDay(origin, now(), id)
    const beside = of === null ? { spent: 0, inFlight: 0 } : queries.ofBatch(of.id, id)
    return (
      capRefusal('batch', batch, { spent: beside.spent, reserved: beside.inFlight }, credits) ??
      capRefusal('day', day, { spent, reserved: inFlight }, credits)
    )
  }

  /** The budget may have been lowered or taken away since it was ordered. What was sent already is not held back by that. */
  #refusalOfAgents({ id, body, agent, quote }: Receipt): CapRefusal | null {
    if (agent === null || agent.budget === null || body !== null) return null
    const budget = this.agents()
    return agentsRefusal(budget?.id === agent.budget ? budget : null, this.agentsSums(id), quote.credits)
  }
}

function readAgents(text: string | null): AgentsBudget | null {
  if (text === null || text === '') return null
  try {
    return agentsBudget.parse(JSON.parse(text))
  } catch {
    return null
  }
}
