import { Worker } from 'node:worker_threads'
import type { CallAnswer, CallInput, CallsOf, EventName, EventPayload } from '../contract/ipc.ts'
import type { InnerCalls, ThreadMessage, ThreadOptions, ThreadOutput } from './thread-messages.ts'

export interface EngineLinkEvents {
  onStatus: () => void
  onEvent: <N extends EventName>(name: N, payload: EventPayload<N>) => void
  /** The engine could not start or its thread died; in words. */
  onFailure: (message: string) => void
}

type AnyCall = CallsOf<'engine'> | keyof InnerCalls
type InputOf<N extends AnyCall> = N extends keyof InnerCalls
  ? InnerCalls[N]['input']
  : N extends CallsOf<'engine'>
    ? CallInput<N>
    : never

/** Main's end of the line to the engine's thread. */
export class EngineLink {
  readonly #worker: Worker
  readonly #waiting = new Map<number, (answer: CallAnswer<never>) => void>()
  #ids = 0
  #ended = false

  constructor(entry: URL, options: ThreadOptions, events: EngineLinkEvents) {
    this.#worker = new Worker(entry, { workerData: options })
    this.#worker.on('message', (message: ThreadMessage) => {
      switch (message.type) {
        case 'answer':
          this.#waiting.get(message.id)?.(message.answer as CallAnswer<never>)
          this.#waiting.delete(message.id)
          return
        case 'event':
          return events.onEvent(message.name, message.payload as never)
        case 'status':
          return events.onStatus()
        case 'failed':
          return events.onFailure(message.message)
        case 'ready':
          return
      }
    })
    this.#worker.on('error', (error) =>
      events.onFailure(`The engine stopped: ${error.message}. What was written is safe. Start Printroom again.`),
    )
    this.#worker.on('exit', () => {
      this.#ended = true
      for (const answer of this.#waiting.values()) answer(stopped)
      this.#waiting.clear()
    })
  }

  call<N extends AnyCall>(name: N, input: InputOf<N>): Promise<CallAnswer<ThreadOutput<N>>> {
    if (this.#ended) return Promise.resolve(stopped)
    this.#ids += 1
    const id = this.#ids
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve as (answer: CallAnswer<never>) => void)
      this.#worker.postMessage({ id, name, input })
    })
  }

  /** Lets what is being written be finished, then ends the thread. */
  async close(): Promise<void> {
    if (this.#ended) return
    const gone = new Promise<void>((resolve) => this.#worker.once('exit', () => resolve()))
    await this.call('close', undefined)
    await this.#worker.terminate()
    await gone
  }
}

const stopped = {
  ok: false,
  code: 'engine-stopped',
  message: 'The engine is not running. Start Printroom again.',
  retryable: true,
} as const
