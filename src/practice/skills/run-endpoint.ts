import type { Practice } from '../context.ts'
import { recordPaidPost } from '../control/paid-posts.ts'
import { fingerprintOf } from '../fingerprint.ts'
import { json, refuseSkill } from '../http/answer.ts'
import { parseObject, readBody } from '../http/body.ts'
import { isFields } from '../http/fields.ts'
import type { KnownCall } from '../http/router.ts'
import { isUuid, newId } from '../ids.ts'
import { jobsOfSkillRequest } from '../state/job-rows.ts'
import { mediaOfJob } from '../state/media-rows.ts'
import { acceptRun, type SkillSubmission } from './accept.ts'
import { findSkill } from './catalogue-endpoint.ts'
import { leased, leaseMs, originMark, putReceipt, type ReceiptRow, receiptOfKnownId } from './receipts.ts'
import { complaint, withDefaults } from './schema.ts'

const bodyLimitBytes = 32 * 1024

/** `POST /api/skills/{skill}/run`, §4.9 */
export async function runSkill(call: KnownCall) {
  const { practice, caller } = call
  const skill = findSkill(call.params.skill ?? '')
  if (skill === null) throw refuseSkill(404, `unknown skill: ${call.params.skill}`)
  const bytes = await readBody(call.request, bodyLimitBytes)
  if (bytes === 'too-large') throw refuseSkill(413, 'the body has more than 32 KiB')
  recordPaidPost(practice, call.path, bytes, 'requestId')
  const body = parseObject(bytes, call.request.headers['content-type'], refuseSkill)
  if (!isUuid(body.requestId)) throw refuseSkill(400, 'requestId must be a UUID')
  const input = withDefaults(skill.inputSchema, body)
  const submission: SkillSubmission = {
    accountId: caller.accountId,
    tokenId: caller.tokenId ?? '',
    skill,
    requestId: body.requestId.toLowerCase(),
    fingerprint: fingerprintOf(input, 'requestId'),
    parameters: JSON.stringify(body),
  }
  const now = practice.clock.now()
  const known = receiptOfKnownId(practice.db, caller, skill.id, submission.requestId, submission.fingerprint, now)
  if (known !== null) return repeat(practice, known)

  const wrong = complaint(skill.inputSchema, body, '')
  if (wrong !== null) throw refuseSkill(400, wrong)
  if (skill.plan === null) {
    throw refuseSkill(503, `${skill.id} is not there yet in practice; nothing was charged`, { code: 'not_ready' })
  }
  const plan = await skill.plan(practice, input)
  const fault = practice.faults.takeJob(call.path)
  if (fault?.fault === 'interrupted') interrupt(practice, submission)
  const { receipt, isNew } = acceptRun(practice, submission, plan, fault)
  if (!isNew) return repeat(practice, receipt)
  if (skill.synchronous) await workDone(practice, receipt)
  return answerOf(practice, receipt)
}

/** §3: the existing result, without a second dispatch; while a worker is at it, 409 `in_progress`. */
function repeat(practice: Practice, receipt: ReceiptRow) {
  const now = practice.clock.now()
  const [job] = jobsOfSkillRequest(practice.db, receipt.request_id, receipt.skill)
  if (job?.gone === 1) {
    throw refuseSkill(410, 'the accepted job is no longer available', {
      code: 'generation_unavailable',
      generationId: job.id,
    })
  }
  const synchronous = findSkill(receipt.skill)?.synchronous === true
  if (job !== undefined && synchronous && now < job.due_at) throw leased(job.due_at, now)
  return answerOf(practice, receipt, { deduped: true })
}

function answerOf(practice: Practice, receipt: ReceiptRow, extra: Record<string, unknown> = {}) {
  const answer = submissionOf(practice, receipt)
  return json(receipt.submission_http_status, isFields(answer) ? { ...answer, ...extra } : answer)
}

/** The original answer, with addresses as they are today. */
export function submissionOf(practice: Practice, receipt: ReceiptRow): unknown {
  return JSON.parse(receipt.submission.replaceAll(originMark, practice.origin()))
}

/** Until the clock says so and the picture is on disk. */
async function workDone(practice: Practice, receipt: ReceiptRow): Promise<void> {
  for (const job of jobsOfSkillRequest(practice.db, receipt.request_id, receipt.skill)) {
    await practice.clock.until(job.due_at)
    for (const picture of mediaOfJob(practice.db, job.id)) await practice.media.find(picture.id)
  }
}

/** The fault `interrupted`: the worker died with its lease before it dispatched anything. */
function interrupt(practice: Practice, submission: SkillSubmission): never {
  putReceipt(practice.db, {
    request_id: submission.requestId,
    token_id: submission.tokenId,
    account_id: submission.accountId,
    skill: submission.skill.id,
    fingerprint: submission.fingerprint,
    parameters: submission.parameters,
    batch_id: newId('batch'),
    submission: 'null',
    submission_http_status: 503,
    lease_until: practice.clock.now() + leaseMs,
  })
  throw refuseSkill(503, 'the submission was interrupted', { code: 'request_interrupted' })
}
