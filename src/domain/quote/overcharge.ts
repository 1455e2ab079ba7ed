import { knownQuote, type Quote } from './quote.ts'

/**
 * What an order costs by a list that shows less for another one like it than the service has just charged. The charge is the
 * truth (§4.1, billing rule 5), so the list is behind, and this order is taken to cost more in the same proportion.
 * @param listed what the same list shows for the order that was charged, in credits; null: nothing that could be read
 * @param charged what was charged for that one, in credits
 */
export function pricedByCharge(quote: Quote, listed: number | null, charged: number): Quote {
  if (quote.credits === null || listed === null || listed >= charged) return quote
  const inProportion = listed > 0 ? Math.ceil((quote.credits / listed) * charged) : charged
  // Of figures near nothing or without an end the proportion may come out as anything.
  const credits = Math.min(Math.max(quote.credits, inProportion), Math.max(quote.credits, Number.MAX_SAFE_INTEGER))
  return knownQuote(
    credits,
    [{ label: 'As the service charged last', amount: String(credits), credits }],
    quote.pricesReadAtMs,
  )
}
