import { agreedMost } from '../quote/ceiling.ts'
import type { PaidBody, Receipt } from './receipt.ts'

type Told = Pick<Receipt, 'order' | 'quote' | 'body' | 'consent'>

/**
 * The most that the service is told it may charge for a Skill (§4.14, rule 3), in whole credits: as the body says that is
 * written, else as it will be written. Null: it is told of none.
 */
export function toldMost({ order, quote, body }: Told): number | null {
  const { confirmedCredits } = order.fields
  if (order.kind !== 'skill' || typeof confirmedCredits !== 'number') return null
  const written = body === null ? null : toldIn(body)
  return written ?? (quote.credits === null ? confirmedCredits : Math.ceil(quote.credits))
}

/** A Skill's body is one text. Null: it does not say. */
function toldIn({ parts }: PaidBody): number | null {
  const text = parts.map((part) => ('text' in part ? part.text : '')).join('')
  try {
    const said: unknown = JSON.parse(text)
    if (typeof said !== 'object' || said === null || !('confirmedCredits' in said)) return null
    return typeof said.confirmedCredits === 'number' ? said.confirmedCredits : null
  } catch {
    // Damaged bytes are never sent, whatever they say.
    return null
  }
}

/**
 * Whether the service is told of more than a person has agreed to. It compares whole credits: a price that was shown counts up
 * to the next one, a most that was named down.
 */
export function isToldMore(receipt: Told): boolean {
  const told = toldMost(receipt)
  const most = agreedMost(receipt)
  if (told === null || most === null) return false
  return told > (receipt.quote.credits === null ? Math.floor(most) : Math.ceil(most))
}
