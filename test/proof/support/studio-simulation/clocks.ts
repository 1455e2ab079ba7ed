import type { Moment } from '../../../../src/domain/studio/lease.ts'
import type { Time } from '../simulation/time.ts'

/**
 * The clocks of one computer: the monotonic one may run fast or slow and stands still asleep, the wall clock is set by anybody, the
 * time since its start goes by whole seconds.
 */
export class Clocks {
  readonly #time: Time
  readonly #rate: number
  #offMs: number
  #sleptMs = 0
  #asleepSinceMs: number | null = null

  /** @param offMs how far its wall clock is from the world's */
  constructor(time: Time, rate: number, offMs: number) {
    this.#time = time
    this.#rate = rate
    this.#offMs = offMs
  }

  wallMs(): number {
    return this.#time.worldMs() + this.#offMs
  }

  monotonicMs(): number {
    const { nowMs } = this.#time
    const asleepMs = this.#sleptMs + (this.#asleepSinceMs === null ? 0 : nowMs - this.#asleepSinceMs)
    return (nowMs - asleepMs) * this.#rate
  }

  uptimeMs(): number {
    return Math.floor((this.#time.nowMs * this.#rate) / 1000) * 1000
  }

  now(): Moment {
    return { wallMs: this.wallMs(), monotonicMs: this.monotonicMs(), uptimeMs: this.uptimeMs() }
  }

  /** The world's, which nobody here can read: for the checks alone. */
  worldMs(): number {
    return this.#time.nowMs
  }

  /** Somebody sets the wall clock. */
  set(byMs: number): void {
    this.#offMs += byMs
  }

  sleep(): void {
    this.#asleepSinceMs ??= this.#time.nowMs
  }

  wake(): void {
    if (this.#asleepSinceMs !== null) this.#sleptMs += this.#time.nowMs - this.#asleepSinceMs
    this.#asleepSinceMs = null
  }

  /** How long the world waits, in whole milliseconds, until this computer's monotonic clock has gone on by so much. */
  worldMsFor(ms: number): number {
    return Math.ceil(ms / this.#rate)
  }
}
