import type { CapRefusal } from '../../domain/quote/cap.ts'
import { type Clearance, clearanceOf } from '../../domain/request/clearance.ts'
import type { RequestEffect, RequestEvent, Timing } from '../../domain/request/events.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import type { Timers } from '../platform/timers.ts'
import type { Claim } from '../store/claim.ts'
import type { CurrentPrices } from './current-price.ts'
import type { ClockPair, QueueEntry } from './queue-options.ts'
import type { SharedStore } from './shared-store.ts'

export interface GateOptions {
  prices: CurrentPrices
  timing: Timing
  now: () => number
  timers: Timers
  claim: Claim
  shared?: SharedStore | undefined
  capRefusal: (receipt: Receipt) => CapRefusal | null
  /** When this program began. */
  sinceMs: number
  isHeld: () => boolean
}

/** Gathers what is known at the moment in which something paid is to leave; the rules are in clearance.ts. */
export class Gate {
  readonly #options: GateOptions
  #goesOn: ClockPair

  constructor(options: GateOptions) {
    this.#options = options
    this.#goesOn = { ...this.clock(), wallMs: options.sinceMs }
  }

  /** A pause has ended: what was planned before it is priced again before it leaves. */
  goOn(): void {
    this.#goesOn = this.clock()
  }

  clock(): ClockPair {
    return { wallMs: this.#options.now(), monotonicMs: this.#options.timers.monotonicMs() }
  }

  /** Whether it may leave at this very moment: nothing is waited for, so that nothing can change in between. */
  now(entry: QueueEntry, isLooked = true): Clearance {
    const { prices, timing, claim, shared, capRefusal, isHeld } = this.#options
    const { receipt } = entry
    return clearanceOf(
      receipt,
      {
        isDriven: !entry.isTakenOut && claim.isCurrent() && (shared?.mayLeave(receipt.id) ?? true),
        isHeld: isHeld(),
        isFromBefore: this.#isFromBefore(receipt),
        wordAgeMs: entry.wordAt === null ? null : this.#age(entry.wordAt),
        ...prices.facts(receipt),
        goesOnForMs: this.#plannedForMs(receipt),
        capRefusal: capRefusal(receipt),
      },
      timing,
      isLooked,
    )
  }

  /** The same, with its price read anew where that is due. */
  async soon(entry: QueueEntry, isLooked = true): Promise<Clearance> {
    const said = this.now(entry, isLooked)
    if (said.do !== 'readPrice') return said
    await this.#options.prices.read(entry.receipt, this.#plannedForMs(entry.receipt))
    const then = this.now(entry, isLooked)
    return then.do === 'readPrice' ? { do: 'delay' } : then
  }

  /** Approved in another run, and the service was not asked in this one: it is looked up before anything else. */
  firstOf(entry: QueueEntry, effect: RequestEffect): RequestEffect {
    return effect.do === 'prepare' && this.#needsFirstLook(entry) ? { do: 'lookUp', afterMs: 0 } : effect
  }

  #needsFirstLook({ receipt, wordAt }: QueueEntry): boolean {
    if (receipt.phase !== 'approved') return false
    return receipt.mayBeElsewhere || (wordAt === null && this.#isFromBefore(receipt))
  }

  /** Of another run of the program or another home, maybe one that was copied or restored since; a clock that went back hides it. */
  #isFromBefore({ approvedAtMs, isImported }: Receipt): boolean {
    return isImported === true || approvedAtMs < this.#options.sinceMs || approvedAtMs > this.#options.now()
  }

  /**
   * Since the queue goes on, where it was approved before that; else null. By the clock that nobody sets: what was read since
   * is younger by it.
   */
  #plannedForMs({ approvedAtMs }: Receipt): number | null {
    const isPlannedBefore = approvedAtMs <= this.#goesOn.wallMs || approvedAtMs > this.#options.now()
    return isPlannedBefore ? this.clock().monotonicMs - this.#goesOn.monotonicMs : null
  }

  /** The longer one by the two clocks; a wall clock that went back makes it unknown. */
  #age(at: ClockPair): number | null {
    const { wallMs, monotonicMs } = this.clock()
    if (wallMs < at.wallMs - 1000) return null
    return Math.max(wallMs - at.wallMs, monotonicMs - at.monotonicMs)
  }
}

/**
 * Whether an outcome is the service's word on how a request stands. Under a key that cannot see it, it has said nothing; and
 * a limit that a send met speaks of the limit.
 */
export function isGateWord(event: RequestEvent): boolean {
  if (event.type === 'lookedUp') {
    const { outcome } = event
    if (outcome.type === 'refused') return outcome.reason !== 'key'
    return outcome.type !== 'unreachable' && !(outcome.type === 'missing' && outcome.underOtherKey)
  }
  if (event.type !== 'submitted') return false
  const { type } = event.outcome
  return type !== 'limited' && type !== 'notSent' && type !== 'unknown'
}
