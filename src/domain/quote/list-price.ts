import { isVideo, type Model } from '../catalogue/model.ts'
import { isRecord, type Json } from '../json.ts'
import { isCredits } from './amount.ts'

/** What the list shows for a model before anything is chosen (§2.4): for choosing one, never for paying. */
export interface ListPrice {
  /** The lowest of its prices. */
  credits: number
  per: 'picture' | 'second' | 'clip'
  /** There are higher ones beside it. */
  isLowest: boolean
}

/** Null where the list shows no price that can be read. A video's nominal price is not its price (§2.4; O44). */
export function listPrice(model: Model): ListPrice | null {
  if (!isVideo(model))
    return isCredits(model.nominalCredits) ? { credits: model.nominalCredits, per: 'picture', isLowest: false } : null
  const { pricingPerCall, pricingPerSec } = model.extra
  const byCall = pricingPerCall !== undefined && pricingPerCall !== null
  const amounts = amountsIn(byCall ? pricingPerCall : pricingPerSec)
  if (amounts.length === 0) return null
  const credits = Math.min(...amounts)
  return { credits, per: byCall ? 'clip' : 'second', isLowest: amounts.some((amount) => amount > credits) }
}

function amountsIn(table: Json | undefined): number[] {
  if (isCredits(table)) return [table]
  return isRecord(table) ? Object.values(table).flatMap(amountsIn) : []
}
