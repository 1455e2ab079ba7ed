import { type CapRefusal, type Caps, capRefusal, caps as capsSchema, type Sums } from '../../domain/quote/cap.ts'
import { quotedAtMost } from '../../domain/quote/ceiling.ts'
import { tidy } from '../../domain/quote/tidy.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import type { LastingNotes } from '../store/lasting-notes.ts'
import type { Tallies } from '../store/tallies.ts'

export interface BudgetDeps {
  tallies: Tallies
  lasting: LastingNotes
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
    const text = this.#deps.lasting.caps(this.#deps.origin)
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
    this.#deps.lasting.setCaps(this.#deps.origin, JSON.stringify(caps))
    return caps
  }

  /** What the last 24 hours hold. */
  sums(): Sums {
    return this.#deps.tallies.ofDay(this.#deps.origin, this.#deps.now())
  }

  /**
   * Before an order is taken: everything approved counts, sent or not.
   * @param credits the price of the whole order; null where it is not known
   */
  refusalOfOrder(credits: number | null): CapRefusal | null {
    const { day, batch } = this.caps()
    if (day === null && batch === null) return null
    const { spent, inFlight, waiting } = this.sums()
    return (
      capRefusal('batch', batch, { spent: 0, reserved: 0 }, credits) ??
      capRefusal('day', day, { spent, reserved: plus(inFlight, waiting) }, credits)
    )
  }

  /**
   * Just before a paid submit: what was spent and what may have been sent count. What only waits does not: of several that
   * no longer fit together under a lowered cap the first ones still do.
   */
  refusalOfSubmit(receipt: Receipt): CapRefusal | null {
    const { id, batch: of } = receipt
    const { day, batch } = this.caps()
    if (day === null && batch === null) return null
    const credits = quotedAtMost(receipt)
    const { tallies, origin, now } = this.#deps
    const { spent, inFlight } = tallies.ofDay(origin, now(), id)
    const beside = of === null ? { spent: 0, inFlight: 0 } : tallies.ofBatch(of.id, id)
    return (
      capRefusal('batch', batch, { spent: beside.spent, reserved: beside.inFlight }, credits) ??
      capRefusal('day', day, { spent, reserved: inFlight }, credits)
    )
  }
}

const plus = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : tidy(a + b))
