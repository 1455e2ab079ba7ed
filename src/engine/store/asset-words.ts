import { dayKey, isMoment } from '../../domain/day.ts'
import { holdsWords } from '../../domain/library/search.ts'

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long' })

export interface Worded {
  title: string
  name: string
  modelName: string | null
  skill: string | null
  createdMs: number
}

/** What a search finds a picture by: the order's words, the file's name, the day, and its tags. */
export function searchTextOf(asset: Worded, tags: readonly string[]): string {
  const { title, name, modelName, skill, createdMs } = asset
  const day = isMoment(createdMs) ? [dayKey(createdMs), monthName.format(createdMs)] : []
  return apart([title, name, modelName, skill, ...day, ...tags].filter(Boolean).join(' '))
}

/** A letter of a script that is written without spaces: to the index of words a whole sentence of them is one word. */
const spaceless = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ーｰ\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
const everySpaceless = new RegExp(spaceless, 'gu')

export const hasSpaceless = (text: string): boolean => spaceless.test(text)

/** Each such letter becomes a word, here and in what is searched for, so that any part of a sentence is found. */
const apart = (text: string): string => text.replace(everySpaceless, ' $& ')

/** Each word is a walk of its own through the index: nobody types more of them, and the first ones are looked for. */
const mostWords = 20

/** What begins another word is found wherever that one is. */
const beginsAnother = (word: string, at: number, all: readonly string[]): boolean =>
  all.some((other, n) => n !== at && other.startsWith(word) && (other !== word || n < at))

type SearchTerms = { match: string } | 'nothing' | null

/**
 * Each word as a prefix, all of them needed; quoted, so that nothing typed is read as FTS syntax, and that letters which
 * stand apart are looked for one after the other. Null: nothing was typed. `nothing`: what was typed holds no word.
 */
export function searchTerms(search: string): SearchTerms {
  if (search.trim() === '') return null
  // SQLite ends a query's text at a NUL.
  const words = search.replaceAll('\0', ' ').split(/\s+/).filter(holdsWords).slice(0, mostWords)
  const needed = words.filter((word, at) => !beginsAnother(word, at, words))
  return words.length === 0
    ? 'nothing'
    : { match: needed.map((word) => `"${apart(word).replaceAll('"', '""')}"*`).join(' ') }
}
