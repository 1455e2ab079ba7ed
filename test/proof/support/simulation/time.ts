import type { Timers } from '../../../../src/engine/platform/timers.ts'

/** Somebody whom a moment belongs to: one run of the app. What is due for the dead does not happen, and the frozen find it when they thaw. */
export interface Owner {
  isDead: boolean
  isFrozen: boolean
}

interface Moment {
  dueMs: number
  /** Of two at one time the first that was planned. */
  seq: number
  owner: Owner | null
  /** Measured by the computer's own clock, which stands still while it sleeps. */
  isLocal: boolean
  isOff: boolean
  call: () => void
}

/** Noon of some day, so that no schedule begins at zero. */
const epochMs = Date.UTC(2026, 10, 3, 12)

/**
 * All the time there is: that of the world, the computer's monotonic clock (the world's without its sleep), and its wall
 * clock (which may be set to anything). Nothing waits: the next moment is called, and time is what it was due at.
 */
export class Time {
  nowMs = 0
  #sleptMs = 0
  #jumpMs = 0
  #seq = 0
  /** A binary heap, the soonest first. */
  readonly #moments: Moment[] = []
  #held: Moment[] = []

  /** What the world's clocks show, in milliseconds since 1970. */
  worldMs(): number {
    return epochMs + this.nowMs
  }

  wallMs(): number {
    return epochMs + this.nowMs + this.#jumpMs
  }

  monotonicMs(): number {
    return this.nowMs - this.#sleptMs
  }

  jump(byMs: number): void {
    this.#jumpMs += byMs
  }

  /** The computer sleeps: its timers stand still, the world goes on. */
  sleep(ms: number): void {
    this.nowMs += ms
    this.#sleptMs += ms
    const all = this.#moments.splice(0)
    for (const moment of all) {
      if (moment.isLocal) moment.dueMs += ms
      this.#push(moment)
    }
  }

  after(ms: number, owner: Owner | null, call: () => void, isLocal = false): () => void {
    this.#seq += 1
    const dueMs = this.nowMs + Math.max(0, ms)
    const moment: Moment = { dueMs, seq: this.#seq, owner, isLocal, isOff: false, call }
    this.#push(moment)
    return () => {
      moment.isOff = true
    }
  }

  timersOf(owner: Owner): Timers {
    return {
      monotonicMs: () => this.monotonicMs(),
      after: (ms, call) => this.after(ms, owner, call, true),
      soon: (call) => void this.after(0, owner, call, true),
    }
  }

  /** Goes on to the next moment; null: nothing is due any more. */
  next(): { owner: Owner | null; call: () => void } | null {
    for (let moment = this.#pop(); moment; moment = this.#pop()) {
      if (moment.isOff || moment.owner?.isDead) continue
      if (moment.owner?.isFrozen) {
        this.#held.push(moment)
        continue
      }
      this.nowMs = Math.max(this.nowMs, moment.dueMs)
      return moment
    }
    return null
  }

  /** Everything that became due while its owner was frozen is due now. */
  thaw(owner: Owner): void {
    const [mine, others] = [this.#held.filter((m) => m.owner === owner), this.#held.filter((m) => m.owner !== owner)]
    this.#held = others
    for (const moment of mine) this.#push({ ...moment, dueMs: this.nowMs })
  }

  #push(moment: Moment): void {
    const heap = this.#moments
    let at = heap.push(moment) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!isSooner(moment, heap[above])) break
      heap[at] = heap[above] as Moment
      at = above
    }
    heap[at] = moment
  }

  #pop(): Moment | undefined {
    const heap = this.#moments
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    let at = 0
    for (let below = 1; below < heap.length; below = 2 * at + 1) {
      if (below + 1 < heap.length && isSooner(heap[below + 1] as Moment, heap[below])) below += 1
      if (!isSooner(heap[below] as Moment, last)) break
      heap[at] = heap[below] as Moment
      at = below
    }
    heap[at] = last
    return first
  }
}

const isSooner = (a: Moment, b: Moment | undefined): boolean =>
  b === undefined || a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.seq < b.seq)
