import { saneCredits } from '../figures.ts'
import type { Receipt } from '../request/receipt.ts'

/** A charge above what was allowed for it, both in credits. */
export interface Overcharge {
  charged: number
  allowed: number
}

/**
 * Whether the service has charged more for an order than a person allowed; null: it has not, or nothing is known yet.
 * What was charged is its own word (§4.1, rule 5). A refund afterwards does not make it less than it was.
 */
export function overchargeOf({
  creditsUsed,
  quote,
  consent,
}: Pick<Receipt, 'creditsUsed' | 'quote' | 'consent'>): Overcharge | null {
  const charged = saneCredits(creditsUsed)
  const allowed = consent.ceilingCredits ?? quote.credits ?? 0
  return charged !== null && charged > allowed ? { charged, allowed } : null
}
