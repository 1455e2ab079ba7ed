/**
 * What a button that spends ends with, in each language that the window is drawn in; `price-words.test.ts` holds them
 * against the window's own words. In practice the price stands without a unit's short form.
 */
const units = ['cr', 'çŕ']
const inPractice = [String.raw`credits? \(practice\)`, String.raw`çŕééðîîţš?\]? \(þŕááçţîîçéé\)`]
const most = ['max', 'ɱááẋ']

/** Commas between thousands alone: "2,00" is not read as 200 by anybody. */
const price = new RegExp(
  String.raw`(?:^|[\s[])(?:(?:${most.join('|')}) )?(?<sum>(?:0|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d*)(?:\.\d+)?) (?:${units.join('|')}|(?<practice>${inPractice.join('|')}))\]*$`,
  'u',
)

/** A sign that makes what follows the fraction of a number, at the end of what stands before. */
const splitsNumber = /(?:^|[\s\p{N}])[.,'’‚،٫٬·․‧・。]\s*$/u

/** As `backwards` writes a word of a script from right to left: nothing in it is a figure. */
const turnedWord = /\u202e([\p{L}\p{M}\p{Pd}’']*)\u202c/gu
const isolates = /[\u2066-\u2069]/g

/**
 * "Make 3 pictures 1,018.5 cr" → 1018.5: the price, as the app writes it and in no other way, at the end of the words. Null
 * where there is none: a number that only stands somewhere, in a unit of another thing or in other figures, is no price.
 */
export function priceAtEnd(words: string): { sum: number; isPractice: boolean } | null {
  const plain = words.replace(turnedWord, '$1').replace(isolates, '').trim()
  const found = price.exec(plain)
  const { sum, practice } = found?.groups ?? {}
  if (!found || sum === undefined || splitsNumber.test(plain.slice(0, found.index))) return null
  return { sum: Number(sum.replaceAll(',', '')), isPractice: practice !== undefined }
}
