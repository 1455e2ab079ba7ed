import { z } from 'zod'
import { type Balance, balance } from '../../contract/app.ts'
import { wireBalances } from '../../contract/wire.ts'
import type { Json } from '../../domain/json.ts'
import { systemTimers, type Timers } from '../platform/timers.ts'
import type { KeyValueStore } from '../store/key-value-store.ts'

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

/** A balance that was kept as text, with the fingerprint of the key that it was told for. */
const keptBalance = balance.extend({ key: z.string() })

/** Null for what cannot be read, and for one of which nobody knows any more whose it was. */
export function readBalance(text: string): (Balance & { key: string }) | null {
  try {
    return keptBalance.parse(JSON.parse(text))
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
  readonly #keyValues: KeyValueStore
  readonly #note: string
  readonly #timers: Timers
  #unkept: (Balance & { key: string }) | null = null
  #callOff: (() => void) | null = null

  constructor(keyValues: KeyValueStore, origin: string, timers: Timers = systemTimers) {
    this.#keyValues = keyValues
    this.#note = `balance:${origin}`
    this.#timers = timers
  }

  /**
   * Another process at this home may have heard a later one.
   * @param key fingerprint of the one that is set: what another account holds is none of its business
   */
  get(key: string | null): Balance | null {
    const kept = this.#unkept ?? readBalance(this.#keyValues.note(this.#note) ?? '')
    if (kept === null || kept.key !== key) return null
    const { key: _, ...balance } = kept
    return balance
  }

  /** @param key fingerprint of the one that the answer was given to */
  told(credits: Json, atMs: number, key: string | null): void {
    const told = balanceFrom(credits, atMs)
    if (told === null || key === null) return
    this.#unkept = { ...told, key }
    this.#callOff ??= this.#timers.after(keptAfterMs, () => this.keepNow())
  }

  /** Never throws: a disk that takes no balance is told of by whatever is written next. */
  keepNow(): void {
    this.#callOff?.()
    this.#callOff = null
    const told = this.#unkept
    if (told === null) return
    try {
      this.#keyValues.setNote(this.#note, JSON.stringify(told))
      this.#unkept = null
    } catch {
      // Kept with the next one.
    }
  }
}
