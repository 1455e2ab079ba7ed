import type { Practice } from '../context.ts'
import type { HttpRefusal } from '../http/answer.ts'
import { jobsOfSkillRequest } from '../state/job-rows.ts'
import { newReceipt } from './accept.ts'
import { findRunReceipt, putReceipt } from './receipts.ts'
import type { SkillSubmission } from './submission.ts'

const burnt = ['price_changed', 'upscale_resize_required']

/**
 * §7.3: some rejections carry a stored receipt (`batchId`), and changed inputs then need a new id. The document does not
 * say which; here those that came after looking at the picture or the price. A source server's trouble is stored
 * too, as a submission that may be made again with the same id (§4.14, rule 5).
 */
export function keepRejection(practice: Practice, submission: SkillSubmission, refusal: HttpRefusal): void {
  const code = String(refusal.body.code ?? '')
  const final = refusal.status === 413 || refusal.status === 422 || burnt.includes(code)
  const temporary = refusal.status === 503 && refusal.body.code === undefined
  if (!final && !temporary) return
  const { requestId, skill } = submission
  const known = findRunReceipt(practice.db, requestId)
  if (
    known !== null &&
    (known.lease_until === null || jobsOfSkillRequest(practice.db, requestId, skill.id).length > 0)
  ) {
    return
  }
  const receipt = newReceipt(submission)
  refusal.body.batchId = receipt.batch_id
  putReceipt(practice.db, {
    ...receipt,
    submission: JSON.stringify(refusal.body),
    submission_http_status: refusal.status,
    lease_until: temporary ? practice.clock.now() : null,
  })
}
