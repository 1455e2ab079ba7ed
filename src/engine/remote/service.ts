import { randomUUID } from 'node:crypto'
import { wireUpload } from '../../contract/wire.ts'
import type { Json } from '../../domain/json.ts'
import type { PaceAsked } from '../../domain/pace/asked.ts'
import { type CallKind, generations, lists, looks, runsOf, uploads } from '../../domain/pace/kinds.ts'
import type { LookUpOutcome, PollOutcome, SubmitOutcome } from '../../domain/request/outcomes.ts'
import type { Pace } from '../pace/pace.ts'
import { leftAlone } from '../pace/words.ts'
import { atLater, type Point } from '../platform/failpoints.ts'
import { aboutJob, aboutRequest } from './answer-identity.ts'
import { jobLimits, listLimits } from './answer-limits.ts'
import { errorOf, errorTextOf, refusalOf, waitMs } from './decode-common.ts'
import { decodeLookUp, decodeStatus, decodeSubmit, unreadable } from './decode-generation.ts'
import { asPoll, decodeRun, decodeSkillStatus } from './decode-skill.ts'
import type { Exchange, Exchanger } from './exchange.ts'
import { wholeAddress, withWholeAddresses } from './whole-addresses.ts'

/** Where the service is right now and with which key. Practice is started by asking. */
export interface Endpoint {
  base: string
  /** Null: no key is set; only public endpoints can be used. */
  key: string | null
}

export type UploadOutcome =
  | { type: 'uploaded'; imageUrl: string; width: number | null; height: number | null; firstFrameOnly: boolean }
  /** The picture is not accepted; another try with the same bytes will not help. */
  | { type: 'refused'; message: string }
  | { type: 'needsPerson'; kind: 'credits' | 'key'; message: string }
  | { type: 'later'; reason: string; afterMs: number | null }

/** What the service says of a key. `unchecked`: nobody answered, or nothing that says anything about it. */
export type KeyOutcome =
  | { type: 'accepted' }
  | { type: 'refused'; message: string }
  | { type: 'unchecked'; reason: string }

/** Real time: a person waits for it, and the key is kept all the same. */
const checkMs = 15_000

const noSession =
  'This is no session token: it holds characters that cannot be sent, or nothing. Nothing was sent. Copy it whole, without spaces, from the browser where you are logged in.'

/** A session token (§5.4), also as it is copied out of a header; null where no header could carry it. */
function sessionIn(text: string): string | null {
  const token = text.trim().replace(/^(authorization:\s*)?bearer(\s+|$)/i, '')
  return /^[!-~]+$/.test(token) ? token : null
}

const requestPath = (requestId: string): string => `/api/generate/v2/requests/${encodeURIComponent(requestId)}`

export type PublicOutcome =
  | { type: 'body'; body: Json }
  /** `httpStatus` is null where nobody answered. */
  | { type: 'failed'; reason: string; httpStatus: number | null }

/** What a paid exchange is given: `mayLeave` is asked directly before it leaves, `signal` closes it. */
export interface PaidLine {
  signal?: AbortSignal
  mayLeave?: () => boolean
}

/**
 * The service's endpoints, one method each, every answer decoded into what it means. The only caller of the network
 * for anything but files. Sections are those of service.md.
 */
export class Service {
  readonly #exchanger: Exchanger
  readonly #endpoint: () => Promise<Endpoint | { problem: string }>

  readonly #onConnection: (connection: 'reachable' | 'unreachable') => void
  readonly #pace: Pace | null

  /**
   * @param onConnection told after each exchange whether anybody answered
   * @param pace of the account; null: whoever asks has their own
   */
  constructor(
    exchanger: Exchanger,
    endpoint: () => Promise<Endpoint | { problem: string }>,
    onConnection: (connection: 'reachable' | 'unreachable') => void,
    pace: Pace | null = null,
  ) {
    this.#exchanger = exchanger
    this.#endpoint = endpoint
    this.#onConnection = onConnection
    this.#pace = pace
  }

  /** §4.4, §4.7: public, so no bearer (O12). */
  async readPublic(path: string): Promise<PublicOutcome> {
    const exchange = await this.#send('read of a list', lists, 'GET', path, { public: true })
    if (exchange.type !== 'answer') return { type: 'failed', reason: exchange.reason, httpStatus: null }
    const { httpStatus, body } = exchange
    if (httpStatus === 200 && body !== undefined) return { type: 'body', body }
    if (httpStatus === 200) return { type: 'failed', reason: 'The service’s answer could not be read.', httpStatus }
    return { type: 'failed', reason: unreadable(httpStatus, errorTextOf(errorOf(body))), httpStatus }
  }

  /** §4.6: with a session token, which is held by the caller and never kept. */
  async account(sessionToken: string, method: 'GET' | 'POST' | 'DELETE', path: string, body?: Json): Promise<Exchange> {
    const bearer = sessionIn(sessionToken)
    if (bearer === null) return { type: 'notSent', reason: noSession }
    const bytes = body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }
    // A person's own call, and how a key is revoked: no limit on anything else holds it up.
    return this.#send('account call', null, method, path, { bearer, ...bytes })
  }

  /** §4.1. `body` are the stored bytes, sent as they are. */
  async submitGeneration(body: Uint8Array, line: PaidLine = {}): Promise<SubmitOutcome & { balance?: Json }> {
    const exchange = await this.#send('submit', generations, 'POST', '/api/generate/v2', { body, ...line })
    return withBalance(whole(decodeSubmit(exchange), exchange), exchange)
  }

  /**
   * §4.2.
   * @param oldKey here and below: the key that the receipt was ordered under, where another one is set now (A35)
   */
  async generationStatus(generationId: string, oldKey?: string): Promise<PollOutcome> {
    const path = `/api/generate/v2/status/${encodeURIComponent(generationId.toWellFormed())}`
    const exchange = await this.#send('poll', looks, 'GET', path, { bearer: oldKey })
    return whole(decodeStatus(aboutJob(exchange, generationId)), exchange)
  }

  /** §4.3: by the UUID of the request, not by the job's id (O48). */
  async lookUpGeneration(requestId: string, oldKey?: string): Promise<LookUpOutcome> {
    const exchange = await this.#send('look-up', looks, 'GET', requestPath(requestId), { bearer: oldKey })
    return whole(decodeLookUp(aboutRequest(exchange, requestId)), exchange)
  }

  /**
   * Whether the service takes a key, by the read-only look-up of a number that nobody has: it costs nothing and starts
   * nothing (§4.3). Only "no such request" proves the key, and only a 401 in the service's words disproves it (§5, §7).
   */
  async checkKey(key: string): Promise<KeyOutcome> {
    const exchange = await this.#send('look-up', looks, 'GET', requestPath(randomUUID()), {
      bearer: key,
      signal: AbortSignal.timeout(checkMs),
    })
    const outcome = decodeLookUp(exchange)
    if (outcome.type === 'missing') return { type: 'accepted' }
    if (outcome.type === 'refused' && outcome.reason === 'key') return { type: 'refused', message: outcome.message }
    const reason =
      exchange.type === 'answer'
        ? unreadable(exchange.httpStatus, errorTextOf(errorOf(exchange.body)))
        : exchange.reason
    return { type: 'unchecked', reason }
  }

  /** §4.9. */
  async runSkill(skill: string, body: Uint8Array, line: PaidLine = {}): Promise<SubmitOutcome & { balance?: Json }> {
    const exchange = await this.#send('submit', runsOf(skill), 'POST', `/api/skills/${encodeURIComponent(skill)}/run`, {
      body,
      ...line,
    })
    return withBalance(whole(decodeRun(exchange), exchange), exchange)
  }

  /** §4.15. */
  async lookUpSkill(skill: string, requestId: string, oldKey?: string): Promise<LookUpOutcome> {
    const query = new URLSearchParams({ skill, requestId })
    const exchange = await this.#send('look-up', looks, 'GET', `/api/skills/status?${query}`, { bearer: oldKey })
    return whole(decodeSkillStatus(aboutRequest(exchange, requestId)), exchange)
  }

  async skillStatus(skill: string, requestId: string, oldKey?: string): Promise<PollOutcome> {
    return asPoll(await this.lookUpSkill(skill, requestId, oldKey))
  }

  /** §4.8: costs no credits, so a lost answer is simply tried again (O88). */
  async uploadBytes(bytes: Uint8Array, purpose: 'reference' | 'upscale'): Promise<UploadOutcome> {
    const body = Buffer.from(JSON.stringify({ imageBase64: Buffer.from(bytes).toString('base64'), purpose }))
    return decodeUpload(await this.#send('upload', uploads, 'POST', '/api/skills/upload', { body }))
  }

  /** §4.8: the service fetches the picture itself; the 3 MiB limit does not apply. */
  async uploadAddress(sourceUrl: string, purpose: 'reference' | 'upscale'): Promise<UploadOutcome> {
    const body = Buffer.from(JSON.stringify({ sourceUrl, purpose }))
    return decodeUpload(await this.#send('upload', uploads, 'POST', '/api/skills/upload', { body }))
  }

  async #send(
    point: Point,
    kind: CallKind | null,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    options: {
      body?: Uint8Array
      public?: boolean
      bearer?: string | undefined
      signal?: AbortSignal | undefined
      mayLeave?: (() => boolean) | undefined
    } = {},
  ): Promise<Asked> {
    const endpoint = await this.#endpoint()
    if ('problem' in endpoint) return this.#seen({ type: 'notSent', reason: endpoint.problem })
    const url = endpoint.base + path
    const bearer = options.public ? null : (options.bearer ?? endpoint.key)
    if (!options.public && bearer === null)
      return { type: 'notSent', reason: 'There is no key for this service. Set one first.', isKeyless: true }
    const sentMs = kind && this.#pace ? await this.#pace.turn(kind) : 0
    if (sentMs === null) return { type: 'notSent', reason: this.#pausedWords(kind) }
    // While it waited for its turn the key may have been forgotten, or another one set.
    if (!options.public && options.bearer === undefined && !(await this.#isStill(endpoint)))
      return { type: 'notSent', reason: 'The key was changed before this was sent.' }
    const exchange = await atLater(point, () =>
      this.#exchanger.exchange({
        method,
        url,
        most: kind === null || kind.of === 'list' ? listLimits : jobLimits,
        secrets: endpoint.key === null ? [] : [endpoint.key],
        ...(bearer === null ? {} : { bearer }),
        ...(options.body ? { body: options.body } : {}),
        ...(options.signal ? { signal: options.signal } : {}),
        ...(options.mayLeave ? { mayLeave: options.mayLeave } : {}),
      }),
    )
    if (kind && exchange.type === 'answer') this.#pace?.heard(kind, saidOf(exchange), sentMs)
    return { ...this.#seen(exchange), from: url }
  }

  async #isStill(before: Endpoint): Promise<boolean> {
    const now = await this.#endpoint()
    return !('problem' in now) && now.base === before.base && now.key === before.key
  }

  #pausedWords(kind: CallKind | null): string {
    const now = Date.now()
    return `${leftAlone(now + (kind && this.#pace ? this.#pace.leftMs(kind) : 0), now)}.`
  }

  #seen(exchange: Exchange): Exchange {
    this.#onConnection(exchange.type === 'answer' ? 'reachable' : 'unreachable')
    return exchange
  }
}

/** An exchange, and the address that was asked; without one where nothing was. */
type Asked = Exchange & { from?: string }

const whole = <Outcome extends SubmitOutcome | LookUpOutcome | PollOutcome>(
  outcome: Outcome,
  { from }: Asked,
): Outcome => (from === undefined ? outcome : withWholeAddresses(outcome, from))

function saidOf(answer: Extract<Exchange, { type: 'answer' }>): PaceAsked {
  const error = errorOf(answer.body)
  return { httpStatus: answer.httpStatus, code: error.code, afterMs: waitMs(answer, error) }
}

/** Balances stand in an acceptance (§2.1); a 402 says what a key can spend, which is purchased credits alone (§5.3, §7.1). */
function withBalance(outcome: SubmitOutcome, exchange: Exchange): SubmitOutcome & { balance?: Json } {
  if (exchange.type !== 'answer') return outcome
  const { body } = exchange
  if (outcome.type === 'refused' && outcome.reason === 'credits') {
    const { available } = errorOf(body)
    return available === null ? outcome : { ...outcome, balance: { purchased: available } }
  }
  if (outcome.type !== 'accepted') return outcome
  const balance = typeof body === 'object' && body !== null && !Array.isArray(body) ? body.credits : undefined
  return balance === undefined ? outcome : { ...outcome, balance }
}

function decodeUpload(exchange: Asked): UploadOutcome {
  if (exchange.type !== 'answer') return { type: 'later', reason: exchange.reason, afterMs: null }
  const { httpStatus, body } = exchange
  const error = errorOf(body)
  const said = errorTextOf(error)
  if (httpStatus === 200 || httpStatus === 201) {
    const wire = wireUpload.safeParse(body)
    if (wire.success && wire.data.success !== false)
      return {
        type: 'uploaded',
        ...wire.data,
        imageUrl: wholeAddress(wire.data.imageUrl, exchange.from ?? ''),
        firstFrameOnly: wire.data.firstFrameOnly === true,
      }
  }
  const refusal = refusalOf(exchange)
  if (refusal?.reason === 'input')
    return {
      type: 'refused',
      message: `The service does not take this picture: “${said}” Nothing was charged. Use another picture.`,
    }
  if (refusal?.reason === 'key')
    return {
      type: 'needsPerson',
      kind: 'key',
      message:
        'The service refused the key for the upload. Nothing was sent for making and nothing was charged. Set a working key in Settings, then retry.',
    }
  if (refusal?.reason === 'credits')
    return {
      type: 'needsPerson',
      kind: 'credits',
      message: `The balance of purchased credits is too low for the upload. Nothing was charged.${said === '' ? '' : ` The service said: “${said}”.`} Top up, then retry.`,
    }
  return { type: 'later', reason: unreadable(httpStatus, said), afterMs: waitMs(exchange, error) }
}
