import type { Model } from '../catalogue/model.ts'
import type { Json } from '../json.ts'
import { knownQuote, pricelessQuote, type Quote, type QuoteLine } from './quote.ts'

/**
 * What one generation is expected to cost (§2.4, §4.1 "Billing rules"). An image costs the model's
 * `credits_per_generation`; the answer's `creditsUsed` is the truth.
 */
export function generationQuote(
  model: Model,
  fields: Record<string, Json>,
  references: number,
  pricesReadAtMs: number,
): Quote {
  const words = [model.name, fields.resolution, fields.quality].filter((word) => typeof word === 'string').join(', ')
  const extra: QuoteLine[] = references > 0 ? [{ label: `References, ${references}`, amount: 'free', credits: 0 }] : []
  // A video's price hangs on duration, tier and resolution; its nominal price would be wrong (O44).
  if (model.mediaType !== 'image')
    return pricelessQuote('unknown', [{ label: words, amount: 'not known yet', credits: null }], pricesReadAtMs)
  const credits = model.nominalCredits
  if (credits === null)
    return pricelessQuote('unavailable', [{ label: words, amount: 'no price', credits: null }], pricesReadAtMs)
  return knownQuote(credits, [{ label: words, amount: String(credits), credits }, ...extra], pricesReadAtMs)
}
