import { isRecord, type Json } from '../json.ts'
import { isCredits } from './amount.ts'
import { isForOthers, isTable, isTurningName, isUnread } from './beside-price.ts'
import { isWord, mentions, rowOf, type Walk } from './price-conditions.ts'
import type { PricedForm } from './price-words.ts'

export type UnitPrice = { price: 'known'; credits: number } | { price: 'unknown' } | { price: 'unavailable' }

/**
 * Finds a Skill's price in `pricing` (§4.7), whose shape the document does not show: a number; one numeric member
 * such as `credits`; an object keyed by a field's name and then its value, or by the value itself; a list of rows, each
 * with a price and its conditions beside it or under any one member; nested in any order. `values` are the request's
 * fields after the schema's defaults. Exactly one number found is the price. Nothing where the values lead is
 * "unavailable", never free (O71); anything else that is there is "unknown", also what could be read two ways, and a figure beside which something
 * is said that is not understood.
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
  const { form } = on
  const members = Object.entries(node)
  const found = walkMembers(members, on, levels)
  // Under another value's name stands what is said of that one.
  const isOdd = members.some(([key, said]) => form.offering(key).length === 0 && isUnread(key, said, form))
  return doubted(found, isOdd)
}

function walkMembers(members: Entry[], on: Walk, levels: number): Found[] {
  const { values, form } = on
  // Keyed by a field's name, and below it by that field's value.
  const byField = members.flatMap(([key, table]) =>
    Object.hasOwn(values, key) && (isRecord(table) || Array.isArray(table)) ? walkField(key, table, on, levels) : [],
  )
  const numbers = members.filter(([, member]) => member === null || typeof member === 'number')
  // A number beside them may be a base that they add to, and a table that is no field's may say when they hold.
  const isStrange = ([key, member]: Entry): boolean =>
    typeof member === 'number' || (isTable(member) && !Object.hasOwn(values, key) && !form.isField(key))
  if (byField.length > 0) return members.some(isStrange) ? [...byField, unreadable] : byField
  // Keyed by the value of some field.
  const said = new Set(
    Object.entries(values)
      .filter(([name, value]) => isWord(value) && form.isChoice(name))
      .map(([, value]) => String(value)),
  )
  const byValue = members.filter(([key]) => said.has(key))
  if (byValue.length > 0) {
    const found = byValue.flatMap(([, member]) => walk(member, on, levels - 1))
    const isOffered = ([key]: Entry): boolean => form.offering(key).length > 0
    // Beside values that the form offers stands what may be added to them.
    const isAdded = byValue.some(isOffered) && members.some((one) => !isOffered(one) && isMore(one))
    return doubted(found, isAdded)
  }
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

/** A figure, or a table with some, that is not what all other values take. */
const isMore = ([key, said]: Entry): boolean => (typeof said === 'number' || isTable(said)) && !isForOthers(key)

/** One numeric member, whatever it is called; null there means the price is missing. Or one table, where no number stands. */
function onlyPrice(members: Entry[], numbers: Entry[], nested: Entry[], on: Walk, levels: number): Found[] {
  const [price, ...others] = numbers.length > 0 ? numbers : nested
  if (price === undefined) return [members.length === 0 ? nothing : unreadable]
  const beside = numbers.length > 0 ? nested : []
  // A name of several words with a choice among them is the price of that choice.
  const isOfChoice = mentions(price[0], on.form)
  const mayChangeIt = isTurningName(price[0]) || beside.some(([, table]) => isTable(table))
  return others.length === 0 && !isOfChoice && !(mayChangeIt && price[1] !== nothing)
    ? walk(price[1], on, levels - 1)
    : [unreadable]
}

function walkField(name: string, table: Json, on: Walk, levels: number): Found[] {
  const { values, form } = on
  const value = values[name]
  if (Array.isArray(table)) return walkRows(table, { ...on, under: name }, levels - 1)
  if (!isRecord(table)) return [unreadable]
  const isOther = (key: string): boolean => form.isField(name) && !form.offering(key).includes(name)
  if (isWord(value) && Object.hasOwn(table, String(value))) {
    const isStrange = ([key, said]: Entry): boolean =>
      isOther(key) && (isMore([key, said]) || isUnread(key, said, form))
    const beside = Object.entries(table).filter(([key]) => key !== String(value))
    return doubted(walk(table[String(value)], on, levels - 1), beside.some(isStrange))
  }
  // A name that is none of the field's values may stand for all the others.
  return [Object.keys(table).some(isOther) ? unreadable : nothing]
}

/** Where nothing is, nothing is to be had, whatever is said of it. */
const doubted = (found: Found[], isDoubtful: boolean): Found[] =>
  isDoubtful && found.some((one) => one !== nothing) ? [...found, unreadable] : found
