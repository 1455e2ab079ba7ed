import type { Practice } from '../context.ts'
import { jsonAnswer, refuseHttp } from '../http/answer.ts'
import type { KnownCall } from '../http/router.ts'
import { isUuid } from '../ids.ts'
import { mediaUrl } from '../media/media-address.ts'
import { findJob, type JobRow, jobCreditsStatus, jobStatusAt } from '../state/job-rows.ts'
import { mediaOfJob } from '../state/media-rows.ts'
import { overrunMs } from './accept.ts'
import {
  findRequest,
  generationUnavailable,
  inProgress,
  isAdoptable,
  isUncertain,
  requestInterrupted,
} from './known-requests.ts'

/** The media fields of §2.2: null until completed, and null in the family the job is not of. */
function mediaFields(practice: Practice, job: JobRow, now: number) {
  const urls =
    jobStatusAt(job, now) === 'completed' ? mediaOfJob(practice.db, job.id).map((row) => mediaUrl(practice, row)) : []
  const first = urls[0] ?? null
  if (job.media_type === 'video') return { imageUrl: null, imageUrls: null, videoUrl: first }
  return { imageUrl: first, imageUrls: first === null ? null : urls, videoUrl: null }
}

/** `GET /api/generate/v2/status/{generationId}`, §4.2, §2.2 */
export function generationStatus(call: KnownCall) {
  const { practice, caller } = call
  const job = findJob(practice.db, call.params.generationId ?? '')
  if (job === null || job.account_id !== caller.accountId || job.gone === 1) throw refuseHttp(404, 'no such generation')
  const now = practice.clock.now()
  const status = jobStatusAt(job, now)
  return jsonAnswer(200, {
    success: true,
    jobId: job.id,
    status,
    ...mediaFields(practice, job, now),
    mediaType: job.media_type,
    error: status === 'failed' ? job.error : null,
    aspectRatio: job.aspect_ratio,
    ...(status === 'failed' ? { creditsStatus: jobCreditsStatus(job, now) } : {}),
    ...(status === 'processing' ? waiting(job, now) : {}),
  })
}

function waiting(job: JobRow, now: number) {
  const leftMs = job.accepted_at + overrunMs[job.media_type] - now
  return {
    expectedWaitSeconds: Math.max(1, Math.ceil((job.due_at - now) / 1000)),
    pollHintSeconds: Math.max(0, Math.ceil(leftMs / 1000)),
  }
}

/** `GET /api/generate/v2/requests/{requestId}`, §4.3: read-only, for every key of the account. */
export function recoverGeneration(call: KnownCall) {
  const { practice, caller } = call
  const requestId = (call.params.requestId ?? '').toLowerCase()
  if (!isUuid(requestId)) throw refuseHttp(400, 'requestId must be a UUID')
  const row = findRequest(practice.db, requestId)
  if (row === null || !isAdoptable(row, caller)) {
    throw refuseHttp(404, 'no request with this id', { code: 'request_not_found' })
  }
  const now = practice.clock.now()
  if (isUncertain(row, now)) throw requestInterrupted()
  if (row.rejected_status !== null && row.rejected_body !== null) {
    return jsonAnswer(row.rejected_status, JSON.parse(row.rejected_body))
  }
  if (row.job_id === null) throw inProgress(row.reserved_until ?? now, now)
  const job = findJob(practice.db, row.job_id)
  if (job === null || job.gone === 1) throw generationUnavailable(row.job_id)
  const status = jobStatusAt(job, now)
  return jsonAnswer(200, {
    success: true,
    requestId,
    generationId: job.id,
    deduped: true,
    status,
    modelId: job.model_id,
    creditsUsed: job.credits,
    creditsStatus: jobCreditsStatus(job, now),
    aspectRatio: job.aspect_ratio,
    mediaType: job.media_type,
    ...(status === 'completed' ? mediaFields(practice, job, now) : {}),
    ...(status === 'failed' ? { error: job.error, failureCode: job.failure_code } : {}),
  })
}
