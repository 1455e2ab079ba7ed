import type { ChoiceId, Receipt } from '../../domain/request/receipt.ts'
import type { CurrentPrices } from '../queue/current-price.ts'

/** Choices that end one request and approve another in its place. */
const replaces: ReadonlySet<ChoiceId> = new Set(['new-order', 'accept-price', 'accept-resize'])

/** Whether a choice orders anew. A price that is accepted before anything was sent is that of the same request. */
export const ordersAnew = ({ body }: Receipt, choice: ChoiceId): boolean =>
  replaces.has(choice) && !(choice === 'accept-price' && body === null)

/** Why a choice is not carried out, in words, and where its price is another one now, that price. */
export interface ChoiceRefusal {
  words: string
  seen: { credits: number | null } | null
}

/**
 * The figure on a choice may have been read long ago: it is compared with the list of now before the choice is carried out.
 * @param named the price that whoever chose had seen
 * @returns null where it stands
 */
export async function choiceRefusal(
  prices: Pick<CurrentPrices, 'forChoice'>,
  receipt: Receipt,
  choice: ChoiceId,
  named: number | null | undefined,
): Promise<ChoiceRefusal | null> {
  const chosen = receipt.decision?.choices.find(({ id }) => id === choice)
  // Another price than the one that is asked is refused where it is carried out.
  if (!chosen || chosen.credits === null || (named !== undefined && named !== chosen.credits)) return null
  const now = await prices.forChoice(receipt)
  if (now === 'unreadable')
    return {
      words: `What it costs now cannot be read, and this choice showed ${chosen.credits}. Nothing was sent or ordered. Decide again in a moment.`,
      seen: null,
    }
  if (now === 'unknown' || (now.credits !== null && now.credits <= chosen.credits)) return null
  const costs = now.credits === null ? 'The service shows no price for it now' : `It costs ${now.credits} now`
  return {
    words: `${costs}, and this choice showed ${chosen.credits}. Nothing was sent or ordered. Decide again, at the price of now.`,
    seen: now,
  }
}
