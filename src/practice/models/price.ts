import { refuseHttp } from '../http/answer.ts'
import type { PracticeModel, Rates, TieredRates } from './model.ts'

/** What decides a price, after validation. */
interface PricedChoices {
  tier: string | null
  resolution: string | null
  /** Null when the caller left it out: then the flat nominal price is billed (§4.1, billing rule 1). */
  durationSeconds: number | null
  /** Null without a reference video. */
  referenceVideoSeconds: number | null
}

/** Credits for one generation, §4.1 "Billing rules". */
export function priceOf(model: PracticeModel, choices: PricedChoices): number {
  const { durationSeconds } = choices
  if (model.media_type === 'image' || durationSeconds === null) return model.credits_per_generation
  const { pricingPerCall, pricingPerSec, pricingPerSecWithVideo } = model.extra_config
  if (pricingPerCall !== undefined) {
    return rate(pricingPerCall[choices.tier ?? '']?.[String(durationSeconds)], model)
  }
  if (choices.referenceVideoSeconds !== null && pricingPerSecWithVideo !== undefined) {
    const perSecond = rate(pricingPerSecWithVideo[choices.tier ?? '']?.[choices.resolution ?? ''], model)
    const least = model.extra_config.minBillableTable?.[String(durationSeconds)] ?? 0
    return Math.ceil(perSecond * Math.max(choices.referenceVideoSeconds + durationSeconds, least))
  }
  return Math.ceil(rate(perSecondOf(pricingPerSec, choices), model) * durationSeconds)
}

function perSecondOf(rates: Rates | TieredRates | undefined, choices: PricedChoices): number | undefined {
  const byTier = rates?.[choices.tier ?? '']
  if (typeof byTier === 'object') return byTier[choices.resolution ?? '']
  const flat = rates?.[choices.resolution ?? '']
  return typeof flat === 'number' ? flat : undefined
}

function rate(found: number | undefined, model: PracticeModel): number {
  if (found === undefined) throw refuseHttp(400, `${model.name} is not offered with these choices`)
  return found
}
