import { z } from 'zod'

/** `label … amount`; `credits` is what the line adds to the sum, null where it adds nothing or is not known. */
export const quoteLine = z.object({ label: z.string(), amount: z.string(), credits: z.number().nullable() })
export type QuoteLine = z.infer<typeof quoteLine>

/**
 * What one request is expected to cost, worked out before it is sent. `creditsUsed` of the answer is the truth (§4.1).
 * `unknown`: the service shows a price this app cannot read. `unavailable`: it shows none, so nothing may be sent.
 */
export const quote = z.object({
  price: z.enum(['known', 'unknown', 'unavailable']),
  /** Null unless known. */
  credits: z.number().nonnegative().nullable(),
  lines: z.array(quoteLine),
  /** When the price list was read, ms since 1970. */
  pricesReadAtMs: z.number(),
})
export type Quote = z.infer<typeof quote>

export const knownQuote = (credits: number, lines: QuoteLine[], pricesReadAtMs: number): Quote => ({
  price: 'known',
  credits,
  lines,
  pricesReadAtMs,
})

/**
 * The price that somebody accepted in place of the one before: its lines are those of the old sum no more. Its age stays,
 * since nobody knows how long the question had stood: an old one is looked at again before it is paid.
 */
export const acceptedAnew = ({ pricesReadAtMs }: Quote, credits: number): Quote =>
  knownQuote(credits, [{ label: 'Accepted anew', amount: String(credits), credits }], pricesReadAtMs)

/** Why a quote has no price. */
export type Priceless = Exclude<Quote['price'], 'known'>

export const pricelessQuote = (price: Priceless, label: string, pricesReadAtMs: number): Quote => ({
  price,
  credits: null,
  lines: [{ label, amount: price === 'unknown' ? 'not known yet' : 'no price', credits: null }],
  pricesReadAtMs,
})
