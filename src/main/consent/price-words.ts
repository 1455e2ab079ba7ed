import { accented, backwards } from '../../contract/pseudo.ts'
import { choiceActs, type OrderKind, orderActs, togetherActs } from '../../contract/spend-acts.ts'

/** What a button stands for, as far as its words say it. */
export interface Bought {
  /** The choice about requests, the same for all of them; null: an order. */
  choice: string | null
  /** Of which kinds the order is; none where it is a choice. */
  kinds: readonly OrderKind[]
  /** How many requests. */
  count: number
  /** In credits; null: no price is known. */
  sum: number | null
}

/** A language of the window, as `renderer/format/messages.ts` writes in it. */
interface Language {
  /** Words of ours. */
  dress: (text: string) => string
  /** A whole message. */
  frame: (text: string) => string
  /** Figures and words of others in a message of ours. */
  apart: (text: string) => string
}

const isolated = (text: string): string => `\u2068${text}\u2069`
const plain: Language = { dress: (text) => text, frame: (text) => text, apart: (text) => text }
const trial = (dress: Language['dress']): Language => ({ dress, frame: (text) => `[${text}]`, apart: isolated })
const languages: readonly Language[] = [plain, trial(accented), trial(backwards)]

const figures = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 6 })

/** The place of a message's one value: as it is shown, or with a word that hangs on it. */
const place = /\{\w+(?:, plural, one \{(?<one>[^{}]*)\} other \{(?<other>[^{}]*)\})?\}/g

/** @param shown the value where it stands alone @param value the same, which chooses a plural */
function said(text: string, shown: string, value: number, { dress, frame, apart }: Language): string {
  let all = ''
  let at = 0
  for (const { 0: whole, index, groups = {} } of text.matchAll(place)) {
    const chosen = value === 1 ? groups.one : groups.other
    const filled = chosen === undefined ? apart(shown) : chosen.split('#').map(dress).join(figures.format(value))
    all += dress(text.slice(at, index)) + filled
    at = index + whole.length
  }
  return frame(all + dress(text.slice(at)))
}

/** The price with whether it is one of practice, which knows no short form. */
function pricesIn(language: Language, sum: number | null): [words: string, isPractice: boolean][] {
  const of = (text: string, shown: string): string => said(text, shown, sum ?? 0, language)
  if (sum === null) return [[of('price unknown', ''), false]]
  const figure = figures.format(sum)
  const credits = of('{figure} {value, plural, one {credit} other {credits}}', figure)
  return [
    [of('{credits} cr', figure), false],
    [of('max {credits} cr', figure), false],
    [of('{credits} (practice)', credits), true],
  ]
}

const choiceWords: Readonly<Record<string, readonly string[] | undefined>> = choiceActs
const togetherWords: Readonly<Record<string, string | undefined>> = togetherActs

function actsIn(language: Language, { choice, kinds, count }: Bought): string[] {
  const of = (text: string): string => said(text, figures.format(count), count, language)
  if (choice === null)
    return kinds.flatMap((kind) => {
      const { one, several, any } = orderActs[kind]
      return [...(count === 1 ? one : several), ...any].map(of)
    })
  if (count === 1) return (choiceWords[choice] ?? []).map(language.apart)
  const together = togetherWords[choice]
  return together === undefined ? [] : [of(together)]
}

/**
 * Whether a button said what it stands for, whole and as the app itself writes that: an act of its own for so many requests,
 * and the price. Main writes those words once more, in each language of the window, and reads nothing out of the page's: a
 * figure, a sign of direction or a word that is not there makes them other words. Null where they are.
 */
export function readWords(words: string, bought: Bought): { isPractice: boolean } | null {
  for (const language of languages) {
    const acts = actsIn(language, bought)
    for (const [price, isPractice] of pricesIn(language, bought.sum))
      if (acts.some((act) => words === `${act} ${price}`)) return { isPractice }
  }
  return null
}
