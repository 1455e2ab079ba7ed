import { CallError } from '../../engine/platform/call-error.ts'
import { StudioError, UnknownCommitError } from '../../engine/studio/studio-error.ts'
import type { Output } from '../output.ts'
import { troubleInWords } from './sent-commands.ts'

/** How long after an answer that did not come the database is asked again. */
const againMs = 500
/** Whoever stops waits so long for an answer that is on its way. */
const graceMs = 1000

class StoppedError extends CallError {
  override name = 'StoppedError'
  constructor() {
    super('stopped', 'Nobody waits for the database any more.')
  }
}

/** It was away, or busy, or did not say whether it wrote: the same question may be answered later. */
const isAway = (error: unknown): boolean =>
  error instanceof UnknownCommitError || (error instanceof StudioError && error.retryable)

/** Asks a database that may go away: says so once, asks again until it answers, and says that it is back. */
export class Patience {
  readonly #output: Output
  readonly #signal: AbortSignal
  #isAway = false

  /** @param signal when nobody waits any more; what is asked later is asked once */
  constructor(output: Output, signal: AbortSignal) {
    this.#output = output
    this.#signal = signal
  }

  /** @throws what the database said last, where nobody waits any more; StoppedError where it says nothing */
  async ask<T>(question: () => Promise<T>): Promise<T> {
    const output = this.#output
    let last: unknown = null
    for (;;) {
      if (last !== null && this.#signal.aborted) throw last
      try {
        const answer = await this.#unlessStopped(question())
        if (this.#isAway) output.say('The database answers again.')
        this.#isAway = false
        return answer
      } catch (error) {
        if (this.#signal.aborted) throw last ?? error
        if (!isAway(error)) throw error
        if (!this.#isAway) output.say(`${troubleInWords(error)} It is waited for.`)
        this.#isAway = true
        last = error
      }
      await this.#pause(againMs)
    }
  }

  /** A line that is cut is found out seconds later: whoever stops does not wait for that. */
  #unlessStopped<T>(answer: Promise<T>): Promise<T> {
    if (this.#signal.aborted) return answer
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | null = null
      const stopped = (): void => {
        timer = setTimeout(() => reject(new StoppedError()), graceMs)
      }
      this.#signal.addEventListener('abort', stopped, { once: true })
      answer.then(resolve, reject).finally(() => {
        this.#signal.removeEventListener('abort', stopped)
        if (timer !== null) clearTimeout(timer)
      })
    })
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms)
      const signal = this.#signal
      function done(): void {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      signal.addEventListener('abort', done, { once: true })
    })
  }
}
