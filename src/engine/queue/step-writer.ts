import type { Timers } from '../platform/timers.ts'
import type { Receipts } from '../store/receipts.ts'
import type { DurableStep } from './steps.ts'

interface Waiting {
  steps: DurableStep[]
  /** Looked at under the lock; throws where the steps may not be written. */
  check: (() => void) | null
  done: (written: { othersCame: boolean }) => void
  failed: (error: unknown) => void
}

/** So many requests at most in one write: the thread does nothing else meanwhile. */
const mostAtOnce = 32

/**
 * Writes steps that come up in the same turn of the event loop in one: a sync takes as long for many as for one, and the
 * answers that came during the last one are all there when it ends.
 */
export class StepWriter {
  readonly #receipts: Receipts
  readonly #fence: () => boolean
  readonly #timers: Timers
  #waiting: Waiting[] = []
  #isPlanned = false

  constructor(receipts: Receipts, fence: () => boolean, timers: Timers) {
    this.#receipts = receipts
    this.#fence = fence
    this.#timers = timers
  }

  /**
   * Resolves when the steps are on the disk, both copies (Receipts.save); rejects with what kept just these from it.
   * @param check looked at under the same lock: at most one step with such a condition is in a write, so that none is
   *   judged by what another in the same write changes
   */
  write(steps: DurableStep[], check: (() => void) | null): Promise<{ othersCame: boolean }> {
    return new Promise((done, failed) => {
      this.#waiting.push({ steps, check, done, failed })
      this.#plan()
    })
  }

  #plan(): void {
    if (this.#isPlanned || this.#waiting.length === 0) return
    this.#isPlanned = true
    this.#timers.soon(() => {
      this.#isPlanned = false
      this.#writeAll(this.#next())
      this.#plan()
    })
  }

  /** Writes what waits, without waiting for the end of this turn. */
  flush(): void {
    while (this.#waiting.length > 0) this.#writeAll(this.#next())
  }

  /**
   * Before the queue closes: writes what is known already, else the next one would have to ask the service once more.
   * What is to be paid now is not written any more, since it will not be sent.
   */
  close(): void {
    const [toPay, known] = [this.#waiting.filter(({ check }) => check), this.#waiting.filter(({ check }) => !check)]
    this.#waiting = known
    this.flush()
    for (const { failed } of toPay) failed(new Error('The queue has closed; this was not written.'))
  }

  #next(): Waiting[] {
    const second = this.#waiting.findIndex(
      ({ check }, n) => check !== null && this.#waiting.slice(0, n).some((before) => before.check !== null),
    )
    return this.#waiting.splice(0, Math.min(mostAtOnce, second < 0 ? mostAtOnce : second))
  }

  #writeAll(group: Waiting[]): void {
    const [first] = group
    if (!first) return
    let othersCame: boolean
    try {
      const written = this.#receipts.save(
        group.flatMap(({ steps }) => steps),
        () => {
          for (const { check } of group) check?.()
          return this.#fence()
        },
      )
      othersCame = written.othersCame
    } catch (error) {
      // What one of them may not, or cannot, is no reason for the others to wait.
      if (group.length === 1) first.failed(error)
      else for (const one of group) this.#writeAll([one])
      return
    }
    for (const one of group) one.done({ othersCame: othersCame && one === first })
  }
}
