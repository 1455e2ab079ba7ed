import type { RequestEffect, RequestEvent } from '../../domain/request/events.ts'
import type { PaidLine } from '../remote/service.ts'
import { type Gate, isGateWord } from './gate.ts'
import type { JobNumbers } from './job-numbers.ts'
import { type PerformDeps, performEffect } from './perform.ts'
import type { QueueEntry } from './queue-options.ts'
import type { SharedStore } from './shared-store.ts'

interface PerformerDeps {
  perform: PerformDeps
  gate: Gate
  numbers: JobNumbers
  shared?: SharedStore | undefined
}

/** Performs effects of requests that are driven; each exchange ends with the queue, or when another worker takes it over. */
export class Performer {
  readonly #deps: PerformerDeps
  readonly #closing = new AbortController()

  constructor(deps: PerformerDeps) {
    this.#deps = deps
  }

  async perform(entry: QueueEntry, effect: RequestEffect, line: PaidLine): Promise<RequestEvent> {
    const { gate, numbers } = this.#deps
    const began = gate.clock()
    const event = await performEffect(numbers.ownLook(effect, entry.receipt), entry.receipt, this.#deps.perform, {
      ...line,
      signal: this.#signalFor(entry),
    })
    if (isGateWord(event)) entry.wordAt = began
    return event
  }

  #signalFor({ receipt: { id } }: QueueEntry): AbortSignal {
    const { shared } = this.#deps
    const { signal } = this.#closing
    return shared ? AbortSignal.any([signal, shared.signalOf(id)]) : signal
  }

  /** Whoever goes on in the queue's place must not find a line of it still open (I3). */
  close(): void {
    this.#closing.abort()
  }
}
