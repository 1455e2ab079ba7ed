import { isVideo, type Model } from '../catalogue/model.ts'
import { isRecord, type Json } from '../json.ts'
import { isAmount, isCredits } from './amount.ts'
import { knownQuote, type Priceless, pricelessQuote, type Quote, type QuoteLine } from './quote.ts'
import { tidy } from './tidy.ts'

/** A price found, or why there is none: nothing where the values lead, or something that cannot be read. */
type Rate = number | Priceless

/**
 * What one generation is expected to cost (§2.4, §4.1 "Billing rules"): an image its `credits_per_generation`; a video
 * by call (which wins), or by second, or by second with a reference video. The answer's `creditsUsed` is the truth.
 * @param fields the body's fields as they will be sent
 */
export function generationQuote(
  model: Model,
  fields: Record<string, Json>,
  references: number,
  pricesReadAtMs: number,
): Quote {
  const label = [model.name, fields.tier, fields.resolution, fields.quality]
    .filter((word) => typeof word === 'string')
    .join(', ')
  const free: QuoteLine[] = references > 0 ? [{ label: `References, ${references}`, amount: 'free', credits: 0 }] : []
  const none = (price: Priceless): Quote => pricelessQuote(price, label, pricesReadAtMs)
  if (!isVideo(model)) {
    const rate = readRate(model.nominalCredits)
    return typeof rate === 'number'
      ? knownQuote(rate, [{ label, amount: String(rate), credits: rate }, ...free], pricesReadAtMs)
      : none(rate)
  }
  const { duration } = fields
  // Without a duration the flat price would be charged (§4.1 rule 1): never sent so, and never quoted so.
  if (typeof duration !== 'number') return none('unknown')
  const priced = videoPrice(model, fields, duration)
  if (typeof priced === 'string') return none(priced)
  const lines: QuoteLine[] = [{ label, amount: priced.amount, credits: priced.credits }, ...priced.extra, ...free]
  return knownQuote(priced.credits, lines, pricesReadAtMs)
}

interface Priced {
  credits: number
  amount: string
  extra: QuoteLine[]
}

function videoPrice(model: Model, fields: Record<string, Json>, duration: number): Priced | Priceless {
  const { pricingPerCall, pricingPerSec, pricingPerSecWithVideo } = model.extra
  // It takes precedence wherever it is present (§2.4).
  if (pricingPerCall !== undefined && pricingPerCall !== null) {
    const rate = follow(pricingPerCall, [fields.tier, duration])
    return typeof rate === 'number' ? { credits: rate, amount: `${rate}, ${duration} s`, extra: [] } : rate
  }
  if (typeof fields.referenceVideo === 'string') return withVideo(model, fields, duration, pricingPerSecWithVideo)
  if (pricingPerSec === undefined || pricingPerSec === null)
    return model.nominalCredits === null ? 'unavailable' : 'unknown'
  const rate = follow(pricingPerSec, [fields.tier, fields.resolution])
  return typeof rate === 'number' ? perSecond(rate, duration, []) : rate
}

/** §4.1 rule 3: billable seconds = max(reference + duration, the minimum for that duration). */
function withVideo(
  model: Model,
  fields: Record<string, Json>,
  duration: number,
  pricing: Json | undefined,
): Priced | Priceless {
  const reference = fields.referenceVideoDuration
  if (typeof reference !== 'number') return 'unknown'
  const rate = follow(pricing ?? null, [fields.tier, fields.resolution])
  if (typeof rate !== 'number') return rate
  const least = minimumSeconds(model.extra.minBillableTable, duration)
  if (least === null) return 'unknown'
  const together = reference + duration
  const seconds = Math.max(together, least)
  const sum: QuoteLine = {
    label: `Reference ${reference} s and output ${duration} s`,
    amount: `${together} s`,
    credits: null,
  }
  const raised: QuoteLine[] =
    least > together ? [{ label: `At least billed for ${duration} s`, amount: `${least} s`, credits: null }] : []
  return perSecond(rate, seconds, [sum, ...raised])
}

/**
 * The document does not say how a fraction of a second is billed. Where the rates are whole credits, a part of one
 * counts as one, so that no charge is above its quote.
 */
function perSecond(rate: number, seconds: number, extra: QuoteLine[]): Priced | 'unknown' {
  const product = tidy(rate * seconds)
  if (!isCredits(product)) return 'unknown'
  const credits = Number.isInteger(rate) ? Math.ceil(product) : product
  return { credits, amount: `${rate} × ${seconds} s`, extra }
}

/**
 * Follows a table by tier and resolution (or duration). Models without tiers leave that step out of the table, so a
 * step that is no key of it is passed over, once the others lead to a number.
 */
function follow(table: Json, steps: (Json | undefined)[]): Rate {
  if (!isRecord(table)) return readRate(table)
  const said = steps.filter((step) => typeof step === 'string' || typeof step === 'number').map(String)
  const [first, ...rest] = said
  if (first === undefined) return 'unknown'
  if (Object.hasOwn(table, first)) return follow(table[first] ?? null, rest)
  // A table that is not keyed by the tier: go on with the next value.
  return rest.length > 0 ? follow(table, rest) : 'unavailable'
}

const readRate = (value: Json): Rate => (value === null ? 'unavailable' : isCredits(value) ? value : 'unknown')

/**
 * The minimum billable seconds for a duration. The table's shape is not shown (A31): keyed by the duration, or a list of
 * rows with one number beside `duration`. Absent: none. Null: it is there and cannot be read.
 */
function minimumSeconds(table: Json | undefined, duration: number): number | null {
  if (table === undefined || table === null) return 0
  if (isRecord(table)) return seconds(table[String(duration)])
  if (!Array.isArray(table)) return null
  const rows = table.filter(isRecord).filter((entry) => entry.duration === duration)
  const [row] = rows
  if (row === undefined || rows.length > 1) return null
  const [only, ...others] = Object.entries(row)
    .filter(([key]) => key !== 'duration')
    .map(([, value]) => value)
  return others.length === 0 ? seconds(only) : null
}

const seconds = (value: Json | undefined): number | null => (isAmount(value) ? value : null)
