import { isRecord, type Json } from '../json.ts'
import { type PricedForm, wordsIn } from './price-words.ts'

/** Words of a sentence that says no more than that a price is one, in credits, for one picture or one run. */
const plain =
  /^(credits?|prices?|pricing|costs?|amount|value|per|a|an|one|each|every|for|images?|pictures?|photos?|piece|item|output|result|generation|module|run|request|job|call|units?|standard|regular|normal|fixed|flat|total|charged?)$/

/** Under such a name stands what a price is for, or a remark. Under any other the service says something else of it. */
const remark = /^(currency|units?|per|each|note|remark|kind|type|basis|billing|description)$/

/** Under such a name stands what the row is called. */
const naming = /^(label|name|title|id|key|slug)$/

/** Words by which a figure is no plain price: a rate, a limit of one, something that is added, a time, another money. */
const turning =
  /^(per|s|secs?|seconds?|mins?|minutes?|hours?|days?|weeks?|months?|years?|mp|megapixels?|pixels?|kb|mb|gb|tokens?|characters?|steps?|frames?|percent|minimum|maximum|max|least|most|from|starting|starts|until|till|before|after|since|effective|valid|expires?|expired|discount|discounted|off|surcharge|plus|extra|additional|addon|fees?|tax|vat|deposit|usd|eur|gbp|dollars?|euros?|cents?|unavailable|disabled|inactive|soon|closed|deprecated|old|previous|draft|estimated?|about|approx|approximately|not|except|without)$/

/** A name that says that the figure under it is more, or less, than what one picture takes. */
export const isTurningName = (name: string): boolean => {
  const words = wordsIn(name)
  return words.some((word) => turning.test(word)) && !words.every((word) => plain.test(word))
}

/** Whether a name stands for all values that are not listed. */
export const isForOthers = (name: string): boolean => /^(default|others?|otherwise|else|rest)$/i.test(name)

/** Nothing is said by it, whatever it is called. */
const isEmpty = (said: Json): boolean =>
  said === null ||
  (typeof said === 'string' && said.trim() === '') ||
  (typeof said === 'object' && Object.keys(said).length === 0)

/**
 * Whether the service says something beside a price that is not understood, so that the figure is no plain one. The document
 * names no such member (§4.7), and what is not known may be a rate, a time from which it holds, or that it is not to be had.
 * Numbers and tables are judged where they stand; a text that a field offers was read as a condition already.
 */
export function isUnread(name: string, said: Json, form: PricedForm): boolean {
  if (isEmpty(said) || typeof said === 'number' || typeof said === 'object') return false
  if (typeof said === 'boolean') return true
  if (form.offering(said).length > 0) return false
  const [texts, names] = [wordsIn(said), wordsIn(name)]
  if (/\p{N}/u.test(said)) return true
  const isPlain = texts.every((word) => plain.test(word))
  if (naming.test(names.at(-1) ?? '')) return !isPlain && texts.some((word) => turning.test(word))
  return !(isPlain && names.every((word) => remark.test(word)))
}

/** A list or a table in which something stands. */
export const isTable = (said: Json): boolean => (isRecord(said) || Array.isArray(said)) && !isEmpty(said)
