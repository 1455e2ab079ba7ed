import type { Practice } from '../context.ts'
import type { ReceiptFault } from '../control/faults.ts'
import { jsonAnswer, refuseSkill } from '../http/answer.ts'
import { type Fields, isFields } from '../http/fields.ts'
import type { KnownCall } from '../http/router.ts'
import { isUuid } from '../ids.ts'
import { mediaUrl } from '../media/media-address.ts'
import { type JobRow, jobCreditsStatus, jobStatusAt, jobsOfSkillRequest } from '../state/job-rows.ts'
import { mediaOfJob } from '../state/media-rows.ts'
import { findSkill } from './catalogue-endpoint.ts'
import { goneIn } from './gone.ts'
import { findRunReceipt, isOwn, type ReceiptRow } from './receipts.ts'
import { submissionOf } from './run-endpoint.ts'

/** Not in the document (§3); a client must treat any other value as not final. */
type SubmissionStatus = 'in_progress' | 'recorded' | 'rejected' | 'interrupted'

/** `GET /api/skills/status`, §4.15, §2.8 */
export function skillStatus(call: KnownCall) {
  const { practice, caller } = call
  const skill = findSkill(call.query.get('skill'))
  const requestId = (call.query.get('requestId') ?? '').toLowerCase()
  if (skill === null) throw refuseSkill(400, 'skill must be the id of a skill')
  if (!isUuid(requestId)) throw refuseSkill(400, 'requestId must be a UUID')
  const receipt = findRunReceipt(practice.db, requestId)
  if (receipt === null || !isOwn(receipt, caller, skill.id)) {
    throw refuseSkill(404, 'no receipt for this key, skill and request id', { code: 'request_not_found' })
  }
  const fault = practice.faults.takeReceipt(call.path)
  return jsonAnswer(200, { success: true, ...receiptAnswer(practice, receipt, skill.answers === 'image', fault) })
}

function receiptAnswer(practice: Practice, receipt: ReceiptRow, waits: boolean, fault: ReceiptFault | null) {
  const now = practice.clock.now()
  const jobs = jobsOfSkillRequest(practice.db, receipt.request_id, receipt.skill)
  const gone = goneIn(jobs)
  if (gone !== null) throw gone
  const leased = receipt.lease_until !== null
  // Answered means: what `run` waits for is over.
  const answered = !leased && (!waits || jobs.every((job) => now >= job.due_at))
  const retryable = receipt.lease_until !== null && now >= receipt.lease_until
  const missing = leased ? [] : undispatched(receipt)
  const items = jobs.map((job) => itemOf(practice, job, now))
  const status = leased ? leasedStatus(jobs, retryable, now) : overall(jobs, missing.length, now)
  const isAlone = fault === 'failure-alone' && status === 'failed' && jobs.length > 0
  return {
    requestId: receipt.request_id,
    status,
    submissionStatus: submissionStatus(receipt, answered),
    submission: answered && !isAlone ? submissionOf(practice, receipt) : null,
    submissionHttpStatus: answered && !isAlone ? receipt.submission_http_status : null,
    items: isAlone ? [] : listed(items, missing, fault),
    ...(isAlone ? figuresOf(items) : {}),
    retryable,
    ...(retryable ? { retryParameters: JSON.parse(receipt.parameters) } : {}),
    batchId: receipt.batch_id,
  }
}

type Item = ReturnType<typeof itemOf> | ReturnType<typeof undispatched>[number]

function listed(jobs: Item[], missing: Item[], fault: ReceiptFault | null) {
  switch (fault) {
    case 'jobs-only':
      return jobs
    case 'ended-only':
      return jobs.filter(({ status }) => status !== 'processing')
    case 'items-left-out':
      return []
    case 'item-status-left-out':
      return [...jobs, ...missing].map(({ status: _, ...item }) => item)
    default:
      return [...jobs, ...missing]
  }
}

/** Of all jobs together, where none of them is listed. */
function figuresOf(jobs: ReturnType<typeof itemOf>[]) {
  const [first, ...others] = jobs.map(({ creditsStatus }) => creditsStatus)
  return {
    error: jobs[0]?.error ?? null,
    creditsUsed: jobs.reduce((sum, { creditsUsed }) => sum + creditsUsed, 0),
    creditsStatus: others.every((status) => status === first) ? first : null,
  }
}

/** A worker that died may be followed by another while its lease runs (§3): until then nothing has ended. */
function leasedStatus(jobs: JobRow[], isOver: boolean, now: number) {
  if (jobs.length === 0 || !isOver) return 'processing'
  const status = overall(jobs, 0, now)
  return status === 'completed' ? 'partial' : status
}

function submissionStatus(receipt: ReceiptRow, answered: boolean): SubmissionStatus {
  if (receipt.lease_until !== null) return 'interrupted'
  if (!answered) return 'in_progress'
  const { submission_http_status: status } = receipt
  return status >= 400 && status < 500 ? 'rejected' : 'recorded'
}

/** §4.11: modules without a job, for which nothing was charged; they stand in the answer only. */
function undispatched(receipt: ReceiptRow) {
  const submission: unknown = JSON.parse(receipt.submission)
  const items = isFields(submission) && Array.isArray(submission.items) ? (submission.items as Fields[]) : []
  return items
    .filter(({ generationId }) => generationId === undefined)
    .map(({ module, error }) => ({
      generationId: null,
      module,
      status: 'failed',
      imageUrls: null,
      error,
      creditsUsed: 0,
      creditsStatus: null,
    }))
}

/** Rendering goes on as long as one item does, whatever is missing. */
function overall(jobs: JobRow[], missing: number, now: number) {
  const statuses = jobs.map((job) => (job.gone === 1 ? 'failed' : jobStatusAt(job, now)))
  if (statuses.includes('processing')) return 'processing'
  if (!statuses.includes('completed')) return 'failed'
  return missing > 0 || statuses.includes('failed') ? 'partial' : 'completed'
}

function itemOf(practice: Practice, job: JobRow, now: number) {
  const gone = job.gone === 1
  const status = gone ? 'failed' : jobStatusAt(job, now)
  return {
    generationId: job.id,
    module: job.module,
    status,
    imageUrls: status === 'completed' ? mediaOfJob(practice.db, job.id).map((row) => mediaUrl(practice, row)) : null,
    error: gone ? 'the job is no longer available' : status === 'failed' ? job.error : null,
    creditsUsed: job.credits,
    creditsStatus: jobCreditsStatus(job, now),
  }
}
