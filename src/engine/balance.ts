import { type Balance, balance } from '../contract/views.ts'
import { wireBalances } from '../contract/wire.ts'
import type { Json } from '../domain/json.ts'
import type { Keep } from './store/keep.ts'
import { systemTimers, type Timers } from './timers.ts'

/**
 * Balances after a deduction (service.md §2.1): a snapshot, true only for its moment (O7). A member that cannot be read is
 * not known; null where none can be, since that tells nothing.
 */
export function balanceFrom(credits: Json, atMs: number): Balance | null {
  const read = wireBalances.safeParse(credits)
  if (!read.success) return null
  const { purchased, daily, unlimited } = read.data
  if (purchased === null && daily === null && unlimited === null) return null
  return { purchased, daily, unlimited: unlimited ?? false, asOf: new Date(atMs).toISOString() }
}

/** A balance that was kept as text. */
export function readBalance(text: string): Balance | null {
  try {
    return balance.parse(JSON.parse(text))
  } catch {
    return null
  }
}

const keptAfterMs = 1000

/**
 * The balance as it was last told. Each paid answer tells one, and a synced write for each would hold up the next order:
 * it is on disk a moment later. What a program that dies loses of it, the next answer brings.
 */
export class LastBalance {
  readonly #keep: Keep
  readonly #note: string
  readonly #timers: Timers
  #unkept: Balance | null = null
  #callOff: (() => void) | null = null

  constructor(keep: Keep, origin: string, timers: Timers = systemTimers) {
    this.#keep = keep
    this.#note = `balance:${origin}`
    this.#timers = timers
  }

  /** Another process at this home may have heard a later one. */
  get(): Balance | null {
    if (this.#unkept) return this.#unkept
    const kept = this.#keep.note(this.#note)
    return kept === null ? null : readBalance(kept)
  }

  told(credits: Json, atMs: number): void {
    this.#unkept = balanceFrom(credits, atMs) ?? this.#unkept
    this.#callOff ??= this.#timers.after(keptAfterMs, () => this.keepNow())
  }

  /** Never throws: a disk that takes no balance is told of by whatever is written next. */
  keepNow(): void {
    this.#callOff?.()
    this.#callOff = null
    const told = this.#unkept
    if (told === null) return
    try {
      this.#keep.setNote(this.#note, JSON.stringify(told))
      this.#unkept = null
    } catch {
      // Kept with the next one.
    }
  }
}
