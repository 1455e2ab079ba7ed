import { underOtherNumbers } from './other-numbers.ts'
import type { Acceptance } from './outcomes.ts'
import type { Job, Receipt } from './receipt.ts'
import { expectedCount } from './unlisted.ts'

/** As long as a person reads of it. */
const longest = 60

/**
 * An answer that names a job of the order by another number counts as about what was asked, since nothing else was ordered.
 * The other number is kept beside it and told, and what is not at its end so is asked about seldom.
 */
export function ofOwnJob(said: Acceptance, receipt: Receipt): Acceptance {
  const others = otherNumbers(said, receipt)
  if (others.size === 0) return said
  const own = (job: Job): Job => ({ ...job, generationId: others.get(job)?.generationId ?? job.generationId })
  return {
    ...said,
    jobs: said.jobs.map(own),
    oddFigures: [...(said.oddFigures ?? []), ...[...others].map(([job, old]) => `job ${cut(job)} of job ${cut(old)}`)],
    pollHintSeconds: [...others.keys()].every(isOver) ? said.pollHintSeconds : 0,
  }
}

function otherNumbers(said: Acceptance, receipt: Receipt): Map<Job, Job> {
  const ordered = Math.max(said.expectedCount ?? 0, expectedCount(receipt))
  const others = underOtherNumbers(said.jobs, receipt.jobs, ordered)
  // In the place of a part of a set that had failed the service has begun another one.
  const isAnew = ([job, old]: [Job, Job]): boolean => ordered > 1 && old.status === 'failed' && job.status !== 'failed'
  return new Map([...others].filter((pair) => !isAnew(pair)))
}

const cut = ({ generationId }: Job): string => (generationId ?? '').slice(0, longest)

const isOver = ({ status, urls }: Job): boolean => status === 'failed' || (status === 'completed' && urls.length > 0)
