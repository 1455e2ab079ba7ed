import type { Timers } from '../../../../src/engine/platform/timers.ts'
import type { Owner, Time } from '../simulation/time.ts'
import type { Clocks } from './clocks.ts'
import { runAs } from './edges.ts'

/** One run of a program on a computer: what it waits for comes to it as long as it lives, and waits while it is frozen. */
export class Computer implements Owner {
  readonly name: string
  readonly clocks: Clocks
  readonly #time: Time
  isDead = false
  isFrozen = false

  constructor(name: string, clocks: Clocks, time: Time) {
    this.name = name
    this.clocks = clocks
    this.#time = time
  }

  /** By its own monotonic clock. */
  after(ms: number, call: () => void): () => void {
    return this.inWorld(this.clocks.worldMsFor(ms), call)
  }

  /** By the world's time: what comes to it from elsewhere. */
  inWorld(ms: number, call: () => void): () => void {
    return this.#time.after(ms, this, () => runAs(this, call))
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.inWorld(ms, resolve))
  }

  freeze(isAsleep: boolean): void {
    this.isFrozen = true
    if (isAsleep) this.clocks.sleep()
  }

  thaw(): void {
    this.clocks.wake()
    this.isFrozen = false
    this.#time.thaw(this)
  }

  get timers(): Timers {
    return {
      monotonicMs: () => this.clocks.monotonicMs(),
      after: (ms, call) => this.after(ms, call),
      soon: (call) => void this.inWorld(0, call),
    }
  }
}
