import { Worker } from 'node:worker_threads'
import type { CallAnswer, CallInput, CallsOf, EventName, EventPayload } from '../contract/ipc.ts'
import { newWord, sayClosing } from './closing.ts'
import {
  type Ended,
  type InnerCalls,
  stoppedCode,
  type ThreadData,
  type ThreadMessage,
  type ThreadOptions,
  type ThreadOutput,
} from './thread-messages.ts'

export interface EngineLinkEvents {
  onStatus: () => void
  onEvent: <N extends EventName>(name: N, payload: EventPayload<N>) => void
  /** All keys of its service that it has now. */
  onKeys: (keys: string[]) => void
  /** The engine could not start or its thread died; in words. */
  onFailure: (message: string) => void
}

export type AnyCall = CallsOf<'engine'> | keyof InnerCalls
export type InputOf<N extends AnyCall> = N extends keyof InnerCalls
  ? InnerCalls[N]['input']
  : N extends CallsOf<'engine'>
    ? CallInput<N>
    : never

/** Some milliseconds are usual. */
const endsByItselfMs = 5000
/** Longer than a synced write takes on a slow disk. What is cut off then is taken up by the next start, like after a crash. */
const longestSilenceMs = 20_000

/** Main's end of the line to the engine's thread. */
export class EngineLink {
  readonly #worker: Promise<Worker>
  readonly #waiting = new Map<number, (answer: CallAnswer<never>) => void>()
  readonly #silenceMs: number
  readonly #closing = newWord()
  #ids = 0
  #ended = false
  #heardAtMs = 0

  /**
   * @param options may take a moment (a system's proxy is asked for); calls wait for it
   * @param silenceMs how long the thread may answer nothing at all before it is ended as it closes, in real time
   */
  constructor(
    entry: URL,
    options: ThreadOptions | Promise<ThreadOptions>,
    events: EngineLinkEvents,
    silenceMs = longestSilenceMs,
  ) {
    this.#silenceMs = silenceMs
    this.#worker = Promise.resolve(options).then((given) => {
      const workerData: ThreadData = { ...given, closing: this.#closing }
      const { imageWorkers, practiceStarts } = given
      const transferList = [imageWorkers, practiceStarts].filter((port) => port !== undefined)
      return this.#start(new Worker(entry, { workerData, transferList }), events)
    })
  }

  #start(worker: Worker, events: EngineLinkEvents): Worker {
    worker.on('message', (message: ThreadMessage) => {
      this.#heardAtMs = performance.now()
      switch (message.type) {
        case 'answer':
          this.#waiting.get(message.id)?.(message.answer as CallAnswer<never>)
          this.#waiting.delete(message.id)
          return
        case 'event':
          return events.onEvent(message.name, message.payload as never)
        case 'status':
          return events.onStatus()
        case 'keys':
          return events.onKeys(message.keys)
        case 'failed':
          return events.onFailure(message.message)
        case 'ready':
          return
      }
    })
    worker.on('error', (error) =>
      events.onFailure(`The engine stopped: ${error.message}. What was written is safe. Start Printroom again.`),
    )
    worker.on('exit', () => {
      this.#ended = true
      for (const answer of this.#waiting.values()) answer(stopped)
      this.#waiting.clear()
    })
    return worker
  }

  async call<N extends AnyCall>(name: N, input: InputOf<N>): Promise<CallAnswer<ThreadOutput<N>>> {
    const worker = await this.#worker
    if (this.#ended) return stopped
    this.#ids += 1
    const id = this.#ids
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve as (answer: CallAnswer<never>) => void)
      worker.postMessage({ id, name, input })
    })
  }

  /**
   * Lets what is being written be finished, then ends the thread; at once where it does not answer any more. What waits
   * before it is done for a moment more, and then refused.
   * @returns what it left; null where it did not say
   */
  async close(): Promise<Ended | null> {
    const worker = await this.#worker
    if (this.#ended) return null
    const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    const silent = this.#silence(worker)
    sayClosing(this.#closing)
    const closed = await Promise.race([this.call('close', undefined), silent.past])
    // It ends by itself, with nothing of it cut off in the middle of native code; only one that does not is ended.
    const timer = setTimeout(() => void worker.terminate(), endsByItselfMs)
    await Promise.race([gone, silent.past])
    clearTimeout(timer)
    silent.stop()
    return closed?.ok ? closed.value : null
  }

  /** Ends a thread that answers nothing; `past` comes where even that does not end it, being in native code. */
  #silence(worker: Worker): { past: Promise<null>; stop: () => void } {
    const { promise: past, resolve } = Promise.withResolvers<null>()
    this.#heardAtMs = performance.now()
    let giveUp: NodeJS.Timeout | undefined
    const timer = setInterval(() => {
      void this.call('status', undefined)
      if (performance.now() - this.#heardAtMs < this.#silenceMs || giveUp !== undefined) return
      void worker.terminate()
      giveUp = setTimeout(() => resolve(null), endsByItselfMs)
    }, this.#silenceMs / 4)
    const stop = (): void => {
      clearInterval(timer)
      clearTimeout(giveUp)
    }
    return { past, stop }
  }
}

/** Whether the engine ended before it answered, or without being asked: nobody knows what of it was done. */
export const isCutOff = (answer: CallAnswer<unknown>): boolean => !answer.ok && answer.code === stoppedCode

const stopped = {
  ok: false,
  code: stoppedCode,
  message: 'The engine is not running. Start Printroom again.',
  retryable: true,
} as const
