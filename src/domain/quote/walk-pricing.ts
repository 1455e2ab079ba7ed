import { isRecord, type Json } from '../json.ts'
import { isAmount } from './amount.ts'

/** What the form says about the fields that a price may hang on. */
export interface PricedForm {
  /** Whether the form has such a field, set or not. */
  isField: (name: string) => boolean
  /** Whether the field's value is one of a set, not words that somebody wrote: only then may it be a price's key. */
  isChoice: (name: string) => boolean
  /** Names of the fields that offer this text as a value: a table with such a key is keyed by them. */
  offering: (key: string) => string[]
}

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
export function unitPrice(pricing: Json | undefined, values: Record<string, Json>, form: PricedForm): UnitPrice {
  const found = walk(pricing, { values, form })
  if (found.every((one) => one === nothing)) return { price: 'unavailable' }
  const [only, ...others] = found
  // Two equal numbers may be one price said twice or two that add up: only one alone is known.
  return isAmount(only) && others.length === 0 ? { price: 'known', credits: only } : { price: 'unknown' }
}

/** What stands at one place of the table: a price, nothing, or something that is no price. */
type Found = number | null
const nothing = null
const unreadable = Number.NaN

function walk(node: Json | undefined, on: Walk): Found[] {
  if (node === null || node === undefined) return [nothing]
  if (typeof node === 'number') return [node]
  if (Array.isArray(node)) return walkConditions(node, on)
  return isRecord(node) ? walkObject(node, on) : [unreadable]
}

function walkObject(node: { [key: string]: Json }, on: Walk): Found[] {
  const { values, form } = on
  const members = Object.entries(node)
  // Keyed by a field's name, and below it by that field's value.
  const byField = members.flatMap(([key, table]) =>
    Object.hasOwn(values, key) && isRecord(table) ? walkByValue(table, values[key], on) : [],
  )
  const numbers = members.filter(([, member]) => member === null || typeof member === 'number')
  if (byField.length > 0)
    // A number beside them may be a base that they add to.
    return numbers.some(([, member]) => member !== null) ? [...byField, unreadable] : byField
  // Keyed by the value of some field.
  const said = new Set(
    Object.entries(values)
      .filter(([name, value]) => isWord(value) && form.isChoice(name))
      .map(([, value]) => String(value)),
  )
  const byValue = members.filter(([key]) => said.has(key))
  if (byValue.length > 0) return byValue.flatMap(([, member]) => walk(member, on))
  const nested = members.filter(([, member]) => isRecord(member) || Array.isArray(member))
  const ofOthers = [...numbers, ...nested].map(([key]) => form.offering(key)).filter((names) => names.length > 0)
  if (ofOthers.length > 0) {
    // Prices of other choices: never that of this one. Nothing is known where the choice was not made, or where something
    // beside them may hold for all the rest.
    const isMade = ofOthers.flat().every((name) => Object.hasOwn(values, name) && isWord(values[name]))
    return [isMade && ofOthers.length === numbers.length + nested.length ? nothing : unreadable]
  }
  // One numeric member, whatever it is called; null there means the price is missing.
  const [price, ...others] = numbers.length > 0 ? numbers : nested
  if (price === undefined) return [members.length === 0 ? nothing : unreadable]
  return others.length === 0 ? walk(price[1], on) : [unreadable]
}

/** A value that can be a key: a word, a number, yes or no; not a list of them, and not one that is not set. */
const isWord = (value: Json | undefined): boolean => typeof value !== 'object'

const walkByValue = (table: { [key: string]: Json }, value: Json | undefined, on: Walk): Found[] =>
  isWord(value) && Object.hasOwn(table, String(value)) ? walk(table[String(value)], on) : [nothing]

/** A list of `{field: value, …, credits}`: every named field must match, one that nobody set does not. */
function walkConditions(list: Json[], on: Walk): Found[] {
  const { values, form } = on
  const isCondition = (key: string): boolean => Object.hasOwn(values, key) || form.isField(key)
  const matching = list.filter(isRecord).filter((entry) =>
    Object.keys(entry)
      .filter(isCondition)
      .every((key) => Object.hasOwn(values, key) && entry[key] === values[key]),
  )
  if (matching.length === 0) return [list.length === 0 ? nothing : unreadable]
  return matching.flatMap((entry) => {
    const rest = Object.fromEntries(Object.entries(entry).filter(([key]) => !isCondition(key)))
    return walk(rest, on)
  })
}
