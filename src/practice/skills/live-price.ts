import type { Practice } from '../context.ts'
import { refuseSkill } from '../http/answer.ts'
import { type Fields, isFields } from '../http/fields.ts'
import { marketOf, repriced } from '../market/market.ts'
import type { PracticeSkill, Pricing } from './skill.ts'

/** Today's prices of a Skill; null is unavailable (§4.7). */
export function livePricing({ db }: Practice, skill: PracticeSkill): Pricing | null {
  const market = marketOf(db)
  return market.unavailable?.includes(skill.id) ? null : repriced(market, skill.id, skill.pricing)
}

/** Credits for one picture of a run with these inputs, at this moment. */
export function livePrice(practice: Practice, skill: PracticeSkill, input: Fields): number {
  const pricing = livePricing(practice, skill)
  // The document gives no status for it; a price may come back, so it is temporary.
  if (pricing === null) throw refuseSkill(503, `${skill.id} is not available at the moment`, { code: 'unavailable' })
  const price = priceIn(pricing, input)
  const { confirmedCredits } = input
  // §4.14, rule 3; the field stands in one schema only.
  if (typeof confirmedCredits === 'number' && price > confirmedCredits) {
    throw refuseSkill(409, 'the price has changed', { code: 'price_changed', quotedCredits: price, confirmedCredits })
  }
  return price
}

function priceIn(pricing: unknown, input: Fields): number {
  if (typeof pricing === 'number') return pricing
  if (!isFields(pricing)) throw new Error('a price list without a price')
  if (typeof pricing.credits === 'number') return pricing.credits
  const [field, table] = Object.entries(pricing)[0] ?? ['', null]
  return priceIn(isFields(table) ? table[String(input[field])] : null, input)
}
