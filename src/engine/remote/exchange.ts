import { type Json, json } from '../../domain/json.ts'
import { type AnswerLimits, isWithinLimits, jobLimits } from './answer-limits.ts'
import { CodingError, codingsOf, unpacked } from './content-coding.ts'
import { HttpClient, NotSentError } from './http-client.ts'
import { directRoute, type ProxyRoute } from './network.ts'
import { retryAfter } from './retry-after.ts'
import { withoutSecrets } from './without-secrets.ts'

/** One HTTP exchange as far as it went. Only `answer` says anything about the service's side. */
export type Exchange =
  | {
      type: 'answer'
      httpStatus: number
      /** Parsed body, without our keys; undefined where it is not JSON, was cut, or is more than such an answer can be. */
      body: Json | undefined
      /** From `Retry-After`, in milliseconds; null where there is none. */
      retryAfterMs: number | null
    }
  /** No connection was opened: nothing left this computer. `isKeyless`: since no key is set. */
  | { type: 'notSent'; reason: string; isKeyless?: true }
  /** It may have arrived. */
  | { type: 'unknown'; reason: string }

export interface ExchangeOptions {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  /** Absent on public endpoints (O12). */
  bearer?: string
  body?: Uint8Array
  signal?: AbortSignal
  /** Asked directly before it leaves; false: nothing is sent. */
  mayLeave?: () => boolean
  /** What the answer may be at most; that of a job where this is left out. */
  most?: AnswerLimits
  /** Taken out of the answer beside the bearer: the service knows them from other requests. */
  secrets?: readonly string[]
}

/** Real time, never scaled: they guard against a dead line, not against a slow job. */
export interface SocketLimits {
  connectMs: number
  headersMs: number
  bodyMs: number
  /** Of the whole exchange, beside what sending its body takes on a slow line: an answer that drips ends too. */
  totalMs?: number
}

const defaultSocketLimits: SocketLimits = { connectMs: 10_000, headersMs: 90_000, bodyMs: 60_000 }
const defaultTotalMs = 180_000

/** A slow but honest line, in bytes a millisecond: a body that is sent has so much longer. */
const slowestLine = 30

/**
 * Errors that prove that no connection was opened, where they come from connecting: an open connection can end with
 * EHOSTUNREACH too, after everything was sent. Any other failure leaves it open whether the request arrived
 * (toolchain.md, HTTP), so it is `unknown`.
 */
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'])
/** undici's own, given before a connection is there or asked for. */
const neverBegun = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_INVALID_ARG'])

/** Performs single exchanges: no retries, no redirects, no cookies. What to do about a failure is decided elsewhere. */
export class Exchanger {
  readonly #client: HttpClient
  readonly #totalMs: number

  constructor(limits: SocketLimits = defaultSocketLimits, route: ProxyRoute = directRoute) {
    this.#totalMs = limits.totalMs ?? defaultTotalMs
    this.#client = new HttpClient(route, {
      timeoutMs: limits.connectMs,
      headersTimeout: limits.headersMs,
      bodyTimeout: limits.bodyMs,
      // A reused connection may be dead already, and then nobody knows whether a POST went out.
      pipelining: 1,
      keepAliveTimeout: 4000,
    })
  }

  async exchange(options: ExchangeOptions): Promise<Exchange> {
    // A copy that somebody on the way has kept says nothing of now.
    const headers: Record<string, string> = { accept: 'application/json', 'cache-control': 'no-cache' }
    if (options.bearer !== undefined) headers.authorization = `Bearer ${options.bearer}`
    if (options.body !== undefined) headers['content-type'] = 'application/json'
    const { most = jobLimits, secrets = [] } = options
    const total = new AbortController()
    const timer = setTimeout(() => total.abort(), this.#totalMs + (options.body?.length ?? 0) / slowestLine)
    try {
      const response = await this.#client.request(options.url, {
        method: options.method,
        headers,
        body: options.body ?? null,
        signal: options.signal ? AbortSignal.any([options.signal, total.signal]) : total.signal,
        ...(options.mayLeave ? { mayLeave: options.mayLeave } : {}),
      })
      const bytes = await readLimited(response.body, most.bytes)
      const body = bytes === null ? undefined : await parsed(bytes, codingsOf(response.headers), most)
      return {
        type: 'answer',
        httpStatus: response.statusCode,
        body: body === undefined ? undefined : withoutSecrets(body, [...secrets, options.bearer ?? '']),
        retryAfterMs: retryAfter(response.headers['retry-after'], response.headers.date),
      }
    } catch (error) {
      // It may have arrived, and the answer may even say so: nobody knows (A29).
      return total.signal.aborted ? { type: 'unknown', reason: drips } : outcomeOfError(error)
    } finally {
      clearTimeout(timer)
    }
  }

  close(): Promise<void> {
    return this.#client.close()
  }
}

const drips = 'The service’s answer came so slowly that it was not waited for to its end.'

async function readLimited(body: AsyncIterable<Uint8Array>, mostBytes: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > mostBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** What is packed otherwise than it is said to be may be as it is: then it is JSON. */
async function parsed(bytes: Buffer, codings: readonly string[], most: AnswerLimits): Promise<Json | undefined> {
  const plain = codings.length === 0 ? null : await unpackedWhole(bytes, codings, most.bytes)
  return (plain === null ? undefined : parse(plain, most)) ?? parse(bytes, most)
}

/** Null where it cannot be unpacked, or is more than an answer can be. */
async function unpackedWhole(bytes: Buffer, codings: readonly string[], mostBytes: number): Promise<Buffer | null> {
  try {
    return await readLimited(unpacked(once(bytes), codings, mostBytes), mostBytes)
  } catch (error) {
    if (error instanceof CodingError) return null
    throw error
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Figures that JSON can write and no number holds (1e400): such a one must not make the whole answer unreadable. */
const mayOverflow = /e\+?\d{3}|\d{309}/i
const finite = (_key: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : value

function parse(bytes: Buffer, most: AnswerLimits): Json | undefined {
  if (!isWithinLimits(bytes, most)) return undefined
  try {
    const text = bytes.toString('utf8')
    const parsed = json.safeParse(JSON.parse(text, mayOverflow.test(text) ? finite : undefined))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** What a failed exchange means: whether anything can have left this computer. */
export function outcomeOfError(error: unknown): Exchange {
  if (error instanceof NotSentError) return { type: 'notSent', reason: error.message }
  return { type: isBeforeSending(error) ? 'notSent' : 'unknown', reason: reasonOf(codeOf(error)) }
}

function isBeforeSending(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isBeforeSending)
  if (typeof error !== 'object' || error === null) return false
  if (!('code' in error) || typeof error.code !== 'string') return 'cause' in error && isBeforeSending(error.cause)
  const syscall = 'syscall' in error ? error.syscall : null
  return (
    neverBegun.has(error.code) ||
    (neverConnected.has(error.code) && (syscall === 'connect' || syscall === 'getaddrinfo'))
  )
}

function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  if ('code' in error && typeof error.code === 'string') return error.code
  return 'cause' in error ? codeOf(error.cause) : null
}

function reasonOf(code: string | null): string {
  switch (code) {
    case 'ECONNREFUSED':
      return 'Nothing answers at the service’s address.'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The service’s address is not found. Is this computer online?'
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ENETDOWN':
      return 'The network does not reach the service. Is this computer online?'
    case 'UND_ERR_INVALID_ARG':
      return 'The key holds characters that cannot be sent. Set it again in Settings.'
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return 'The service’s certificate is not one that this computer trusts. A company’s own can be added in Settings.'
    case 'UND_ERR_CONNECT_TIMEOUT':
      return 'The service did not take the connection in time.'
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return 'The service did not answer in time.'
    case 'ECONNRESET':
    case 'UND_ERR_SOCKET':
    case 'EPIPE':
      return 'The connection broke before the whole answer was here.'
    default:
      return `The exchange with the service failed${code === null ? '' : ` (${code})`}.`
  }
}
