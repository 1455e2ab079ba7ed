import { waitsToBeSent } from '../../domain/request/doubt.ts'
import type { QueueEntry } from './queue-options.ts'

/** What is looked at after the computer has slept, before anything is prepared or sent. */
export class AfterSleep {
  readonly #awaited = new Set<string>()

  get isLooking(): boolean {
    return this.#awaited.size > 0
  }

  /**
   * @param soonMs by when a look is worth waiting for (monotonic): what the service wants to be left alone for long must not
   *   hold up everything else
   * @param most nor may the looks at thousands, which come one after the other
   * @param look when it is looked at now; null: not
   */
  begin(entries: Iterable<QueueEntry>, soonMs: number, most: number, look: (id: string) => number | null): void {
    for (const { effect, receipt } of entries) {
      if (this.#awaited.size >= most) break
      if (effect?.do !== 'poll' && effect?.do !== 'lookUp') continue
      // It is held back with what costs, which must not wait for it.
      if (waitsToBeSent(receipt)) continue
      const dueMs = look(receipt.id)
      if (dueMs !== null && dueMs <= soonMs) this.#awaited.add(receipt.id)
    }
  }

  /** @returns whether it was the last one */
  lookedAt(id: string): boolean {
    return this.#awaited.delete(id) && this.#awaited.size === 0
  }
}
