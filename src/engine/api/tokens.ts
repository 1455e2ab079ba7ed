import { isRecord, type Json } from '../../domain/json.ts'
import { errorOf, errorTextOf, refusalOf } from '../remote/decode-common.ts'
import { unreadable } from '../remote/decode-generation.ts'
import type { Exchange } from '../remote/exchange.ts'
import type { Service } from '../remote/service.ts'

/** Entries of an answer as the service has them, or why there are none. Error codes are not shown (§7): words are. */
export type TokensOutcome =
  | { type: 'entries'; entries: { [key: string]: Json }[] }
  /** `mayBeDone`: the service may have done it all the same. */
  | { type: 'failed'; reason: string; mayBeDone: boolean }

/**
 * Token management (§4.6): takes a logged-in browser session, never an API key (O9). The session token is handed in for
 * one call and kept nowhere. Creating is never tried again by itself and never under another field name: the document
 * does not show the name of the field, and a second try could make a second token.
 */
export class Tokens {
  readonly #service: Service
  readonly #session: string

  constructor(service: Service, session: string) {
    this.#service = service
    this.#session = session
  }

  async list(): Promise<TokensOutcome> {
    const exchange = await this.#service.account(this.#session, 'GET', '/api/tokens')
    return entriesOf(exchange, (entry) => 'token_value' in entry || 'is_active' in entry)
  }

  async create(name: string): Promise<TokensOutcome> {
    const exchange = await this.#service.account(this.#session, 'POST', '/api/tokens', { name })
    const outcome = entriesOf(exchange, (entry) => typeof entry.token === 'string')
    // It may have been made all the same, and its value was not shown.
    return outcome.type === 'entries' && outcome.entries.length === 0
      ? { type: 'failed', reason: 'The service’s answer holds no key.', mayBeDone: true }
      : outcome
  }

  async revoke(id: string): Promise<TokensOutcome> {
    const exchange = await this.#service.account(
      this.#session,
      'DELETE',
      `/api/tokens/${encodeURIComponent(id.toWellFormed())}`,
    )
    if (exchange.type !== 'answer') return unanswered(exchange)
    // The response body is not shown: the status alone says that it was done.
    return exchange.httpStatus >= 200 && exchange.httpStatus < 300 && !isRefused(exchange.body)
      ? { type: 'entries', entries: [{ id, revoked: true }] }
      : failed(exchange)
  }

  async usage(id: string): Promise<TokensOutcome> {
    const exchange = await this.#service.account(
      this.#session,
      'GET',
      `/api/tokens/${encodeURIComponent(id.toWellFormed())}/usage`,
    )
    return entriesOf(exchange, (entry) => 'credits_used' in entry)
  }
}

const isRefused = (body: Json | undefined): boolean => isRecord(body) && body.success === false

const unanswered = ({ type, reason }: Exclude<Exchange, { type: 'answer' }>): TokensOutcome => ({
  type: 'failed',
  reason,
  mayBeDone: type === 'unknown',
})

/** Only a refusal in the service's own words settles that nothing was done (§7). */
const failed = (exchange: Extract<Exchange, { type: 'answer' }>): TokensOutcome => ({
  type: 'failed',
  reason: unreadable(exchange.httpStatus, errorTextOf(errorOf(exchange.body))),
  mayBeDone: refusalOf(exchange) === null,
})

/** Containers are not all shown, so entries are known by what they must have, wherever they stand. */
function entriesOf(exchange: Exchange, isEntry: (entry: { [key: string]: Json }) => boolean): TokensOutcome {
  if (exchange.type !== 'answer') return unanswered(exchange)
  if (exchange.httpStatus < 200 || exchange.httpStatus >= 300 || isRefused(exchange.body)) return failed(exchange)
  if (exchange.body === undefined)
    return { type: 'failed', reason: 'The service’s answer could not be read.', mayBeDone: true }
  const entries: { [key: string]: Json }[] = []
  collect(exchange.body, isEntry, entries, 0)
  return { type: 'entries', entries }
}

function collect(
  node: Json,
  isEntry: (entry: { [key: string]: Json }) => boolean,
  into: { [key: string]: Json }[],
  depth: number,
): void {
  if (depth > 3) return
  if (Array.isArray(node)) for (const entry of node) collect(entry, isEntry, into, depth + 1)
  else if (isRecord(node)) {
    if (isEntry(node)) into.push(node)
    else for (const entry of Object.values(node)) collect(entry, isEntry, into, depth + 1)
  }
}
