import { isCeilingEnforced } from '../quote/ceiling.ts'
import { creditsInWords } from './money-words.ts'
import { type ChoiceId, maySpend, type Receipt } from './receipt.ts'
import { isToldMore } from './told.ts'

/**
 * Why a choice is not carried out under the most that a person named with it, in words; null: it may be. Where the choice
 * shows a price, that price is compared with the most; this is about what shows none.
 */
export function mostRefusal(receipt: Receipt, choice: ChoiceId, ceilingCredits: number | null): string | null {
  if (ceilingCredits === null) return null
  if (!maySpend(choice))
    return 'This choice sends nothing that is paid, so no most goes with it. Nothing was decided. Leave the most out.'
  const most = creditsInWords(ceilingCredits)
  const under = { ...receipt, consent: { ...receipt.consent, ceilingCredits } }
  if (choice === 'send-again' || choice === 'try-again') {
    if (receipt.body !== null && isToldMore(under))
      return `What was written to be sent allows the service more than ${most}, and it goes out unchanged or not at all. Nothing was sent now. Send it again without a most, or leave it and order it anew.`
  }
  if (receipt.quote.credits !== null || receipt.decision?.price || isCeilingEnforced(receipt)) return null
  return `Its price cannot be read, and the service holds this order to no sum, so ${most} would bind nobody. Nothing was sent or ordered. Leave it, and order it once its price is shown.`
}
