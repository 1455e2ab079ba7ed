import type { Acceptance } from './outcomes.ts'
import type { Receipt } from './receipt.ts'
import { expectedCount } from './unlisted.ts'

/** As long as a person reads of it. */
const longest = 60

/**
 * An order of one job was asked about, and the answer names another one: it counts as about what was asked, since nothing else
 * was ordered. The other number is kept beside it and told, and what is not at its end so is asked about seldom.
 */
export function ofOwnJob(said: Acceptance, receipt: Receipt): Acceptance {
  const [job, ...others] = said.jobs
  const [known, ...more] = receipt.jobs
  if (job === undefined || known === undefined || others.length + more.length > 0) return said
  const { generationId: own } = known
  if (own === null || job.generationId === null || job.generationId === own) return said
  if (Math.max(said.expectedCount ?? 0, expectedCount(receipt)) > 1) return said
  const isOver = job.status === 'failed' || (job.status === 'completed' && job.urls.length > 0)
  return {
    ...said,
    jobs: [{ ...job, generationId: own }],
    oddFigures: [
      ...(said.oddFigures ?? []),
      `job ${job.generationId.slice(0, longest)} of job ${own.slice(0, longest)}`,
    ],
    pollHintSeconds: isOver ? said.pollHintSeconds : 0,
  }
}
