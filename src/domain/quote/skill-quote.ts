import type { Skill } from '../catalogue/skill.ts'
import { defaultsOf } from '../form/skill-form.ts'
import type { Json } from '../json.ts'
import { knownQuote, pricelessQuote, type Quote } from './quote.ts'
import { unitPrice } from './walk-pricing.ts'

/** What one run of a Skill is expected to cost, from the live catalogue (§4.7). */
export function skillQuote(skill: Skill, fields: Record<string, Json>, label: string, pricesReadAtMs: number): Quote {
  const found = unitPrice(skill.pricing, { ...defaultsOf(skill), ...fields })
  if (found.price === 'known')
    return knownQuote(found.credits, [{ label, amount: String(found.credits), credits: found.credits }], pricesReadAtMs)
  const amount = found.price === 'unknown' ? 'not known yet' : 'no price'
  return pricelessQuote(found.price, [{ label, amount, credits: null }], pricesReadAtMs)
}
