import { balancesOf } from '../accounts/balances.ts'
import type { Practice } from '../context.ts'
import { refuseSkill } from '../http/answer.ts'
import { prefixedId } from '../ids.ts'
import { addToday, countToday, secondsToMidnight } from '../state/daily-counts.ts'
import { type JobRow, jobsOfSkillRequest } from '../state/job-rows.ts'
import { mediaOfJob } from '../state/media-rows.ts'
import { answerTo } from './answers.ts'
import { type Dispatched, dispatchJobs, type PlannedDispatch, tooPoor } from './dispatch-jobs.ts'
import { livePrice } from './live-price.ts'
import { leaseMs, putReceipt, type ReceiptRow, receiptOfKnownId } from './receipts.ts'
import type { SkillSubmission } from './submission.ts'

const runsADay = 1000

/** §8: a daily protection limit; §4.9: purchased credits only. Both before any picture is looked at (§4.14, rule 4). */
export function requireDispatchable(practice: Practice, submission: SkillSubmission): void {
  const { accountId, skill, input } = submission
  const now = practice.clock.now()
  if (countToday(practice.db, accountId, skill.id, now) >= runsADay) {
    throw refuseSkill(429, `at most ${runsADay} requests a day for ${skill.id}`, {
      code: 'daily_limit',
      retryAfterSeconds: secondsToMidnight(now),
    })
  }
  const price = livePrice(practice, skill, input)
  const { purchased, unlimited } = balancesOf(practice.db, accountId)
  if (!unlimited && (purchased < price || purchased <= 0)) throw tooPoor(price, purchased)
}

interface Run {
  list: PlannedDispatch[]
  /** Set by the fault `interrupted`: the worker dies with its lease after so many jobs. */
  interruptedAfter: number | null
}

/** One transaction: the charges, the jobs, their pictures' recipes and the receipt. A kill leaves all of them or none. */
export function acceptRun(practice: Practice, submission: SkillSubmission, { list, interruptedAfter }: Run) {
  const { db, clock } = practice
  const { accountId, tokenId, skill, requestId, fingerprint } = submission
  const pictures: Dispatched[] = []
  const accepted = db
    .transaction((): { receipt: ReceiptRow; isNew: boolean } => {
      const now = clock.now()
      // Again, inside: a twin may have been accepted while this one was checked.
      const known = receiptOfKnownId(db, { accountId, tokenId }, skill.id, requestId, fingerprint, now)
      if (known !== null) return { receipt: known, isNew: false }
      const left = jobsOfSkillRequest(db, requestId, skill.id)
      if (left.length === 0) requireDispatchable(practice, submission)
      // §4.14, rule 4: what is billed is the price of this very moment.
      const dispatched =
        left.length > 0
          ? adopted(practice, list, left)
          : dispatchJobs(
              practice,
              submission,
              list.slice(0, interruptedAfter ?? list.length),
              livePrice(practice, skill, submission.input),
              now,
            )
      if (left.length === 0 && interruptedAfter === null) addToday(db, accountId, skill.id, now)
      pictures.push(...dispatched)
      const receipt = newReceipt(submission)
      if (interruptedAfter === null) {
        const { httpStatus, body } = answerTo(practice, submission, receipt.batch_id, dispatched)
        Object.assign(receipt, { submission: JSON.stringify(body), submission_http_status: httpStatus })
      } else receipt.lease_until = now + leaseMs
      putReceipt(db, receipt)
      clock.remember()
      return { receipt, isNew: true }
    })
    .immediate()
  for (const { job, ...rest } of pictures) if (job !== null && 'picture' in rest) practice.media.prepare(rest.picture)
  if (accepted.isNew && interruptedAfter !== null) {
    throw refuseSkill(503, 'the submission was interrupted', { code: 'request_interrupted' })
  }
  return accepted
}

/** §3: what an interrupted worker had dispatched is recovered as it is; missing modules are not made again. */
function adopted(practice: Practice, list: PlannedDispatch[], left: JobRow[]): Dispatched[] {
  const rest = [...left]
  return list.map(({ planned: { module } }): Dispatched => {
    const at = rest.findIndex((job) => job.module === module)
    const [job] = at < 0 ? [] : rest.splice(at, 1)
    const [picture] = job === undefined ? [] : mediaOfJob(practice.db, job.id)
    if (job !== undefined && picture !== undefined) return { module, job, picture }
    return { module, job: null, error: 'the worker was interrupted before this module', code: 'request_interrupted' }
  })
}

/** A receipt that says nothing yet: its answer is filled in by whoever has one. */
export function newReceipt({
  requestId,
  tokenId,
  accountId,
  skill,
  fingerprint,
  parameters,
}: SkillSubmission): ReceiptRow {
  return {
    request_id: requestId,
    token_id: tokenId,
    account_id: accountId,
    skill: skill.id,
    fingerprint,
    parameters,
    batch_id: prefixedId('batch'),
    submission: 'null',
    submission_http_status: 503,
    lease_until: null,
  }
}
