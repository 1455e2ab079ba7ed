import { balancesOf, charge, creditsAnswer } from '../accounts/balances.ts'
import type { Practice } from '../context.ts'
import type { Fault } from '../control/faults.ts'
import { overrunMs } from '../generation/accept.ts'
import { refuseSkill } from '../http/answer.ts'
import { fractionOf, newId } from '../ids.ts'
import { mediaPath } from '../media/media-address.ts'
import { addToday, countToday, secondsToMidnight } from '../state/daily-counts.ts'
import { insertJob, type JobRow } from '../state/job-rows.ts'
import { insertMedia, type MediaRow } from '../state/media-rows.ts'
import { enterLedger } from '../state/settle.ts'
import { originMark, putReceipt, type ReceiptRow, receiptOfKnownId } from './receipts.ts'
import type { Skill, SkillPlan } from './skill.ts'

export interface SkillSubmission {
  accountId: string
  tokenId: string
  skill: Skill
  requestId: string
  fingerprint: string
  parameters: string
}

const runsADay = 1000

/** One transaction: the charge, the job, its picture's recipe and the receipt. A kill leaves all of them or none. */
export function acceptRun(
  practice: Practice,
  submission: SkillSubmission,
  plan: SkillPlan,
  fault: Fault | null,
): { receipt: ReceiptRow; isNew: boolean } {
  const { db, clock } = practice
  const { accountId, tokenId, skill, requestId, fingerprint } = submission
  let picture: MediaRow | null = null
  const accepted = db
    .transaction(() => {
      const now = clock.now()
      // Again, inside: a twin may have been accepted while this one was checked.
      const known = receiptOfKnownId(db, { accountId, tokenId }, skill.id, requestId, fingerprint, now)
      if (known !== null) return { receipt: known, isNew: false }
      requireDispatch(practice, submission, plan, now)
      addToday(db, accountId, skill.id, now)
      const job = newJob(submission, plan, now, fault)
      charge(db, accountId, 'purchased', plan.credits)
      insertJob(db, job)
      picture = pictureOf(plan, job)
      insertMedia(db, picture)
      enterLedger(db, job, 'charge', now)
      const receipt = receiptFor(practice, submission, job, picture)
      putReceipt(db, receipt)
      clock.remember()
      return { receipt, isNew: true }
    })
    .immediate()
  if (picture !== null) practice.media.prepare(picture)
  return accepted
}

/** §8: a daily protection limit; §4.9: purchased credits only. */
function requireDispatch(practice: Practice, { accountId, skill }: SkillSubmission, plan: SkillPlan, now: number) {
  if (countToday(practice.db, accountId, skill.id, now) >= runsADay) {
    throw refuseSkill(429, `at most ${runsADay} requests a day for ${skill.id}`, {
      code: 'daily_limit',
      retryAfterSeconds: secondsToMidnight(now),
    })
  }
  const { purchased } = balancesOf(practice.db, accountId)
  if (purchased < plan.credits) {
    throw refuseSkill(402, 'not enough purchased credits', {
      code: 'insufficient_credits',
      required: plan.credits,
      available: purchased,
    })
  }
}

function newJob(submission: SkillSubmission, plan: SkillPlan, now: number, fault: Fault | null): JobRow {
  const id = newId('gen')
  const [least, most] = submission.skill.usualSeconds
  const stalls = fault?.fault === 'job-stalls'
  const fails = stalls || fault?.fault === 'job-fails' || fault?.fault === 'refund-pending'
  return {
    id,
    account_id: submission.accountId,
    token_id: submission.tokenId,
    request_id: submission.requestId,
    skill: submission.skill.id,
    module: plan.job.module,
    model_id: submission.skill.id,
    media_type: 'image',
    aspect_ratio: plan.job.aspectRatio,
    credits: plan.credits,
    paid_from: 'purchased',
    accepted_at: now,
    due_at: now + (stalls ? overrunMs.image : Math.round(1000 * (least + fractionOf(id) * (most - least)))),
    outcome: fails ? 'failed' : 'completed',
    error: fails ? (stalls ? 'The job took too long and was stopped.' : 'The job failed.') : null,
    failure_code: fails ? (stalls ? 'timeout' : 'generation_failed') : null,
    refund_pending: fault?.fault === 'refund-pending' ? 1 : 0,
    settled: 0,
    gone: 0,
  }
}

function pictureOf(plan: SkillPlan, job: JobRow): MediaRow {
  return {
    id: newId('m'),
    job_id: job.id,
    position: 0,
    content_type: plan.job.contentType,
    width: plan.job.width,
    height: plan.job.height,
    recipe: JSON.stringify(plan.job.recipe),
    sha256: null,
    size_bytes: null,
  }
}

/** The answer is settled with the job: a cutout's can already name its picture, which appears when it is due. */
function receiptFor(practice: Practice, submission: SkillSubmission, job: JobRow, picture: MediaRow): ReceiptRow {
  const failed = job.outcome === 'failed'
  const answer = {
    requestId: submission.requestId,
    generationId: job.id,
    creditsUsed: job.credits,
    credits: creditsAnswer(practice.db, submission.accountId),
  }
  const { synchronous } = submission.skill
  const submissionAnswer = !synchronous
    ? { success: true, status: 'processing', ...answer }
    : failed
      ? { error: job.error, code: job.failure_code, ...answer }
      : { success: true, status: 'completed', imageUrl: originMark + mediaPath(picture), ...answer }
  return {
    request_id: submission.requestId,
    token_id: submission.tokenId,
    account_id: submission.accountId,
    skill: submission.skill.id,
    fingerprint: submission.fingerprint,
    parameters: submission.parameters,
    batch_id: newId('batch'),
    submission: JSON.stringify(submissionAnswer),
    submission_http_status: synchronous && failed ? 500 : 200,
    lease_until: null,
  }
}
