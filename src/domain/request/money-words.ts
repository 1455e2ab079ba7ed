import { saneCredits } from '../figures.ts'
import { moneyOf } from '../ledger/money.ts'
import type { Receipt } from './receipt.ts'

export const nothingCharged = 'Nothing was charged.'

/** "1 credit", "12 credits". */
export const creditsInWords = (credits: number): string => `${credits} ${credits === 1 ? 'credit' : 'credits'}`

/** Whether money was taken, as far as the service has said so (O134: only `creditsStatus` proves a refund). */
export function moneySentence(said: Pick<Receipt, 'creditsUsed' | 'creditsStatus'>): string {
  const receipt = { ...said, creditsUsed: saneCredits(said.creditsUsed) }
  if (receipt.creditsUsed === null && receipt.creditsStatus === null)
    return 'The service has not said whether anything was charged.'
  if (receipt.creditsUsed === 0 && receipt.creditsStatus === null) return nothingCharged
  const sum = receipt.creditsUsed === null ? 'The charge' : creditsInWords(receipt.creditsUsed)
  const were = receipt.creditsUsed === null || receipt.creditsUsed === 1 ? 'was' : 'were'
  switch (receipt.creditsStatus) {
    case 'refunded':
      return `${sum} ${were} refunded.`
    case 'confirmed':
      return `${sum} ${were} charged.`
    case 'pending':
      return `${sum} ${were} deducted and not settled yet.`
    case null:
      return `${sum} ${were} deducted.`
    default:
      return `${sum} ${were} deducted; the service calls them “${receipt.creditsStatus}”.`
  }
}

/** The same of a request of several jobs: what was given back for some of them is said beside the charge for all. */
export function moneySentenceOf(receipt: Receipt): string {
  const { charged, refunded } = moneyOf(receipt)
  if (receipt.creditsStatus !== null || charged === null || !refunded) return moneySentence(receipt)
  return `${creditsInWords(charged)} ${charged === 1 ? 'was' : 'were'} deducted, and ${refunded} refunded.`
}
