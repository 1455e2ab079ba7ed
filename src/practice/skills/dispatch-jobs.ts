import { balancesOf, charge, payingKind } from '../accounts/balances.ts'
import type { Practice } from '../context.ts'
import type { Fault } from '../control/faults.ts'
import { overrunMs } from '../generation/accept.ts'
import { refuseSkill } from '../http/answer.ts'
import { fractionOf, prefixedId } from '../ids.ts'
import { type CreditKind, insertJob, type JobRow } from '../state/job-rows.ts'
import { insertMedia, type MediaRow } from '../state/media-rows.ts'
import { enterLedger } from '../state/settle.ts'
import type { PlannedJob } from './skill.ts'
import type { SkillSubmission } from './submission.ts'

/** What became of one picture of a run: a job that is paid for, or the reason why there is none. */
export type Dispatched =
  | { module: string | null; job: JobRow; picture: MediaRow }
  | { module: string | null; job: null; error: string; code: string }

export interface PlannedDispatch {
  planned: PlannedJob
  fault: Fault | null
}

/**
 * One after the other, as long as the balance lasts (§4.11: `paywallHitMidBatch`). Inside the caller's transaction.
 * Nothing at all for the balance is a 402.
 */
export function dispatchJobs(
  practice: Practice,
  submission: SkillSubmission,
  list: PlannedDispatch[],
  price: number,
  now: number,
): Dispatched[] {
  const { db } = practice
  const done: Dispatched[] = []
  for (const { planned, fault } of list) {
    const { module } = planned
    if (fault?.fault === 'dispatch-fails') {
      if (submission.skill.answers !== 'items') throw refuseSkill(503, 'the job could not be dispatched')
      done.push({ module, job: null, error: 'the job could not be dispatched', code: 'dispatch_failed' })
      continue
    }
    const balances = balancesOf(db, submission.accountId)
    const kind = payingKind(balances, price, false, false)
    if (kind === null) {
      if (done.every(({ job }) => job === null)) throw tooPoor(price, balances.purchased)
      done.push({ module, job: null, error: 'not enough purchased credits', code: 'insufficient_credits' })
      continue
    }
    const job = newJob(submission, planned, { price, kind, now, fault })
    charge(db, submission.accountId, kind, price)
    insertJob(db, job)
    const picture = pictureOf(planned, job)
    insertMedia(db, picture)
    enterLedger(db, job, 'charge', now)
    done.push({ module, job, picture })
  }
  return done
}

export function tooPoor(required: number, available: number) {
  return refuseSkill(402, 'not enough purchased credits', { code: 'insufficient_credits', required, available })
}

interface Terms {
  price: number
  kind: CreditKind
  now: number
  fault: Fault | null
}

function newJob(submission: SkillSubmission, planned: PlannedJob, { price, kind, now, fault }: Terms): JobRow {
  const id = prefixedId('gen')
  const [least, most] = submission.skill.usualSeconds
  const stalls = fault?.fault === 'job-stalls'
  const fails = stalls || fault?.fault === 'job-fails' || fault?.fault === 'refund-pending'
  return {
    id,
    account_id: submission.accountId,
    token_id: submission.tokenId,
    request_id: submission.requestId,
    skill: submission.skill.id,
    module: planned.module,
    model_id: submission.skill.id,
    media_type: 'image',
    aspect_ratio: planned.aspectRatio,
    credits: price,
    paid_from: kind,
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

function pictureOf(planned: PlannedJob, job: JobRow): MediaRow {
  return {
    id: prefixedId('m'),
    job_id: job.id,
    position: 0,
    content_type: planned.contentType,
    width: planned.width,
    height: planned.height,
    recipe: JSON.stringify(planned.recipe),
    sha256: null,
    size_bytes: null,
  }
}
