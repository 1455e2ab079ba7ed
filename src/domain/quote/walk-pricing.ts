import { isRecord, type Json } from '../json.ts'
import { isCredits } from './amount.ts'
import { holdsNumber, isWord, mentions, type PricedForm, rowOf, type Walk } from './price-conditions.ts'

export type { PricedForm } from './price-conditions.ts'

export type UnitPrice = { price: 'known'; credits: number } | { price: 'unknown' } | { price: 'unavailable' }

/**
 * Finds a Skill's price in `pricing` (§4.7), whose shape the document does not show: a number; one numeric member
 * such as `credits`; an object keyed by a field's name and then its value, or by the value itself; a list of rows, each
 * with a price and its conditions beside it or under any one member; nested in any order. `values` are the request's
 * fields after the schema's defaults. Exactly one number found is the price. Nothing where the values lead is
 * "unavailable", never free (O71); anything else that is there is "unknown", also what could be read two ways.
 */
export function unitPrice(pricing: Json | undefined, values: Record<string, Json>, form: PricedForm): UnitPrice {
  const found = walk(pricing, { values, form }, deepest)
  if (found.every((one) => one === nothing)) return { price: 'unavailable' }
  const [only, ...others] = found
  // Two equal numbers may be one price said twice or two that add up: only one alone is known.
  return isCredits(only) && others.length === 0 ? { price: 'known', credits: only } : { price: 'unknown' }
}

/** What stands at one place of the table: a price, nothing, or something that is no price. */
type Found = number | null
const nothing = null
const unreadable = Number.NaN

/** More levels than any price list has. */
const deepest = 24

function walk(node: Json | undefined, on: Walk, levels: number): Found[] {
  if (node === null || node === undefined) return [nothing]
  if (typeof node === 'number') return [node]
  if (levels === 0) return [unreadable]
  if (Array.isArray(node)) return walkRows(node, on, levels)
  if (!isRecord(node)) return [unreadable]
  const { fit, rest } = rowOf(node, on)
  // By itself and not of a list: what holds for another choice leaves no price for this one that is known.
  return fit === 'yes' ? walkObject(rest, on, levels) : [unreadable]
}

/** A list of rows: the one whose conditions hold has the price. What may hold as well leaves nothing known. */
function walkRows(list: Json[], on: Walk, levels: number): Found[] {
  if (list.length === 0) return [nothing]
  const found = list.flatMap((row): Found[] => {
    if (!isRecord(row)) return [unreadable]
    const { fit, rest } = rowOf(row, on)
    return fit === 'no' ? [] : fit === 'yes' ? walkObject(rest, on, levels) : [unreadable]
  })
  return found.length > 0 ? found : [unreadable]
}

function walkObject(node: { [key: string]: Json }, on: Walk, levels: number): Found[] {
  const { values, form } = on
  const members = Object.entries(node)
  // Keyed by a field's name, and below it by that field's value.
  const byField = members.flatMap(([key, table]) =>
    Object.hasOwn(values, key) && (isRecord(table) || Array.isArray(table)) ? walkField(key, table, on, levels) : [],
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
  if (byValue.length > 0) return byValue.flatMap(([, member]) => walk(member, on, levels - 1))
  const nested = members.filter(([, member]) => isRecord(member) || Array.isArray(member))
  const ofOthers = [...numbers, ...nested].map(([key]) => form.offering(key)).filter((names) => names.length > 0)
  if (ofOthers.length > 0) {
    // Prices of other choices: never that of this one. Nothing is known where the choice was not made, or where something
    // beside them may hold for all the rest.
    const isMade = ofOthers.flat().every((name) => Object.hasOwn(values, name) && isWord(values[name]))
    return [isMade && ofOthers.length === numbers.length + nested.length ? nothing : unreadable]
  }
  return onlyPrice(members, numbers, nested, on, levels)
}

type Entry = [string, Json]

/** One numeric member, whatever it is called; null there means the price is missing. Or one table, where no number stands. */
function onlyPrice(members: Entry[], numbers: Entry[], nested: Entry[], on: Walk, levels: number): Found[] {
  const [price, ...others] = numbers.length > 0 ? numbers : nested
  if (price === undefined) return [members.length === 0 ? nothing : unreadable]
  const beside = numbers.length > 0 ? nested : []
  // A name of several words with a choice among them is the price of that choice.
  const isOfChoice = mentions(price[0], on.form)
  const mayChangeIt = beside.some(([, table]) => holdsNumber(table) || mentions(table, on.form))
  return others.length === 0 && !isOfChoice && !mayChangeIt ? walk(price[1], on, levels - 1) : [unreadable]
}

function walkField(name: string, table: Json, on: Walk, levels: number): Found[] {
  const { values, form } = on
  const value = values[name]
  if (Array.isArray(table)) return walkRows(table, { ...on, under: name }, levels - 1)
  if (!isRecord(table)) return [unreadable]
  if (isWord(value) && Object.hasOwn(table, String(value))) return walk(table[String(value)], on, levels - 1)
  // A name that is none of the field's values may stand for all the others.
  const isOther = (key: string): boolean => form.isField(name) && !form.offering(key).includes(name)
  return [Object.keys(table).some(isOther) ? unreadable : nothing]
}
