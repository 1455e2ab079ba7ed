import type { Practice } from '../context.ts'
import { recordPaidPost } from '../control/paid-posts.ts'
import { tokenFingerprint } from '../fingerprint.ts'
import { busy, HttpRefusal, jsonAnswer, refuseSkill } from '../http/answer.ts'
import { parseObject, readBody } from '../http/body.ts'
import { isFields } from '../http/fields.ts'
import type { KnownCall } from '../http/router.ts'
import { isUuid } from '../ids.ts'
import { jobsOfSkillRequest } from '../state/job-rows.ts'
import { mediaOfJob } from '../state/media-rows.ts'
import { acceptRun, requireDispatchable } from './accept.ts'
import { findSkill } from './catalogue-endpoint.ts'
import { goneIn } from './gone.ts'
import { leased, originMark, type ReceiptRow, receiptOfKnownId } from './receipts.ts'
import { keepRejection } from './rejections.ts'
import { complaint, withDefaults } from './schema.ts'
import type { PracticeSkill } from './skill.ts'
import type { SkillSubmission } from './submission.ts'

const bodyLimitBytes = 32 * 1024

/** `POST /api/skills/{skill}/run`, §4.9 */
export async function runSkill(call: KnownCall) {
  const { practice, caller } = call
  const skill = findSkill(call.params.skill ?? '')
  if (skill === null) throw refuseSkill(404, `unknown skill: ${call.params.skill}`)
  const submission = await submissionIn(call, skill)
  const { requestId, fingerprint } = submission
  const known = receiptOfKnownId(practice.db, caller, skill.id, requestId, fingerprint, practice.clock.now())
  if (known !== null) return repeat(practice, known)
  try {
    const { receipt, isNew } = await dispatch(call, submission)
    if (!isNew) return repeat(practice, receipt)
    if (skill.answers === 'image') await workDone(practice, receipt)
    return answerOf(practice, receipt)
  } catch (error) {
    if (error instanceof HttpRefusal) keepRejection(practice, submission, error)
    throw error
  }
}

async function submissionIn(
  { practice, caller, request, path }: KnownCall,
  skill: PracticeSkill,
): Promise<SkillSubmission> {
  const bytes = await readBody(request, bodyLimitBytes)
  if (bytes === 'too-large') throw refuseSkill(413, 'the body has more than 32 KiB')
  recordPaidPost(practice, path, bytes, 'requestId')
  const body = parseObject(bytes, request.headers['content-type'], refuseSkill)
  if (!isUuid(body.requestId)) throw refuseSkill(400, 'requestId must be a UUID')
  const input = withDefaults(skill.inputSchema, body)
  return {
    accountId: caller.accountId,
    tokenId: caller.tokenId ?? '',
    skill,
    requestId: body.requestId.toLowerCase(),
    fingerprint: tokenFingerprint(input, 'requestId'),
    parameters: JSON.stringify(body),
    input,
  }
}

/** The schema, the rules across fields, price and balance, the pictures; then, at once, all that is paid. */
async function dispatch({ practice, path }: KnownCall, submission: SkillSubmission) {
  const { skill, input, parameters, requestId } = submission
  const wrong = complaint(skill.inputSchema, JSON.parse(parameters), '') ?? skill.check?.(input) ?? null
  if (wrong !== null) throw refuseSkill(400, wrong)
  // What an interrupted worker left is paid for already.
  const left = jobsOfSkillRequest(practice.db, requestId, skill.id)
  if (left.length === 0) requireDispatchable(practice, submission)
  const planned = await skill.plan(practice, input)
  const faults = practice.faults.takeJobs(
    path,
    planned.map(({ module }) => module),
  )
  const trouble = faults.find((fault) => fault?.fault === 'busy')
  if (trouble) throw busy(refuseSkill, trouble.retryAfter)
  const interrupted = faults.find((fault) => fault?.fault === 'interrupted')
  return acceptRun(practice, submission, {
    list: planned.map((job, i) => ({ planned: job, fault: faults[i] ?? null })),
    interruptedAfter: interrupted === undefined || interrupted === null ? null : (interrupted.after ?? 0),
  })
}

/** §3: the existing result, without a second dispatch; while a worker is at it, 409 `in_progress`. */
function repeat(practice: Practice, receipt: ReceiptRow) {
  const now = practice.clock.now()
  const jobs = jobsOfSkillRequest(practice.db, receipt.request_id, receipt.skill)
  const gone = goneIn(jobs)
  if (gone !== null) throw gone
  const [job] = jobs
  const waits = findSkill(receipt.skill)?.answers === 'image'
  if (job !== undefined && waits && now < job.due_at) throw leased(job.due_at, now)
  return answerOf(practice, receipt, receipt.submission_http_status < 400 ? { deduped: true } : {})
}

function answerOf(practice: Practice, receipt: ReceiptRow, extra: Record<string, unknown> = {}) {
  const answer = submissionOf(practice, receipt)
  return jsonAnswer(receipt.submission_http_status, isFields(answer) ? { ...answer, ...extra } : answer)
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
