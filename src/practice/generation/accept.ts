import { balancesOf, charge, creditsAnswer, payingKind } from '../accounts/balances.ts'
import type { Caller } from '../accounts/callers.ts'
import type { Practice } from '../context.ts'
import type { Fault } from '../control/faults.ts'
import { refuseHttp } from '../http/answer.ts'
import { fractionOf, prefixedId } from '../ids.ts'
import type { Recipe } from '../pictures/recipe.ts'
import type { CreditKind, JobRow } from '../state/job-rows.ts'
import { insertJob } from '../state/job-rows.ts'
import { insertMedia, type MediaRow } from '../state/media-rows.ts'
import { enterLedger } from '../state/settle.ts'
import { jobOfKnownId, putRequest } from './known-requests.ts'
import type { DispatchedGeneration } from './order.ts'

export interface Submission {
  caller: Caller
  requestId: string | null
  fingerprint: string
}

export interface Accepted {
  job: JobRow
  deduped: boolean
}

/** Overrun: §3, 6 minutes for an image, 12 for a video. */
export const overrunMs = { image: 360_000, video: 720_000 } as const

/** One transaction: the charge, the job, its pictures' recipes and the request's id. A kill leaves all of them or none. */
export function acceptOrder(
  practice: Practice,
  submission: Submission,
  order: DispatchedGeneration,
  fault: Fault | null,
): Accepted {
  const { db, clock } = practice
  const { caller, requestId, fingerprint } = submission
  const pictures: MediaRow[] = []
  const accepted = db
    .transaction((): Accepted => {
      const now = clock.now()
      // Again, inside: a twin may have been accepted while this one's references were read.
      const known = requestId === null ? null : jobOfKnownId(db, caller, requestId, fingerprint, now)
      if (known !== null) return { job: known, deduped: true }
      const paidFrom = requirePayment(practice, caller, order)
      const job = newJob(order, submission, paidFrom, now, fault)
      charge(db, caller.accountId, paidFrom, order.credits)
      insertJob(db, job)
      for (const picture of picturesOf(order, job)) {
        insertMedia(db, picture)
        pictures.push(picture)
      }
      enterLedger(db, job, 'charge', now)
      if (requestId !== null) putRequest(db, requestRow(submission, job))
      clock.remember()
      return { job, deduped: false }
    })
    .immediate()
  if (accepted.job.outcome === 'completed') for (const picture of pictures) practice.media.prepare(picture)
  return accepted
}

/** §7.1: the paywall when the account has no purchased credits at all for a model that needs them, else the shortage. */
function requirePayment(practice: Practice, caller: Caller, order: DispatchedGeneration): CreditKind {
  const balances = balancesOf(practice.db, caller.accountId)
  const kind = payingKind(balances, order.credits, caller.tokenId === null, order.model.basic)
  if (kind !== null) return kind
  if (!order.model.basic && balances.purchased === 0) {
    throw refuseHttp(402, `${order.model.name} needs purchased credits`, {
      code: 'premium_model_paywall',
      required: order.credits,
      available: balances.purchased,
    })
  }
  throw refuseHttp(402, 'not enough credits', {
    code: 'insufficient_credits',
    ...creditsAnswer(practice.db, caller.accountId),
  })
}

function newJob(
  order: DispatchedGeneration,
  submission: Submission,
  paidFrom: CreditKind,
  now: number,
  fault: Fault | null,
): JobRow {
  const { model } = order
  const id = prefixedId('gen')
  const [least, most] = model.usualSeconds
  const refused = /\bforbidden\b/i.test(order.prompt)
  const stalls = fault?.fault === 'job-stalls'
  const fails = refused || stalls || fault?.fault === 'job-fails' || fault?.fault === 'refund-pending'
  return {
    id,
    account_id: submission.caller.accountId,
    token_id: submission.caller.tokenId,
    request_id: submission.requestId,
    skill: null,
    module: null,
    model_id: model.id,
    media_type: model.media_type,
    aspect_ratio: order.aspectRatio,
    credits: order.credits,
    paid_from: paidFrom,
    accepted_at: now,
    due_at: now + (stalls ? overrunMs[model.media_type] : Math.round(1000 * (least + fractionOf(id) * (most - least)))),
    outcome: fails ? 'failed' : 'completed',
    error: fails ? failureText(refused, stalls) : null,
    failure_code: fails ? (refused ? 'content_policy' : stalls ? 'timeout' : 'generation_failed') : null,
    refund_pending: fault?.fault === 'refund-pending' ? 1 : 0,
    settled: 0,
    gone: 0,
  }
}

function failureText(refused: boolean, stalls: boolean): string {
  if (refused) return 'The prompt was refused by the content policy. Please change it and try again.'
  return stalls ? 'The generation took too long and was stopped.' : 'The generation failed.'
}

/** §2.2: a film is one; IMG-B returns four candidates, other image models one. */
function picturesOf(order: DispatchedGeneration, job: JobRow): MediaRow[] {
  const { width, height } = order.size
  return Array.from({ length: order.model.candidates }, (_, position) => {
    const words = { prompt: order.prompt, seed: `${job.id}/${order.model.id}/${position}`, tints: order.tints }
    const recipe: Recipe =
      order.seconds === null ? { kind: 'painting', ...words } : { kind: 'film', ...words, seconds: order.seconds }
    const still = order.resolution === '1K' ? 'image/png' : 'image/jpeg'
    return {
      id: prefixedId('m'),
      job_id: job.id,
      position,
      content_type: order.seconds === null ? still : 'video/mp4',
      width,
      height,
      recipe: JSON.stringify(recipe),
      sha256: null,
      size_bytes: null,
    }
  })
}

function requestRow(submission: Submission, job: JobRow) {
  return {
    request_id: submission.requestId ?? '',
    account_id: submission.caller.accountId,
    free_credits: job.paid_from === 'purchased' ? 0 : 1,
    fingerprint: submission.fingerprint,
    job_id: job.id,
    reserved_until: null,
    rejected_status: null,
    rejected_body: null,
  }
}
