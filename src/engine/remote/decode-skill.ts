import { type WireItem, type WireSkillReceipt, wireItem, wireSkillReceipt } from '../../contract/wire.ts'
import { sharedWord, sumOf } from '../../domain/request/charges.ts'
import { mergeJobs, onceEach } from '../../domain/request/jobs.ts'
import { underOtherNumbers } from '../../domain/request/other-numbers.ts'
import type { Acceptance, LookUpOutcome, PollOutcome, SubmitOutcome } from '../../domain/request/outcomes.ts'
import type { Job } from '../../domain/request/receipt.ts'
import { renderingEnds } from '../../domain/request/unlisted.ts'
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
import { unreadable } from './decode-generation.ts'
import type { Exchange } from './exchange.ts'

/** States of rendering after which nothing more is made (§2.8), and without a picture nothing was. */
const isUnmade = (status: string | null): boolean => status === 'failed' || status === 'partial'

/** Each job of a Skill makes one picture (§4.11 to §4.14): an empty address is none, and keeps no place for another. */
const addressesOf = (wire: Parameters<typeof imagesOf>[0]): string[] => imagesOf(wire).filter(Boolean)

/** Jobs of a run's answer or of a receipt: its items, or the one job that stands in the answer itself (§4.9, §2.8). */
function jobsOf(wire: WireSkillReceipt): Job[] {
  const items = (wire.items ?? []).flatMap((item) => {
    const parsed = wireItem.safeParse(item)
    return parsed.success ? [parsed.data] : []
  })
  if (items.length > 0) return onceEach(items.map((item) => jobOf(item, items.length === 1, wire)))
  const urls = addressesOf(wire)
  if (urls.length === 0 && wire.generationId === null) return []
  return [
    {
      generationId: wire.generationId,
      module: null,
      status: loneStatus(wire.status, urls),
      mediaType: 'image',
      urls,
      error: wire.error === null ? null : sanitizeText(wire.error),
      failureCode: null,
      creditsUsed: wire.creditsUsed,
      creditsStatus: wire.creditsStatus,
    },
  ]
}

function jobOf(item: WireItem, isLone: boolean, wire: WireSkillReceipt): Job {
  // The address of a lone item may stand beside it (A13).
  const own = addressesOf(item)
  const urls = own.length === 0 && isLone ? addressesOf(wire) : own
  return {
    generationId: item.generationId,
    module: item.module,
    status: item.status ?? silentStatus(item, urls, wire),
    mediaType: 'image',
    urls,
    error: item.error === null ? null : sanitizeText(item.error),
    failureCode: item.failureCode,
    creditsUsed: item.creditsUsed,
    creditsStatus: item.creditsStatus,
  }
}

/** Of an item that says none: a dispatch error stands in place of a job (§4.11), which is not running, nor is any of a failure. */
function silentStatus(item: WireItem, urls: string[], whole: WireSkillReceipt): string {
  if (urls.length > 0) return 'completed'
  if (whole.status === 'failed') return 'failed'
  const isDispatched = item.generationId !== null || (item.error === null && !isUnmade(whole.status))
  return isDispatched ? 'processing' : 'failed'
}

/** A picture ends a job unless the service says that it is still at it, or that it failed. */
function loneStatus(said: string | null, urls: string[]): string {
  if (said === 'processing' || said === 'failed') return said
  return urls.length > 0 ? 'completed' : (said ?? 'processing')
}

/** The original answer to the submission, which its receipt keeps (§2.8): all there may be of one that was lost. */
const submissionOf = (wire: WireSkillReceipt): WireSkillReceipt | undefined =>
  wireSkillReceipt.safeParse(wire.submission).data

const isRefused = ({ submissionHttpStatus: status }: WireSkillReceipt): boolean => status !== null && status >= 400

/** Jobs of a receipt: as it lists them, and those that it does not list as its submission was answered. */
function jobsOfReceipt(wire: WireSkillReceipt, listed: Job[]): Job[] {
  // Once it has ended, what it lists is all there is of it (§4.15): nobody waits for the rest.
  const hasEnded = renderingEnds.has(wire.status ?? '') && wire.status !== 'failed'
  if (listed.length > 0 && hasEnded) return listed
  const first = submissionOf(wire)
  const answered = first && !isRefused(wire) && first.success !== false ? jobsOf(first) : []
  // Under another number it is the same job all the same where no more were to be made.
  const ordered = Math.max(wire.expectedCount ?? 0, first?.expectedCount ?? 0)
  const renamed = new Set(underOtherNumbers(listed, answered, ordered).values())
  const unlisted = mergeJobs(answered, listed).filter((job) => answered.includes(job) && !renamed.has(job))
  return [...listed, ...unlisted.map((job) => ({ ...job, status: laterStatus(job, wire.status) }))]
}

/** The receipt is younger than the answer that it keeps. */
const laterStatus = (job: Job, rendering: string | null): string =>
  job.urls.length === 0 && rendering === 'failed' ? rendering : job.status

/** What stands for all jobs of a receipt that has failed and lists none. */
function failedJob(wire: WireSkillReceipt): Job {
  const first = submissionOf(wire)
  const error = wire.error ?? first?.error ?? null
  return {
    generationId: null,
    module: null,
    status: 'failed',
    mediaType: 'image',
    urls: [],
    error: error === null ? null : sanitizeText(error),
    failureCode: null,
    creditsUsed: wire.creditsUsed ?? first?.creditsUsed ?? null,
    creditsStatus: wire.creditsStatus ?? first?.creditsStatus ?? null,
  }
}

function acceptanceOf(wire: WireSkillReceipt, jobs: Job[]): Acceptance {
  const first = submissionOf(wire)
  return {
    jobs,
    creditsUsed: wire.creditsUsed ?? (jobs.length > 0 ? sumOf(jobs) : null),
    creditsStatus: wire.creditsStatus ?? sharedWord(jobs),
    modelId: null,
    aspectRatio: null,
    expectedCount: wire.expectedCount ?? first?.expectedCount ?? null,
    ...(wire.paywallHitMidBatch || first?.paywallHitMidBatch ? { paywallHitMidBatch: true } : {}),
    deduped: wire.deduped === true,
    expectedWaitSeconds: null,
    pollHintSeconds: null,
    submissionStatus: wire.submissionStatus === null ? null : sanitizeText(wire.submissionStatus),
    submissionHttpStatus: wire.submissionHttpStatus,
    renderingStatus: wire.status === null ? null : sanitizeText(wire.status),
    ...oddOf(wire),
  }
}

/** `POST /api/skills/{skill}/run` (§4.9, §7.3). */
export function decodeRun(exchange: Exchange): SubmitOutcome {
  if (exchange.type === 'notSent') return exchange
  if (exchange.type === 'unknown') return { type: 'unknown', reason: exchange.reason, afterMs: null }
  const { httpStatus, body } = exchange
  const error = errorOf(body)
  const afterMs = waitMs(exchange, error)
  if (httpStatus >= 200 && httpStatus < 300) {
    const wire = wireSkillReceipt.safeParse(body)
    if (wire.success && wire.data.success !== false) {
      const acceptance = acceptanceOf(wire.data, jobsOf(wire.data))
      if (acceptance.jobs.length > 0) return { type: 'accepted', acceptance }
    }
    return { type: 'unknown', reason: 'The answer of the service could not be read.', afterMs }
  }
  if (httpStatus === 410 && hasWords(body)) return { type: 'gone', generationId: error.generationId }
  if (httpStatus === 429) return limitOf(exchange)
  if (httpStatus === 409 && error.code === 'in_progress') return { type: 'inProgress', afterMs: afterMs ?? 60_000 }
  return refusalOf(exchange) ?? { type: 'unknown', reason: unreadable(httpStatus, errorTextOf(error)), afterMs }
}

/** `GET /api/skills/status` (§4.15, §7.3). */
export function decodeSkillStatus(exchange: Exchange): LookUpOutcome {
  if (exchange.type !== 'answer') return unanswered(exchange)
  const { httpStatus, body } = exchange
  const error = errorOf(body)
  const afterMs = waitMs(exchange, error)
  if (httpStatus === 200) return fromReceipt(wireSkillReceipt.safeParse(body).data, afterMs)
  if (httpStatus === 404 && hasWords(body)) return { type: 'missing' }
  if (httpStatus === 410 && hasWords(body)) return { type: 'gone', generationId: error.generationId }
  if (error.code === 'in_progress') return { type: 'inProgress', afterMs: afterMs ?? 60_000, mayResubmit: false }
  return refusalOf(exchange) ?? noVerdict(exchange, unreadable(httpStatus, errorTextOf(error)))
}

/** A stored receipt. Jobs, or a state of rendering, are evidence; a bare reservation is not (O121). */
function fromReceipt(wire: WireSkillReceipt | undefined, afterMs: number | null): LookUpOutcome {
  if (!wire || wire.success === false)
    return { type: 'unreachable', reason: 'The answer of the service could not be read.', afterMs }
  const listed = jobsOf(wire)
  // What was rendered was accepted, also while none of its jobs is listed: it is watched, and never sent again (I5).
  const isMade = wire.status === 'completed' || wire.status === 'partial'
  const refused = listed.length === 0 && !isMade && isRefused(wire) ? storedRefusal(wire) : null
  if (refused) return refused
  const jobs = jobsOfReceipt(wire, listed)
  if (jobs.length > 0 || isMade) return { type: 'found', acceptance: acceptanceOf(wire, jobs) }
  const { retryable, retryParameters } = wire
  // A rendering that has failed is an end (§4.15), but where the submission met a limit nothing was started (§7.3), unless
  // it says itself that it is not to be sent again (O119).
  const isLimited = wire.submissionHttpStatus === 429 && retryable !== false
  const hasFailed = wire.status === 'failed' && !isLimited
  const failure = hasFailed ? acceptanceOf(wire, [failedJob(wire)]) : null
  if (failure && retryable !== true) return { type: 'found', acceptance: failure }
  return {
    type: 'inProgress',
    afterMs: afterMs ?? 0,
    mayResubmit: retryable === true,
    retryParameters,
    ...(failure ? { failure } : {}),
    ...(isLimited ? { isLimited } : {}),
  }
}

/** The verdict on the original submission, kept in its receipt (§2.8). */
function storedRefusal(wire: WireSkillReceipt): LookUpOutcome | null {
  const httpStatus = wire.submissionHttpStatus ?? 0
  const body = wire.submission ?? (wire.error === null ? undefined : { error: wire.error })
  return refusalOf({ type: 'answer', httpStatus, body, retryAfterMs: null })
}

/** The same answer while a job is being watched. */
export function asPoll(outcome: LookUpOutcome): PollOutcome {
  switch (outcome.type) {
    case 'found':
      return { type: 'job', acceptance: outcome.acceptance }
    case 'missing':
      return { type: 'missing', httpStatus: 404 }
    case 'gone':
      return { type: 'missing', httpStatus: 410 }
    case 'refused':
      return outcome.reason === 'key'
        ? { type: 'keyRefused' }
        : { type: 'unreachable', reason: outcome.message, afterMs: null }
    case 'inProgress':
      if (outcome.failure) return { type: 'job', acceptance: outcome.failure }
      return { type: 'unreachable', reason: 'The service is still at it.', afterMs: outcome.afterMs }
    case 'unreachable':
      return outcome
  }
}
