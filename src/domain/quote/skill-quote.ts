import type { Skill } from '../catalogue/skill.ts'
import { standingOf } from '../form/field-standing.ts'
import { isChoice, offeredValues, type Schema } from '../form/plain-schema.ts'
import { defaultsOf, propertiesOf } from '../form/skill-form.ts'
import { isRecord, type Json } from '../json.ts'
import { isCredits } from './amount.ts'
import type { PricedForm } from './price-words.ts'
import { knownQuote, pricelessQuote, type Quote } from './quote.ts'
import { tidy } from './tidy.ts'
import { type UnitPrice, unitPrice } from './walk-pricing.ts'
import { waysOf } from './ways.ts'

/** What one run of a Skill is expected to cost, from the live catalogue (§4.7). */
export function skillQuote(skill: Skill, fields: Record<string, Json>, pricesReadAtMs: number): Quote {
  const images = imagesOf(fields)
  const found = priceOfOne(skill, { ...defaultsOf(skill), ...fields })
  const said = [fields.mode, fields.quality].filter((word) => typeof word === 'string')
  const label = [skill.id, ...said].join(', ')
  if (found.price !== 'known') return pricelessQuote(found.price, label, pricesReadAtMs)
  const credits = tidy(found.credits * images)
  if (!isCredits(credits)) return pricelessQuote('unknown', label, pricesReadAtMs)
  const amount = images === 1 ? String(credits) : `${images} × ${found.credits}`
  return knownQuote(credits, [{ label, amount, credits }], pricesReadAtMs)
}

/** More ways than any price list has rows for fields that do not count. */
const maxWays = 100

/** What the service passes over decides no price (§4.12, §4.13; A18), even where the price list has a row for each of its values. */
function priceOfOne(skill: Skill, standing: Record<string, Json>): UnitPrice {
  if (skill.unreadable) return { price: 'unknown' }
  const { pricing } = skill
  const properties = propertiesOf(skill)
  const form = formOf(properties)
  const counts = (name: string): boolean => standingOf(name, standing, form.isField).is === 'used'
  const counting = Object.fromEntries(Object.entries(standing).filter(([name]) => counts(name)))
  const found = unitPrice(pricing, counting, form)
  if (found.price !== 'unknown') return found
  const passedOver = Object.entries(properties)
    .filter(([name]) => !counts(name))
    .map(([name, schema]) => ({ name, values: offeredValues(schema) }))
    .filter(({ values }) => values.length > 0)
  const prices = waysOf(passedOver, maxWays).map((way) => unitPrice(pricing, { ...counting, ...way }, form))
  const [only, ...others] = new Set(prices.map((one) => (one.price === 'known' ? one.credits : null)))
  return typeof only === 'number' && others.length === 0 ? { price: 'known', credits: only } : found
}

function formOf(properties: Record<string, Schema>): PricedForm {
  const fields = Object.entries(properties)
  // A price list asks for each of its keys.
  const known = new Map<string, string[]>()
  const offering = (key: string): string[] => {
    const names = known.get(key) ?? fields.filter(([, schema]) => offers(schema, key)).map(([name]) => name)
    known.set(key, names)
    return names
  }
  return {
    isField: (name) => Object.hasOwn(properties, name),
    isChoice: (name) => isChoice(properties[name]),
    offering,
  }
}

/** Whether a field, or an entry of its list, can have the value that this key of a price list is the text of. */
function offers(schema: Schema, key: string): boolean {
  const values = [...offeredValues(schema), ...(isRecord(schema.items) ? offeredValues(schema.items) : [])]
  if (values.length > 0) return values.some((value) => typeof value !== 'object' && String(value) === key)
  return isChoice(schema) && key.trim() !== '' && Number.isFinite(Number(key))
}

/** One paid image, or one for each module that is sent (§4.11; A20). */
function imagesOf(fields: Record<string, Json>): number {
  if (!Array.isArray(fields.modules)) return 1
  return fields.modules.length + (Array.isArray(fields.customModules) ? fields.customModules.length : 0)
}
