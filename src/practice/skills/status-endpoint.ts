import type { Practice } from '../context.ts'
import { json, refuseSkill } from '../http/answer.ts'
import type { KnownCall } from '../http/router.ts'
import { isUuid } from '../ids.ts'
import { mediaUrl } from '../media/media-address.ts'
import { creditsStatusOf, type JobRow, jobsOfSkillRequest, statusOf } from '../state/job-rows.ts'
import { mediaOfJob } from '../state/media-rows.ts'
import { findSkill } from './catalogue-endpoint.ts'
import { findReceipt, isOwn, type ReceiptRow } from './receipts.ts'
import { submissionOf } from './run-endpoint.ts'

/** Not in the document (§3); a client must treat any other value as not final. */
type SubmissionStatus = 'in_progress' | 'recorded' | 'interrupted'

/** `GET /api/skills/status`, §4.15, §2.8 */
export function skillStatus(call: KnownCall) {
  const { practice, caller } = call
  const skill = findSkill(call.query.get('skill'))
  const requestId = (call.query.get('requestId') ?? '').toLowerCase()
  if (skill === null) throw refuseSkill(400, 'skill must be the id of a skill')
  if (!isUuid(requestId)) throw refuseSkill(400, 'requestId must be a UUID')
  const receipt = findReceipt(practice.db, requestId)
  if (receipt === null || !isOwn(receipt, caller, skill.id)) {
    throw refuseSkill(404, 'no receipt for this key, skill and request id', { code: 'request_not_found' })
  }
  return json(200, { success: true, ...receiptAnswer(practice, receipt, skill.synchronous) })
}

function receiptAnswer(practice: Practice, receipt: ReceiptRow, synchronous: boolean) {
  const now = practice.clock.now()
  const jobs = jobsOfSkillRequest(practice.db, receipt.request_id, receipt.skill)
  const gone = jobs.find((job) => job.gone === 1)
  if (gone !== undefined) {
    throw refuseSkill(410, 'the accepted job is no longer available', {
      code: 'generation_unavailable',
      generationId: gone.id,
    })
  }
  const interrupted = receipt.lease_until !== null
  // Answered means: what `run` waits for is over.
  const answered = !interrupted && (!synchronous || jobs.every((job) => now >= job.due_at))
  const submissionStatus: SubmissionStatus = interrupted ? 'interrupted' : answered ? 'recorded' : 'in_progress'
  const retryable = receipt.lease_until !== null && now >= receipt.lease_until
  return {
    requestId: receipt.request_id,
    status: overall(jobs, now),
    submissionStatus,
    submission: answered ? submissionOf(practice, receipt) : null,
    submissionHttpStatus: answered ? receipt.submission_http_status : null,
    items: jobs.map((job) => itemOf(practice, job, now)),
    retryable,
    ...(retryable ? { retryParameters: JSON.parse(receipt.parameters) } : {}),
    batchId: receipt.batch_id,
  }
}

function overall(jobs: JobRow[], now: number) {
  const statuses = jobs.map((job) => statusOf(job, now))
  if (statuses.length === 0 || statuses.includes('processing')) return 'processing'
  if (!statuses.includes('failed')) return 'completed'
  return statuses.includes('completed') ? 'partial' : 'failed'
}

function itemOf(practice: Practice, job: JobRow, now: number) {
  const status = statusOf(job, now)
  return {
    generationId: job.id,
    module: job.module,
    status,
    imageUrls: status === 'completed' ? mediaOfJob(practice.db, job.id).map((row) => mediaUrl(practice, row)) : null,
    error: status === 'failed' ? job.error : null,
    creditsUsed: job.credits,
    creditsStatus: creditsStatusOf(job, now),
  }
}
