import { isRecord, type Json } from '../json.ts'
import { isNoNumber, type PricedForm, wordsIn } from './price-words.ts'

export interface Walk {
  values: Record<string, Json>
  form: PricedForm
  /** The field under whose name a list of rows stands: a value of it in a row is a condition on this one. */
  under?: string
}

/** Whether a row of a price list is that of the values. `perhaps`: it says something of them that is not understood. */
export type RowFit = 'yes' | 'no' | 'perhaps'

type Members = { [key: string]: Json }

/** A value that can be a key: a word, a number, yes or no; not a list of them, and not one that is not set. */
export const isWord = (value: Json | undefined): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/**
 * Parts what a row says of the order from what it says of the price. Conditions stand beside the price (`mode: …`), or
 * together under one member whatever it is called (`match: {mode: …}`), or as one of a field's values under any name.
 * Nothing here knows a shape of the service: its document shows none (§4.7).
 */
export function rowOf(row: Members, on: Walk): { fit: RowFit; rest: Members } {
  const fits: RowFit[] = []
  const rest: Members = {}
  const labels: string[] = []
  for (const [key, member] of Object.entries(row)) {
    if (isCondition(key, member, on)) fits.push(fitOf(key, member, on))
    else if (isRecord(member) && holdsConditions(member, on)) fits.push(...fitsOf(key, member, on))
    else {
      rest[key] = member
      if (typeof member === 'string') labels.push(member)
    }
  }
  const said = new Set(Object.values(row).flatMap((member) => (isRecord(member) ? Object.keys(member) : [])))
  const named = (name: string): boolean => Object.hasOwn(row, name) || said.has(name)
  for (const label of labels) fits.push(labelFit(label, named, fits.length > 0, on))
  return { fit: allOf(fits), rest }
}

const allOf = (fits: readonly RowFit[]): RowFit =>
  fits.includes('no') ? 'no' : fits.includes('perhaps') ? 'perhaps' : 'yes'

const isKnown = (name: string, { values, form }: Walk): boolean => Object.hasOwn(values, name) || form.isField(name)

/** What stands under a field's name is a condition on it, but for a table by its values, and a number that is no choice's. */
function isCondition(name: string, said: Json, on: Walk): boolean {
  if (!isKnown(name, on) || isRecord(said) || isList(said)) return false
  return on.form.isChoice(name) || typeof said === 'string' || typeof said === 'boolean'
}

/** A list of rows, not of words. */
const isList = (said: Json): boolean => Array.isArray(said) && said.some((entry) => typeof entry === 'object')

/** Nothing but fields with values of theirs: no price can be among them. */
const holdsConditions = (members: Members, on: Walk): boolean =>
  Object.keys(members).length > 0 &&
  Object.entries(members).every(([name, said]) => isCondition(name, said, on) && !isOddNumber(name, said, on))

/** A number that the field does not offer may as well be a price. */
const isOddNumber = (name: string, said: Json, { form }: Walk): boolean =>
  typeof said === 'number' && form.isField(name) && !form.offering(String(said)).includes(name)

/** Names under which conditions stand that are to be read another way: that one of them suffices, or none may hold. */
const turned =
  /^(not|no|non|none|never|neither|except|exclude|excludes|excluding|excluded|without|other|otherwise|else|any|some|or|one|unless|unlike)$/

function fitsOf(name: string, conditions: Members, on: Walk): RowFit[] {
  if (wordsIn(name).some((word) => turned.test(word))) return ['perhaps']
  return Object.entries(conditions).map(([field, said]) => fitOf(field, said, on))
}

function fitOf(name: string, said: Json, { values, form }: Walk): RowFit {
  const isOffered = (one: Json): boolean =>
    isWord(one) && (!form.isField(name) || (form.isChoice(name) && form.offering(String(one)).includes(name)))
  const wanted = Array.isArray(said) ? said : [said]
  if (wanted.length === 0 || !wanted.every(isOffered)) return 'perhaps'
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  // What nobody set, the service may fill in itself.
  if (!isWord(value)) return 'perhaps'
  if (wanted.includes(value)) return 'yes'
  // “4” and 4 may be the same to the service, and may not.
  return wanted.some((one) => String(one) === String(value)) ? 'perhaps' : 'no'
}

/**
 * A text in a row: the value of one field is a condition on it, where the row says nothing else of that field; a text in
 * which choices are named, with nothing that says more plainly when the row holds, may be one.
 */
function labelFit(label: string, named: (field: string) => boolean, isSaid: boolean, on: Walk): RowFit {
  const all = on.form.offering(label)
  const fields = on.under !== undefined && all.includes(on.under) ? [on.under] : all
  if (fields.some(named)) return 'yes'
  const [field, ...others] = fields
  if (field !== undefined) return others.length === 0 ? fitOf(field, label, on) : 'perhaps'
  return !isSaid && mentions(label, on.form) ? 'perhaps' : 'yes'
}

/** What stands between spaces and signs. */
const partsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}:_-]+/u).filter(isNoNumber)

/** Whether anything in it names a choice or one of its values. */
export function mentions(node: Json, form: PricedForm): boolean {
  if (typeof node === 'string') {
    const isNamed = (word: string): boolean =>
      (form.isField(word) && form.isChoice(word)) || form.offering(word).length > 0
    return [node, ...partsOf(node), ...wordsIn(node)].some(isNamed)
  }
  if (Array.isArray(node)) return node.some((entry) => mentions(entry, form))
  return isRecord(node) && Object.entries(node).some(([key, entry]) => mentions(key, form) || mentions(entry, form))
}
