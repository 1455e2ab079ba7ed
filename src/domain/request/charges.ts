import type { Acceptance } from './outcomes.ts'
import type { Job, Receipt } from './receipt.ts'
import { unlisted } from './unlisted.ts'

// What the jobs of a request cost together, and what of that is settled.

/** An answer that tells of some jobs only, or of what some of them cost, says nothing about the charge for all of them. */
export function chargeOf(jobs: Job[], said: Acceptance): number | null {
  if (said.jobs.length === 0) return said.creditsUsed
  const whole = said.jobs.length === jobs.length ? said.creditsUsed : null
  return whole ?? sumOf(jobs)
}

/** Whether a charge may be that of these jobs alone, where there are others. */
export const isOfSome = (charge: number | null, jobs: readonly Job[]): boolean => (charge ?? 0) <= (sumOf(jobs) ?? 0)

/** A module that got no job but an error in its place, so that nothing was charged for it (§4.11): nothing to settle. */
export const isUncharged = ({ generationId, module, status, error, creditsUsed, creditsStatus }: Job): boolean =>
  generationId === null &&
  module !== null &&
  status === 'failed' &&
  error !== null &&
  !creditsUsed &&
  creditsStatus === null

/** What these jobs cost together; null where that of one is not known. */
export const sumOf = (jobs: readonly Job[]): number | null =>
  jobs.reduce<number | null>((sum, job) => {
    const cost = job.creditsUsed ?? (isUncharged(job) ? 0 : null)
    return sum === null || cost === null ? null : sum + cost
  }, 0)

/** Several jobs share a word only while each of them has it: one refund is not the refund of all (O134). */
export function creditsStatusOf(jobs: Job[], whole: string | null): string | null {
  const charged = jobs.filter((job) => !isUncharged(job))
  const isSilent = charged.every((job) => job.creditsStatus === null)
  return charged.length < 2 || isSilent ? whole : sharedWord(charged)
}

/** The credit status that each of some jobs has that may have been charged; null where they differ. */
export function sharedWord(jobs: readonly Job[]): string | null {
  const [first = null, ...others] = jobs.filter((job) => !isUncharged(job)).map((job) => job.creditsStatus)
  return others.every((word) => word === first) ? first : null
}

/** Of a failure: a charge that is called confirmed may come back as well, since every failure leads to `refunded` (§3). */
const isBack = (creditsStatus: string | null): boolean => creditsStatus === 'refunded'

export const mayBeRefunded = (job: Job): boolean =>
  job.status === 'failed' && !isUncharged(job) && !isBack(job.creditsStatus)

/** Whether a failure's credits are still an open question (A10), or what became of a part that nobody has listed. */
export const unsettled = (receipt: Receipt): boolean =>
  unlisted(receipt) > 0 || (!isBack(receipt.creditsStatus) && receipt.jobs.some(mayBeRefunded))
