import { type WireError, wireError } from '../../contract/wire.ts'
import { isRecord, type Json } from '../../domain/json.ts'
import type { LookUpOutcome, PollOutcome, Refusal, SubmitOutcome } from '../../domain/request/outcomes.ts'
import { sanitizeText } from '../platform/text.ts'
import type { Exchange } from './exchange.ts'

export type Answer = Extract<Exchange, { type: 'answer' }>

/** Every word of §7 that a `code` can be. */
const codeWords: ReadonlySet<string | null> = new Set([
  'premium_model_paywall',
  'insufficient_credits',
  'invalid_reference_url',
  'in_progress',
  'request_not_found',
  'request_interrupted',
  'idempotency_conflict',
  'request_id_collision',
  'generation_unavailable',
  'upscale_resize_required',
  'price_changed',
])

/**
 * Bodies that are no JSON object read as an error without words. `error` is promised everywhere, and `code` for ordinary
 * generation alone, there only usually (§7): where nothing but one of its words stands in `error`, that is the code.
 */
export function errorOf(body: Json | undefined): WireError {
  const said = wireError.parse(isRecord(body) ? body : {})
  if (codeWords.has(said.code) || !codeWords.has(said.error)) return said
  return { ...said, code: said.error, error: said.message ?? said.error }
}

/** The service's own words, fit to be shown: no control characters, no key, not endless. */
export const errorTextOf = (error: WireError): string => sanitizeText(error.error ?? error.message ?? '')

/** Whether the service itself speaks: what comes without a word may be from something on the way (A29, A30). */
export function hasWords(body: Json | undefined): boolean {
  const { error, code } = errorOf(body)
  return error !== null || code !== null
}

/**
 * All addresses of an answer, each in its place, by which a picture is known: an empty one is not named yet, and keeps its
 * place. A list that names none does not hide the single one.
 */
export function imagesOf({ imageUrl, imageUrls }: { imageUrl: string | null; imageUrls: string[] | null }): string[] {
  const listed = imageUrls ?? []
  if (listed.some(Boolean) || (listed.length > 0 && !imageUrl)) return listed
  return imageUrl === null ? [] : [imageUrl]
}

/** `retryAfterSeconds` and `Retry-After`: the longer (A5); null where neither says anything. */
export function waitMs(answer: Answer, error: WireError): number | null {
  const said = error.retryAfterSeconds
  const bodyMs = said === null ? null : said >= 0 ? Math.min(said, 86_400) * 1000 : 60_000
  if (bodyMs === null) return answer.retryAfterMs
  return Math.max(bodyMs, answer.retryAfterMs ?? 0)
}

/** Figures that cannot be true: they are kept and shown, and taken for not yet known. */
export const oddOf = ({ oddFigures }: { oddFigures: string[] }): { oddFigures?: string[] } =>
  oddFigures.length > 0 ? { oddFigures: oddFigures.map(sanitizeText) } : {}

/** A paid POST that met a limit (§7.3; A23). */
export function limitOf(answer: Answer): Extract<SubmitOutcome, { type: 'limited' }> {
  const error = errorOf(answer.body)
  const limited = { type: 'limited' as const, afterMs: waitMs(answer, error) ?? 60_000, message: errorTextOf(error) }
  return hasWords(answer.body) ? limited : { ...limited, isUnsaid: true }
}

/** A look that got no answer. */
export const unanswered = ({
  reason,
  isKeyless,
}: {
  reason: string
  isKeyless?: true
}): Extract<PollOutcome, { type: 'unreachable' }> => ({
  type: 'unreachable',
  reason,
  afterMs: null,
  ...(isKeyless && { isKeyless }),
})

/** An answer to a look-up that is none of §7's. What the service says itself, but of a limit on looks, speaks of the order. */
export function noVerdict(answer: Answer, reason: string): Extract<LookUpOutcome, { type: 'unreachable' }> {
  const unreachable = { type: 'unreachable' as const, reason, afterMs: waitMs(answer, errorOf(answer.body)) }
  return hasWords(answer.body) && answer.httpStatus !== 429 ? { ...unreachable, isSaid: true } : unreachable
}

/**
 * The refusals of §7 by status and code, with those that only Skills and uploads list (§7.3: 403, 422). Null: not a
 * documented refusal.
 */
export function refusalOf(answer: Answer): Refusal | null {
  const error = errorOf(answer.body)
  if (!hasWords(answer.body)) return null
  const refused = (reason: Refusal['reason'], message = errorTextOf(error)): Refusal => ({
    type: 'refused',
    reason,
    httpStatus: answer.httpStatus,
    code: error.code,
    message,
    quotedCredits: error.quotedCredits,
    required: error.required,
    sourceSize: sizeOf(error),
  })
  switch (answer.httpStatus) {
    case 400:
      return refused('input', withRatios(error))
    case 413:
    case 422:
      return refused('input')
    case 401:
    case 403:
      return refused('key')
    case 402:
      return refused('credits', withBalance(error))
    case 409:
      return conflictOf(error.code, refused)
    default:
      return null
  }
}

const sizeOf = ({ sourceWidth: width, sourceHeight: height }: WireError): { width: number; height: number } | null =>
  width === null || height === null ? null : { width, height }

function conflictOf(code: string | null, refused: (reason: Refusal['reason']) => Refusal): Refusal | null {
  switch (code) {
    case 'idempotency_conflict':
      return refused('conflict')
    case 'request_id_collision':
      return refused('collision')
    case 'price_changed':
      return refused('price-changed')
    case 'upscale_resize_required':
      return refused('resize-required')
    default:
      return null
  }
}

/** O136: the balance that is needed and the one that is there. */
const withBalance = (error: WireError): string =>
  error.required === null
    ? errorTextOf(error)
    : `${errorTextOf(error)} Required: ${error.required}, available: ${error.available ?? 'unknown'}`

const withRatios = (error: WireError): string =>
  error.supportedRatios === null
    ? errorTextOf(error)
    : `${errorTextOf(error)} Possible: ${sanitizeText(error.supportedRatios.join(', '))}.`
