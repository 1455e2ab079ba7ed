import { mayBeRefunded, sumOf } from './charges.ts'
import { orderedCount } from './missing-modules.ts'
import { creditsInWords, moneySentenceOf } from './money-words.ts'
import type { Receipt } from './receipt.ts'
import { expectedCount, unlisted } from './unlisted.ts'

// What is said of a request that the service has ended: what was made, what was taken, what to do.

export function partialWords(receipt: Receipt, made: number): string {
  if (unlisted(receipt) > 0)
    return `${made} of ${expectedCount(receipt)} ${made === 1 ? 'is' : 'are'} known to be made. ${unlistedWords(receipt)}`
  const why = hitPaywall(receipt) ? ': the balance of purchased credits ran out between them' : ''
  const settling = unsettledWords(receipt)
  return `${made} of ${expectedCount(receipt)} were made${why}. ${moneySentenceOf(receipt)}${settling} ${missingWords(receipt)}`
}

/** Some failed, and what becomes of their credits is open: said where the word for all of them does not say it. */
function unsettledWords(receipt: Receipt): string {
  if (receipt.creditsStatus !== null) return ''
  // What is called charged is not called open, though it may come back.
  const open = receipt.jobs.filter((job) => mayBeRefunded(job) && job.creditsStatus !== 'confirmed')
  if (open.length === 0) return ''
  const credits = sumOf(open)
  return ` ${credits === null ? 'What failed' : `${creditsInWords(credits)} of what failed`} ${credits === null || credits === 1 ? 'is' : 'are'} not settled yet.`
}

/** What the service has ended and says nothing of: neither made nor not made, as far as is known. */
export function unlistedWords(receipt: Receipt): string {
  const count = unlisted(receipt)
  const it = count === 1 ? 'it was' : 'they were'
  const listed = receipt.creditsUsed === null ? sumOf(receipt.jobs) : null
  const charge =
    receipt.creditsUsed !== null
      ? moneySentenceOf(receipt)
      : listed === null
        ? 'The charge is not yet known.'
        : `${creditsInWords(listed)} for what it lists; the charge for the rest is not yet known.`
  return `The service has ended this and says nothing of the other${count === 1 ? '' : ` ${count}`}: whether ${it} made is not yet known. ${charge} It is asked again by itself for 30 days, ever more seldom; nothing is ordered a second time.`
}

export const hitPaywall = ({ accepted }: Receipt): boolean => accepted?.paywallHitMidBatch === true

/** What to do about items that were not made: nothing is made again by itself (§3, §4.11). */
export const missingWords = (receipt: Receipt): string =>
  hitPaywall(receipt)
    ? 'What is missing is not made again by itself: top up, then order the missing ones anew, as a new request with its own quote.'
    : 'What is missing is not made again by itself.'

/** O110, A19, A38: the service charges its live price; where that is more than was quoted, it is said. */
export function overcharge({ creditsUsed, quote, jobs, order }: Receipt): string | null {
  if (quote.credits === null || (creditsUsed ?? 0) <= quote.credits) return null
  const ordered = orderedCount(order) ?? 1
  const why =
    jobs.length > ordered
      ? `the service made ${jobs.length} for this order of ${ordered}`
      : 'the price rose at the service between the two'
  return `Done. ${creditsUsed} credits were charged, and ${quote.credits} were quoted: ${why}.`
}
