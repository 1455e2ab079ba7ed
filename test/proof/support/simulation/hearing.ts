import type { Known } from './known.ts'
import type { Exchange } from './network.ts'
import { askedMs } from './pace-check.ts'
import { bodyOf } from './parsed.ts'
import type { Ending } from './wire.ts'

export interface Hearer {
  nowMs: number
  worldMs: number
  /** Who asked drives still; one that stood still and was replaced can tell nobody how long the service wants it to wait. */
  isDriver: boolean
}

/** Notes what an exchange says of a request to who asked: what permits another POST, and what gives an end its reason. */
export function hear(known: Known, exchange: Exchange, ending: Ending, { nowMs, worldMs, isDriver }: Hearer): void {
  const isPost = exchange.kind === 'paid'
  if (ending.type === 'error') {
    const isBefore = ['ECONNREFUSED', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT'].includes(ending.code)
    if (isPost && isBefore) {
      known.permits.add('it never left')
      known.permittedAtMs = worldMs
      for (const post of known.posts) if (post.exchange === exchange) post.isNo = true
    }
    return
  }
  if (ending.breaksAfter !== undefined || ending.dripMs !== undefined) return
  const { status } = ending.answer
  const body = bodyOf(ending.answer.body)
  // The word of a code may stand in `error` alone.
  const code = String(body.code ?? body.error ?? '')
  const says = code !== ''
  if (status === 410 && says) known.heard.add('gone')
  const pauseMs = askedMs(ending)
  if (isPost && isDriver) known.notBeforeMs = pauseMs > 0 ? worldMs + pauseMs : 0
  if ([400, 401, 402, 403, 409, 413, 422].includes(status) && says) known.heard.add('refused')
  const stored = Number(body.submissionHttpStatus ?? 0)
  if (stored >= 400 && stored < 500) known.heard.add('refused')
  // The verdict on all that was sent, by its receipt.
  if (!isPost && ((status === 402 && says) || stored === 429)) {
    for (const post of known.posts) post.isNo = true
    known.permittedAtMs = worldMs
  }
  if (!isPost && stored === 429) known.permits.add('a limit, by its receipt')
  const isLookUp = !isPost && /\/requests\/|\/skills\/status/.test(exchange.url.pathname)
  if (isLookUp) hearLookUp(known, exchange, { status, body, code, says }, { nowMs, worldMs })
}

interface Said {
  status: number
  body: Record<string, unknown>
  code: string
  says: boolean
}

function hearLookUp(
  known: Known,
  exchange: Exchange,
  { status, body, code, says }: Said,
  { nowMs, worldMs }: Pick<Hearer, 'nowMs' | 'worldMs'>,
): void {
  const { url } = exchange
  const isFree = status === 503 && code === 'in_progress' && body.retryAfterSeconds === 0
  const isRetryable = status === 200 && body.retryable === true
  const isMissing = status === 404 && (code === 'request_not_found' || (url.pathname.endsWith('status') && says))
  // A word of the service that it has trouble with it: something of it may stand there after all.
  if (status >= 500 && says) known.noes = 0
  if (isMissing) known.missingAtMs.push(nowMs)
  // An answer that cannot be read says nothing in either direction.
  else if (typeof body.status === 'string' || code === 'in_progress') known.missingAtMs = []
  if (isFree) known.permits.add('a free reservation')
  // A “no” to each send, also a limit, permits another one only with the look that finds nothing (A6).
  if (isMissing && known.posts.length > 0 && known.posts.every(({ isNo }) => isNo))
    known.permits.add('a look after a no')
  if (isRetryable) known.permits.add('a receipt that may be sent again')
  if (!isMissing && !isFree && !isRetryable) return
  known.lookedAtMs = known.leftAtMs.get(exchange) ?? null
  known.lookAnsweredMs = worldMs
  known.permittedAtMs = worldMs
}
