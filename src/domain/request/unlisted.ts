import { orderedCount } from './missing-modules.ts'
import type { Job, Receipt } from './receipt.ts'

type Listed = Pick<Receipt, 'accepted' | 'order' | 'jobs'>

/** Words of a receipt after which no more jobs come (§2.8, §4.15; A22). Others are not known to be an end (A21). */
export const renderingEnds: ReadonlySet<string> = new Set(['completed', 'partial', 'failed'])

/** How many jobs there are to be: as the service says, as the order names them, and at least those that are known. */
export const expectedCount = ({ accepted, order, jobs }: Listed): number =>
  Math.max(accepted?.expectedCount ?? 0, orderedCount(order) ?? 0, jobs.length)

/**
 * Whether an answer lists jobs in place of others that it listed before, so that more are known than were to be made: it is not
 * known whether they are charged beside one another. One that has failed is replaced by another one as a matter of course.
 */
export function isPiled({ accepted, order, jobs }: Listed, said: readonly Job[]): boolean {
  const ordered = Math.max(accepted?.expectedCount ?? 0, orderedCount(order) ?? 1)
  const standing = jobs.filter(({ status }) => status !== 'failed')
  return said.length > 0 && standing.length > Math.max(ordered, said.length)
}

/** Whether jobs that nobody has listed yet may still come: only the service says that none do. */
export function mayGrow(receipt: Listed): boolean {
  const { accepted, jobs } = receipt
  if (expectedCount(receipt) <= jobs.length) return false
  // No more are dispatched then (§4.11), but while it renders not all that were need be listed.
  const said = accepted?.renderingStatus
  if (accepted?.paywallHitMidBatch && said === undefined) return false
  return !renderingEnds.has(said ?? '')
}

/**
 * How many the service has neither listed nor explained, though it says that it has ended: they may be made, and charged. A
 * balance that ran out explains what is missing (§4.11), and so does the failure of the whole.
 */
export function unlisted(receipt: Listed): number {
  const { accepted, jobs } = receipt
  const isExplained = accepted?.paywallHitMidBatch === true || accepted?.renderingStatus === 'failed'
  return isExplained || !renderingEnds.has(accepted?.renderingStatus ?? '') ? 0 : expectedCount(receipt) - jobs.length
}

/** Whether the jobs that are known are all there are, so that what they cost together is what it cost. */
export const isWhollyListed = (receipt: Listed): boolean => !mayGrow(receipt) && unlisted(receipt) === 0
