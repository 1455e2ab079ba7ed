import { creditsAnswer } from '../accounts/balances.ts'
import type { Practice } from '../context.ts'
import type { Fault } from '../control/faults.ts'
import { recordPaidPost } from '../control/paid-posts.ts'
import { tokenFingerprint } from '../fingerprint.ts'
import { busy, HttpRefusal, jsonAnswer, refuseHttp } from '../http/answer.ts'
import { parseObject, readBody } from '../http/body.ts'
import type { Fields } from '../http/fields.ts'
import type { KnownCall } from '../http/router.ts'
import { isUuid, prefixedId } from '../ids.ts'
import { type Accepted, acceptOrder, type Submission } from './accept.ts'
import {
  findRequest,
  inProgress,
  isAdoptable,
  jobOfKnownId,
  makeUncertain,
  putRequest,
  requestInterrupted,
} from './known-requests.ts'
import { checkOrder, type DispatchedGeneration } from './order.ts'

/** The document names no limit (§8); inline references need room. */
const bodyLimitBytes = 64 * 1024 * 1024

/** `POST /api/generate/v2`, §4.1 */
export async function submitGeneration(call: KnownCall) {
  const { practice, caller } = call
  const bytes = await readBody(call.request, bodyLimitBytes)
  if (bytes === 'too-large') throw refuseHttp(413, 'the body is too large')
  recordPaidPost(practice, call.path, bytes, 'idempotencyKey')
  const body = parseObject(bytes, call.request.headers['content-type'])
  const requestId = requestIdOf(body)
  const submission: Submission = { caller, requestId, fingerprint: tokenFingerprint(body, 'idempotencyKey') }
  const known =
    requestId === null
      ? null
      : jobOfKnownId(practice.db, caller, requestId, submission.fingerprint, practice.clock.now())
  if (known !== null) return answerOf(practice, caller.accountId, { job: known, deduped: true })
  try {
    const order = await checkOrder(practice, body)
    const fault = practice.faults.takeJob(call.path)
    if (fault?.fault === 'busy') throw busy(refuseHttp, fault.retryAfter)
    if (fault?.fault === 'reserved' && requestId !== null) reserve(practice, submission, fault.delayMs ?? 20_000)
    if (fault?.fault === 'interrupted' && requestId !== null) interrupt(practice, submission, order, fault)
    return answerOf(practice, caller.accountId, acceptOrder(practice, submission, order, fault))
  } catch (error) {
    if (error instanceof HttpRefusal) {
      // §7: ordinary errors carry debugging fields beside the documented ones.
      error.body.traceId = prefixedId('trace')
      rememberRejection(practice, submission, error)
    }
    throw error
  }
}

function requestIdOf(body: Fields): string | null {
  if (body.idempotencyKey === undefined) return null
  if (!isUuid(body.idempotencyKey)) throw refuseHttp(400, 'idempotencyKey must be a UUID')
  return body.idempotencyKey.toLowerCase()
}

/** §2.1. Balances are those of now, also in the answer to a repetition. */
function answerOf(practice: Practice, accountId: string, { job, deduped }: Accepted) {
  return jsonAnswer(200, {
    success: true,
    generationId: job.id,
    status: 'processing',
    creditsUsed: job.credits,
    modelId: job.model_id,
    aspectRatio: job.aspect_ratio,
    credits: creditsAnswer(practice.db, accountId),
    ...(deduped ? { deduped: true } : {}),
  })
}

/** §7.2: the lookup keeps the verdict on a submission that was refused before any charge. */
function rememberRejection(
  practice: Practice,
  { caller, requestId, fingerprint }: Submission,
  refusal: HttpRefusal,
): void {
  if (requestId === null || refusal.status >= 500 || refusal.status === 409) return
  const known = findRequest(practice.db, requestId)
  if (known !== null && (!isAdoptable(known, caller) || known.job_id !== null)) return
  putRequest(practice.db, {
    request_id: requestId,
    account_id: caller.accountId,
    free_credits: 0,
    fingerprint,
    job_id: null,
    reserved_until: null,
    rejected_status: refusal.status,
    rejected_body: JSON.stringify(refusal.body),
  })
}

/** The fault `reserved`: the submission was noted and then given up before anything was charged. */
function reserve(practice: Practice, { caller, requestId, fingerprint }: Submission, forMs: number): never {
  const now = practice.clock.now()
  putRequest(practice.db, {
    request_id: requestId ?? '',
    account_id: caller.accountId,
    free_credits: 0,
    fingerprint,
    job_id: null,
    reserved_until: now + forMs,
    rejected_status: null,
    rejected_body: null,
  })
  throw inProgress(now + forMs, now)
}

/** The fault `interrupted`: for a while nobody knows what became of it. With `after: 1` the job exists and was charged. */
function interrupt(practice: Practice, submission: Submission, order: DispatchedGeneration, fault: Fault): never {
  const forMs = fault.delayMs ?? 20_000
  if ((fault.after ?? 0) > 0) acceptOrder(practice, submission, order, null)
  makeUncertain(practice.db, submission, practice.clock.now() + forMs)
  throw requestInterrupted()
}
