import { type WireGeneration, wireGeneration } from '../../contract/wire.ts'
import { isRecord } from '../../domain/json.ts'
import type { Acceptance, LookUpOutcome, PollOutcome, SubmitOutcome } from '../../domain/request/outcomes.ts'
import type { Job } from '../../domain/request/receipt.ts'
import { sanitizeText } from '../platform/text.ts'
import {
  errorOf,
  errorTextOf,
  hasWords,
  imagesOf,
  limitOf,
  noVerdict,
  oddOf,
  refusalOf,
  unanswered,
  waitMs,
} from './decode-common.ts'
import type { Exchange } from './exchange.ts'

/** §2.2: `mediaType` decides which addresses count, and only those of a completed job (O14, O16). */
function urlsOf(wire: WireGeneration): string[] {
  if (wire.status !== 'completed') return []
  const images = imagesOf(wire)
  const videos = wire.videoUrl === null ? [] : [wire.videoUrl]
  if (wire.mediaType === 'video') return videos
  if (wire.mediaType === 'image') return images
  return images.some(Boolean) || videos.length === 0 ? images : videos
}

function acceptanceOf(wire: WireGeneration): Acceptance {
  const job: Job = {
    generationId: wire.generationId ?? wire.jobId,
    module: null,
    status: wire.status ?? 'processing',
    mediaType: wire.mediaType,
    urls: urlsOf(wire),
    error: wire.error === null ? null : sanitizeText(wire.error),
    failureCode: wire.failureCode,
    creditsUsed: wire.creditsUsed,
    creditsStatus: wire.creditsStatus,
  }
  return {
    jobs: [job],
    creditsUsed: wire.creditsUsed,
    creditsStatus: wire.creditsStatus,
    modelId: wire.modelId,
    aspectRatio: wire.aspectRatio,
    expectedCount: null,
    deduped: wire.deduped === true,
    expectedWaitSeconds: wire.expectedWaitSeconds,
    pollHintSeconds: wire.pollHintSeconds,
    ...oddOf(wire),
  }
}

/** `POST /api/generate/v2` (§4.1, §7.1; §7.2 for what its receipt may say). */
export function decodeSubmit(exchange: Exchange): SubmitOutcome {
  if (exchange.type === 'notSent') return exchange
  if (exchange.type === 'unknown') return { type: 'unknown', reason: exchange.reason, afterMs: null }
  const { httpStatus, body } = exchange
  const error = errorOf(body)
  const afterMs = waitMs(exchange, error)
  if (httpStatus === 200 || httpStatus === 201 || httpStatus === 202) {
    const wire = wireGeneration.safeParse(body)
    // Only a job to ask for is an acceptance; "success" alone settles nothing (A29).
    if (wire.success && wire.data.success !== false && (wire.data.generationId ?? wire.data.jobId) !== null)
      return { type: 'accepted', acceptance: acceptanceOf(wire.data) }
    return { type: 'unknown', reason: 'The answer of the service could not be read.', afterMs }
  }
  if (httpStatus === 410 && hasWords(body)) return { type: 'gone', generationId: error.generationId }
  if (httpStatus === 429) return limitOf(exchange)
  if (error.code === 'in_progress') return { type: 'inProgress', afterMs: afterMs ?? 0 }
  // Not listed for ordinary generation (§7, §7.1): whether anything was started is for the look-up to say (A30).
  const refusal = httpStatus === 403 || httpStatus === 422 ? null : refusalOf(exchange)
  return refusal ?? { type: 'unknown', reason: unreadable(httpStatus, errorTextOf(error)), afterMs }
}

/** `GET /api/generate/v2/requests/{requestId}` (§4.3, §7.2). */
export function decodeLookUp(exchange: Exchange): LookUpOutcome {
  if (exchange.type !== 'answer') return unanswered(exchange)
  const { httpStatus, body } = exchange
  const error = errorOf(body)
  const afterMs = waitMs(exchange, error)
  if (httpStatus === 200) {
    const wire = wireGeneration.safeParse(body)
    if (wire.success && wire.data.success !== false && (wire.data.generationId !== null || wire.data.status !== null))
      return { type: 'found', acceptance: acceptanceOf(wire.data) }
    return { type: 'unreachable', reason: 'The answer of the service could not be read.', afterMs }
  }
  if (httpStatus === 404 && error.code === 'request_not_found') return { type: 'missing' }
  if (httpStatus === 410 && hasWords(body)) return { type: 'gone', generationId: error.generationId }
  if (httpStatus === 503 && error.code === 'in_progress')
    return {
      type: 'inProgress',
      afterMs: afterMs ?? 60_000,
      // §7.2: 0 permits it; a `Retry-After` beside it says when.
      mayResubmit: error.retryAfterSeconds === 0,
    }
  // A refused submission keeps its status here (§7.2), but a 403 is neither listed for one nor for the key (§5, §7).
  const refusal = httpStatus === 403 ? null : refusalOf(exchange)
  return refusal ?? noVerdict(exchange, unreadable(httpStatus, errorTextOf(error)))
}

/** `GET /api/generate/v2/status/{generationId}` (§4.2). */
export function decodeStatus(exchange: Exchange): PollOutcome {
  if (exchange.type !== 'answer') return unanswered(exchange)
  const { httpStatus, body } = exchange
  const error = errorOf(body)
  if (httpStatus === 200 && isRecord(body)) {
    const wire = wireGeneration.safeParse(body)
    if (wire.success && wire.data.success !== false && wire.data.status !== null)
      return { type: 'job', acceptance: acceptanceOf(wire.data) }
  }
  // §5, §7: the only status for a token, and only in the service's own words (A29); it ends the watching.
  if (httpStatus === 401 && hasWords(body)) return { type: 'keyRefused' }
  if (httpStatus === 404 || httpStatus === 410) return { type: 'missing', httpStatus }
  return { type: 'unreachable', reason: unreadable(httpStatus, errorTextOf(error)), afterMs: waitMs(exchange, error) }
}

export const unreadable = (httpStatus: number, message: string): string =>
  `The service answered ${httpStatus}${message === '' ? '' : `: “${message}”`}.`
