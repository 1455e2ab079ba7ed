import type { IntlMessageFormat } from 'intl-messageformat'

/** The parts of an ICU message, as its parser gives them. */
type Part = ReturnType<IntlMessageFormat['getAst']>[number]

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const dressed = 'áƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÁƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ'
const accents = new Map([...plain].map((letter, at) => [letter, dressed[at] ?? letter]))

/** Every Latin letter accented, every vowel twice: about a third longer, and still to be read. */
export const accented = (text: string): string =>
  text.replace(/[A-Za-z]/g, (letter) => {
    const other = accents.get(letter) ?? letter
    return /[aeiou]/i.test(letter) ? other + other.toLowerCase() : other
  })

/** As `accented`, each word written from right to left (U+202E … U+202C), as words of such a script are. */
export const backwards = (text: string): string =>
  accented(text).replace(/\p{L}[\p{L}\p{M}\p{Pd}’']*/gu, (word) => `\u202e${word}\u202c`)

/**
 * A message in a pseudo-language: its words through `transform`, in brackets that show where it begins and ends. Names of
 * values, plurals, choices and tags stay what they are.
 */
export const pseudo = (parts: readonly Part[], transform: (text: string) => string): Part[] => [
  { type: 0, value: '[' },
  ...parts.map((part) => through(part, transform)),
  { type: 0, value: ']' },
]

function through(part: Part, transform: (text: string) => string): Part {
  const inside = (parts: readonly Part[]): Part[] => parts.map((each) => through(each, transform))
  if ('options' in part) {
    const options = Object.entries(part.options).map(([name, option]) => [
      name,
      { ...option, value: inside(option.value) },
    ])
    return { ...part, options: Object.fromEntries(options) }
  }
  if ('children' in part) return { ...part, children: inside(part.children) }
  return part.type === 0 ? { ...part, value: transform(part.value) } : part
}
