import { type ColourName, colourWords } from './colours.ts'
import { holdsWords } from './search.ts'
import { months, spanOf, weekdays } from './when.ts'

export const shapes = ['landscape', 'portrait', 'square'] as const
export type PictureShape = (typeof shapes)[number]

/** What a library can be narrowed down by. */
export type Facet =
  | { kind: 'when'; when: string }
  | { kind: 'rating'; rating: number }
  | { kind: 'flag'; flag: 'pick' | 'reject' | 'none' }
  | { kind: 'colour'; colour: ColourName }
  | { kind: 'shape'; shape: PictureShape }
  | { kind: 'media'; media: 'video' | 'animation' }
  | { kind: 'cutout' }

/** A piece of what was typed that says more than its letters. */
export interface Term {
  facet: Facet
  /** Where it stands in the text. */
  from: number
  end: number
  /** A word of prompts too: what has the word in it is found as well. Null where it can mean nothing else. */
  word: string | null
}

export interface Understood {
  terms: Term[]
  /** What is left: words to look for. */
  words: string
}

interface Token {
  text: string
  from: number
  end: number
  /** Stands in quotation marks: nothing but its letters is meant. */
  isQuoted: boolean
}

const numbers: ReadonlyMap<string, number> = new Map([
  ['one', 1],
  ['two', 2],
  ['three', 3],
  ['four', 4],
  ['five', 5],
])

/** Words of prompts as well as of pictures. */
const ambiguous: ReadonlyMap<string, Facet> = new Map<string, Facet>([
  ...[...colourWords].map(([word, colour]): [string, Facet] => [word, { kind: 'colour', colour }]),
  ...shapes.map((shape): [string, Facet] => [shape, { kind: 'shape', shape }]),
  ...['film', 'films', 'video', 'videos'].map((word): [string, Facet] => [word, { kind: 'media', media: 'video' }]),
  ...['animation', 'animations', 'gif', 'gifs'].map((word): [string, Facet] => [
    word,
    { kind: 'media', media: 'animation' },
  ]),
  ...['cutout', 'cutouts', 'cut-out', 'cut-outs'].map((word): [string, Facet] => [word, { kind: 'cutout' }]),
])

const flags: ReadonlyMap<string, Facet> = new Map<string, Facet>([
  ...['picked', 'picks'].map((word): [string, Facet] => [word, { kind: 'flag', flag: 'pick' }]),
  ...['rejected', 'rejects'].map((word): [string, Facet] => [word, { kind: 'flag', flag: 'reject' }]),
  ['unflagged', { kind: 'flag', flag: 'none' }],
])

/** Months that are other words too mean a time only beside a year or after "last". */
const otherWords: ReadonlySet<string> = new Set(['march', 'may', 'august'])

/** Mostly as people write them: at the longest, four words. */
const longest = 3

/** Reads a search of the library: what names a day, a colour or the like, and what is left to look for as words. */
export function understood(search: string): Understood {
  const tokens = tokensOf(search)
  const terms: Term[] = []
  const left: string[] = []
  for (let at = 0; at < tokens.length; ) {
    const [term, length] = termAt(tokens, at) ?? [null, 1]
    if (term !== null) terms.push(term)
    else left.push(tokens[at]?.text ?? '')
    at += length
  }
  // Commas stand between what was meant, and are no words; a search of signs alone stays one, and finds nothing.
  const worded = left.filter(holdsWords)
  const words = (worded.length === 0 && terms.length === 0 ? left : worded).join(' ')
  return { terms, words }
}

/** The text without a piece of it. */
export function withoutTerm(search: string, { from, end }: Pick<Term, 'from' | 'end'>): string {
  const before = search.slice(0, from).replace(/[\s,]+$/u, '')
  const after = search.slice(end).replace(/^[\s,]+/u, '')
  return [before, after].filter((part) => part !== '').join(before.endsWith(',') || !search.includes(',') ? ' ' : ', ')
}

/** Split at white space and commas; what stands in quotation marks is one, and only its letters count. */
function tokensOf(search: string): Token[] {
  return [...search.matchAll(/"([^"]*)"|[^\s,]+|,+/gu)].map((match) => ({
    text: match[1] ?? match[0],
    from: match.index,
    end: match.index + match[0].length,
    isQuoted: match[1] !== undefined,
  }))
}

function termAt(tokens: readonly Token[], at: number): [Term, number] | null {
  for (let length = Math.min(longest, tokens.length - at); length > 0; length -= 1) {
    const part = tokens.slice(at, at + length)
    if (part.some(({ isQuoted }) => isQuoted)) continue
    const words = part.map(({ text }) => text.toLowerCase()).join(' ')
    const found = meaningOf(words)
    const [first, last] = [part[0], part.at(-1)]
    if (found === null || !first || !last) continue
    const word = ambiguous.has(words) ? first.text : null
    return [{ facet: found, from: first.from, end: last.end, word }, length]
  }
  return null
}

function meaningOf(words: string): Facet | null {
  const known = ambiguous.get(words) ?? flags.get(words)
  if (known) return known
  const rating = ratingOf(words)
  if (rating !== null) return { kind: 'rating', rating }
  const when = whenOf(words)
  return when === null ? null : { kind: 'when', when }
}

function ratingOf(words: string): number | null {
  const [, number = ''] = /^([a-z]+|[1-5])[ -]?stars?$/.exec(words) ?? []
  const count = numbers.get(number) ?? Number(/^[1-5]$/.exec(number)?.[0] ?? 0)
  if (count > 0) return count
  return /^★{1,5}$/u.test(words) ? words.length : null
}

function whenOf(words: string): string | null {
  const same = words.replace(/^past /, 'last ').replace(/^last seven days$/, 'last 7 days')
  if (otherWords.has(same)) return null
  const isKnown =
    /^(today|yesterday|(this|last) (week|month|year)|last [1-9]\d{0,3} days|\d{4}-\d\d(-\d\d)?)$/.test(same) ||
    isNamed(same)
  // Any moment tells whether the words are of a time at all.
  return isKnown && spanOf(same, 0) !== null ? same : null
}

function isNamed(words: string): boolean {
  const [, last, name = ''] = /^(last )?([a-z]+)(?: \d{4})?$/.exec(words) ?? []
  if ((months as readonly string[]).includes(name)) return true
  return last !== undefined && words === `last ${name}` && (weekdays as readonly string[]).includes(name)
}
