import { type HttpRefusal, refuseSkill } from '../http/answer.ts'
import type { JobRow } from '../state/job-rows.ts'

/** §7.3 410: nothing of what was accepted is left. A batch of which something is left shows what that is. */
export function goneIn(jobs: JobRow[]): HttpRefusal | null {
  const [first] = jobs
  if (first === undefined || jobs.some(({ gone }) => gone === 0)) return null
  return refuseSkill(410, 'the accepted job is no longer available', {
    code: 'generation_unavailable',
    generationId: first.id,
  })
}
