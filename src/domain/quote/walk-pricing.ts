import { isRecord, type Json } from '../json.ts'

/** What the form says about the fields that a price may hang on. */
export interface PricedForm {
  /** Whether the form has such a field, set or not. */
  isField: (name: string) => boolean
  /** Whether the field's value is one of a set, not words that somebody wrote: only then may it be a price's key. */
  isChoice: (name: string) => boolean
}

const anyForm: PricedForm = { isField: () => false, isChoice: () => true }

interface Walk {
  values: Record<string, Json>
  form: PricedForm
}

export type UnitPrice = { price: 'known'; credits: number } | { price: 'unknown' } | { price: 'unavailable' }

/**
 * Finds a Skill's price in `pricing` (§4.7), whose shape the document does not show: a number; one numeric member
 * such as `credits`; an object keyed by a field's name and then its value, or by the value itself; a list of
 * conditions with credits; nested in any order. `values` are the request's fields after the schema's defaults.
 * Exactly one number found is the price. Nothing where the values lead is "unavailable", never free (O71);
 * anything else that is there is "unknown".
 */
export function unitPrice(
  pricing: Json | undefined,
  values: Record<string, Json>,
  form: PricedForm = anyForm,
): UnitPrice {
  const found = walk(pricing ?? null, { values, form })
  const [only] = found
  if (found.every((one) => one === 'nothing')) return { price: 'unavailable' }
  // Two equal numbers may be one price said twice or two that add up: only one alone is known.
  return found.length === 1 && typeof only === 'number' ? { price: 'known', credits: only } : { price: 'unknown' }
}

type Found = number | 'nothing' | 'unreadable'

function walk(node: Json, on: Walk): Found[] {
  if (node === null) return ['nothing']
  if (typeof node === 'number') return Number.isFinite(node) && node >= 0 ? [node] : ['unreadable']
  if (Array.isArray(node)) return walkConditions(node, on)
  if (typeof node === 'object') return walkObject(node, on)
  return ['unreadable']
}

function walkObject(node: { [key: string]: Json }, on: Walk): Found[] {
  const { values, form } = on
  const keys = Object.keys(node)
  // Keyed by a field's name, and below it by that field's value.
  const fields = keys.filter((key) => Object.hasOwn(values, key) && isRecord(node[key]))
  if (fields.length > 0) {
    const found = fields.flatMap((field) => walkByValue(node[field] ?? null, values[field] ?? null, on))
    // A number beside them may be a base that they add to.
    return keys.some((key) => typeof node[key] === 'number') ? [...found, 'unreadable'] : found
  }
  // Keyed by the value of some field.
  const said = new Set(
    Object.entries(values)
      .filter(([name, value]) => typeof value !== 'object' && form.isChoice(name))
      .map(([, value]) => String(value)),
  )
  const byValue = keys.filter((key) => said.has(key))
  if (byValue.length > 0) return byValue.flatMap((key) => walk(node[key] ?? null, on))
  // One numeric member, whatever it is called; null there means the price is missing.
  const members = keys.filter((key) => node[key] === null || typeof node[key] === 'number')
  if (members.length === 1) return walk(node[members[0] ?? ''] ?? null, on)
  const nested = keys.filter((key) => isRecord(node[key]) || Array.isArray(node[key]))
  if (members.length === 0 && nested.length === 1) return walk(node[nested[0] ?? ''] ?? null, on)
  return keys.length === 0 ? ['nothing'] : ['unreadable']
}

function walkByValue(node: Json, value: Json, on: Walk): Found[] {
  if (!isRecord(node)) return walk(node, on)
  const key = typeof value === 'object' ? null : String(value)
  return key !== null && Object.hasOwn(node, key) ? walk(node[key] ?? null, on) : ['nothing']
}

/** A list of `{field: value, …, credits}`: every named field must match, one that nobody set does not. */
function walkConditions(list: Json[], on: Walk): Found[] {
  const { values, form } = on
  const isCondition = (key: string): boolean => Object.hasOwn(values, key) || form.isField(key)
  const matching = list.filter(isRecord).filter((entry) =>
    Object.keys(entry)
      .filter(isCondition)
      .every((key) => Object.hasOwn(values, key) && entry[key] === values[key]),
  )
  if (matching.length === 0) return [list.length === 0 ? 'nothing' : 'unreadable']
  return matching.flatMap((entry) => {
    const rest = Object.fromEntries(Object.entries(entry).filter(([key]) => !isCondition(key)))
    return walk(rest, on)
  })
}
