import { creditsAnswer } from '../accounts/balances.ts'
import type { Practice } from '../context.ts'
import { mediaPath } from '../media/media-address.ts'
import type { Dispatched } from './dispatch-jobs.ts'
import { originMark } from './receipts.ts'
import type { SkillSubmission } from './submission.ts'

/** The answer to a run (§4.9 to §4.14). It is settled with the jobs: a cutout's can already name its picture. */
export function answerTo(
  practice: Practice,
  { skill, accountId, requestId }: SkillSubmission,
  batchId: string,
  dispatched: Dispatched[],
): { httpStatus: number; body: Record<string, unknown> } {
  const credits = creditsAnswer(practice.db, accountId)
  const creditsUsed = dispatched.reduce((sum, { job }) => sum + (job?.credits ?? 0), 0)
  if (skill.answers === 'items') {
    const body = { success: true, requestId, batchId, ...itemsOf(dispatched), creditsUsed, credits }
    return { httpStatus: 200, body }
  }
  const [only] = dispatched
  if (only === undefined || only.job === null) throw new Error('a run without a job has no answer')
  const { job, picture } = only
  const rest = { requestId, generationId: job.id, creditsUsed, credits }
  if (skill.answers === 'job') return { httpStatus: 200, body: { success: true, status: 'processing', ...rest } }
  if (job.outcome === 'failed') return { httpStatus: 500, body: { error: job.error, code: job.failure_code, ...rest } }
  const imageUrl = originMark + mediaPath(picture)
  return { httpStatus: 200, body: { success: true, status: 'completed', imageUrl, ...rest } }
}

/** §4.11: per module a `generationId` or a dispatch error. */
function itemsOf(dispatched: Dispatched[]) {
  const missing = dispatched.filter(({ job }) => job === null).length
  const status = missing === 0 ? 'processing' : missing === dispatched.length ? 'failed' : 'partial'
  return {
    status,
    expectedCount: dispatched.length,
    paywallHitMidBatch: dispatched.some((one) => one.job === null && one.code === 'insufficient_credits'),
    items: dispatched.map((one) =>
      one.job === null
        ? { module: one.module, error: one.error, code: one.code }
        : { module: one.module, generationId: one.job.id, status: 'processing', creditsUsed: one.job.credits },
    ),
  }
}
