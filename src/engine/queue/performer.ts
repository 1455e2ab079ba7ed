import type { RequestEffect, RequestEvent } from '../../domain/request/events.ts'
import type { PaidLine } from '../remote/service.ts'
import { type Gate, isWord } from './gate.ts'
import type { JobNumbers } from './job-numbers.ts'
import { type PerformDeps, perform } from './perform.ts'
import type { Entry } from './queue-options.ts'
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

  async perform(entry: Entry, effect: RequestEffect, line: PaidLine): Promise<RequestEvent> {
    const { gate, numbers } = this.#deps
    const began = gate.clock()
    const event = await perform(numbers.ownLook(effect, entry.receipt), entry.receipt, this.#deps.perform, {
      ...line,
      signal: this.#signalFor(entry),
    })
    if (isWord(event)) entry.wordAt = began
    return event
  }

  #signalFor({ receipt: { id } }: Entry): AbortSignal {
    const { shared } = this.#deps
    const { signal } = this.#closing
    return shared ? AbortSignal.any([signal, shared.signalOf(id)]) : signal
  }

  /** Whoever goes on in the queue's place must not find a line of it still open (I3). */
  close(): void {
    this.#closing.abort()
  }
}
