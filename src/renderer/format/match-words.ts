/** How well a text answers what was typed, and the stretches of it that do. */
export interface Match {
  score: number
  /** From and up to but not with, in UTF-16 places of the text, rising and apart. */
  ranges: [number, number][]
}

interface Word {
  /** Without case and marks, one entry a letter. */
  letters: string[]
  /** Where each of them stands in the text, and where the word ends. */
  places: number[]
}

/** What the beginning of a word counts for, the best of what is found. */
const beginning = 6

/** A letter without its case and its marks: É → e. Empty for a mark alone. */
const bare = (letter: string): string => letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function wordsIn(text: string): Word[] {
  const words = [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map((found) => {
    const word: Word = { letters: [], places: [] }
    let at = found.index
    for (const letter of found[0]) {
      for (const one of bare(letter)) {
        word.letters.push(one)
        word.places.push(at)
      }
      at += letter.length
    }
    word.places.push(at)
    return word
  })
  // Marks alone are no word.
  return words.filter(({ letters }) => letters.length > 0)
}

/**
 * Finds what was typed in a text: each typed word as the beginning of a word, inside one, as its letters in order
 * (`stngs`), or as beginnings of words one after the other (`ks`). All typed words are needed, in any order.
 * @param beginningsOnly takes nothing looser than the beginning of a word
 * @returns null where one of them is not found; nothing typed answers every text alike, and signs alone none
 */
export function matchWords(typed: string, text: string, beginningsOnly = false): Match | null {
  const asked = wordsIn(typed)
  if (asked.length === 0 && typed.trim() !== '') return null
  const words = wordsIn(text)
  const found: Match = { score: 0, ranges: [] }
  for (const { letters } of asked) {
    const best = bestOf(letters, words)
    if (best === null || (beginningsOnly && best.score < beginning)) return null
    found.score += best.score
    found.ranges.push(...best.ranges)
  }
  return { score: found.score, ranges: joined(found.ranges) }
}

function bestOf(typed: string[], words: readonly Word[]): Match | null {
  let best: Match | null = null
  words.forEach((word, at) => {
    for (const match of [inWord(typed, word, at), asBeginnings(typed, words.slice(at))])
      if (match !== null && (best === null || match.score > best.score)) best = match
  })
  return best
}

/** An earlier word counts for a little more, never for as much as a better kind of match. */
function inWord(typed: string[], { letters, places }: Word, at: number): Match | null {
  const early = 1 / (at + 2)
  const starts = indexOf(letters, typed)
  const range = (from: number, count: number) => stretch(places, from, count)
  if (starts === 0) {
    const whole = typed.length === letters.length ? 1 : 0
    return { score: beginning + whole + early, ranges: [range(0, typed.length)] }
  }
  if (starts > 0) return { score: 3 + early, ranges: [range(starts, typed.length)] }
  const kept = inOrder(letters, typed)
  return kept === null ? null : { score: 1 + early, ranges: kept.map((place) => range(place, 1)) }
}

/** `ks` in Keyboard shortcuts: a letter a word, from this word on, none left out. */
function asBeginnings(typed: string[], words: readonly Word[]): Match | null {
  if (typed.length < 2 || typed.length > words.length) return null
  const ranges = typed.map((letter, at): [number, number] | null => {
    const word = words[at]
    return word?.letters[0] === letter ? stretch(word.places, 0, 1) : null
  })
  return ranges.every((range) => range !== null) ? { score: 4, ranges } : null
}

/** Some characters are several letters (한 is three): one is marked whole, however little of it was typed. */
function stretch(places: number[], from: number, count: number): [number, number] {
  const last = places[from + count - 1] ?? 0
  return [places[from] ?? 0, places.find((place) => place > last) ?? last]
}

function indexOf(letters: string[], typed: string[]): number {
  for (let from = 0; from + typed.length <= letters.length; from += 1)
    if (typed.every((letter, at) => letters[from + at] === letter)) return from
  return -1
}

/** Places of the letters in order, the first of them at the beginning; null where one is missing. Two letters are in most words. */
function inOrder(letters: string[], typed: string[]): number[] | null {
  if (typed.length < 3) return null
  const places: number[] = []
  for (const letter of typed) {
    const place = letters.indexOf(letter, (places.at(-1) ?? -1) + 1)
    if (place < 0) return null
    places.push(place)
  }
  return places[0] === 0 ? places : null
}

function joined(ranges: [number, number][]): [number, number][] {
  const apart: [number, number][] = []
  for (const [from, end] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = apart.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], end)
    else apart.push([from, end])
  }
  return apart
}
