import type { Exchange } from './network.ts'
import { bodyOf } from './parsed.ts'
import type { Ending } from './wire.ts'

const dayMs = 86_400_000
/** A pause ends on a whole second for who was asked, and answers travel. */
const edgeMs = 1500

interface Pause {
  untilMs: number
  /** By the world's clock, as all here. */
  heardMs: number
}

/** How long an answer asks to be left alone: the longer of its header and its body; what cannot be read is a minute (A5). */
export function askedMs(ending: Ending): number {
  if (ending.type === 'error' || ending.breaksAfter !== undefined || ending.dripMs !== undefined) return 0
  const { headers, body } = ending.answer
  const { retryAfterSeconds } = bodyOf(body)
  return Math.max(secondsOf(headers['retry-after']), secondsOf(retryAfterSeconds)) * 1000
}

function secondsOf(said: unknown): number {
  if (said === undefined || said === null) return 0
  const seconds = typeof said === 'number' || /^\d+$/.test(String(said)) ? Number(said) : -1
  return seconds < 0 || Number.isNaN(seconds) ? 60 : Math.min(seconds, dayMs / 1000)
}

/**
 * I14: no look leaves before the time that the service asked for: about one request, or, where it said that there are too many
 * (429), about any. It holds over the end of a program, but for what was heard in the last moments of it.
 */
export class PaceCheck {
  #account: Pause | null = null
  readonly #byRequest = new Map<string, Pause>()

  /** How much is left of the longest pause that is asked for; 0: none. */
  leftMs(id: string, nowMs: number): number {
    return Math.max(0, (this.#account?.untilMs ?? 0) - nowMs, (this.#byRequest.get(id)?.untilMs ?? 0) - nowMs)
  }

  /** @returns in words what is wrong; null: nothing */
  leaves(exchange: Exchange, id: string | null, nowMs: number): string | null {
    const account = this.#account
    if (exchange.bearer === null || exchange.kind === 'media') return null
    if (account && account.untilMs - nowMs > edgeMs)
      return `is asked about ${account.untilMs - nowMs} ms before the end of the pause that the service asked of the account`
    if (id === null || !isLook(exchange)) return null
    const own = this.#byRequest.get(id)
    if (own && own.untilMs - nowMs > edgeMs)
      return `is looked at ${own.untilMs - nowMs} ms sooner than the service asked for`
    return null
  }

  ended(exchange: Exchange, id: string | null, ending: Ending, nowMs: number): void {
    if (id === null || !isLook(exchange) || ending.type === 'error') return
    const forMs = askedMs(ending)
    if (forMs === 0) {
      this.#byRequest.delete(id)
      return
    }
    const pause = { untilMs: nowMs + forMs, heardMs: nowMs }
    this.#byRequest.set(id, pause)
    if (ending.answer.status === 429 && pause.untilMs > (this.#account?.untilMs ?? 0)) this.#account = pause
  }

  /** What was heard since then may not have come to the disk. */
  forget(sinceMs: number): void {
    for (const [id, { heardMs }] of this.#byRequest) if (heardMs >= sinceMs) this.#byRequest.delete(id)
    if (this.#account && this.#account.heardMs >= sinceMs) this.#account = null
  }
}

/** A look at an order or a job, which is asked for with a key. */
const isLook = ({ kind, bearer }: Exchange): boolean => kind === 'ask' && bearer !== null
