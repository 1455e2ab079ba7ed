import { OtherCommandError, type StudioCommand, sendCommand } from '../../engine/studio/commands.ts'
import { StudioError } from '../../engine/studio/studio-error.ts'
import type { Context } from '../context.ts'
import { onStop } from '../stop-signals.ts'
import { Patience } from './patience.ts'
import { type Sending, tellSending } from './sent-commands.ts'

/** Without --wait a worker has so long to take a command; it stands in the inbox all the same. */
export const takenWithinMs = 15_000

/** Nobody knows whether commands were written: at the most those that were sent before it, and one more. */
export class NotKnownError extends Error {
  override name = 'NotKnownError'
  readonly sent: readonly string[]
  constructor(sent: readonly string[], cause: unknown) {
    super('it is not known whether it stands', { cause })
    this.sent = sent
  }
}

/** The terminal from the moment in which it sends commands to a studio: it waits for them until it is stopped. */
export class Waiting {
  readonly #context: Context
  readonly #stopped = new AbortController()
  readonly #stopping = onStop(() => this.#stopped.abort())
  readonly #patience: Patience
  /** Until when a worker is waited for. */
  readonly within: AbortSignal
  /** Until when the end of requests is waited for; stopped: they are told as they stand. */
  readonly toTheEnd: AbortSignal

  constructor(context: Context) {
    this.#context = context
    const { signal } = this.#stopped
    const isWaiting = context.args.values.wait === true
    this.within = isWaiting ? signal : AbortSignal.any([signal, AbortSignal.timeout(takenWithinMs)])
    this.toTheEnd = isWaiting ? signal : AbortSignal.abort()
    this.#patience = new Patience(context.output, this.within)
  }

  /** Asks the database, also one that goes away for a while. */
  ask = <T>(question: () => Promise<T>): Promise<T> => this.#patience.ask(question)

  /**
   * Tells the numbers of commands and sends them. The same one again is there already, so that a lost answer is no trouble.
   * @throws NotKnownError; anything else where nothing of them stands
   */
  async send(commands: readonly StudioCommand[], { what, person }: Pick<Sending, 'what' | 'person'>): Promise<void> {
    const { database } = await this.#context.studio()
    const ids = commands.map(({ id }) => id)
    tellSending(this.#context.output, { ids, person, what })
    for (const [n, command] of commands.entries()) {
      let tries = 0
      try {
        await this.ask(() => {
          tries += 1
          return sendCommand(database, command)
        })
      } catch (error) {
        if (n === 0 && tries === 1 && isRefused(error)) throw error
        throw new NotKnownError(ids.slice(0, n + 1), error)
      }
    }
  }

  end(): void {
    this.#stopping.end()
  }
}

/** The database has said no, or has another command of that number: this one was not written. */
const isRefused = (error: unknown): boolean =>
  error instanceof OtherCommandError || (error instanceof StudioError && error.code !== 'unreachable')
