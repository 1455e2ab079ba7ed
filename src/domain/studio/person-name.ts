import { visibleText } from '../links/visible-text.ts'

/** So many characters the name of somebody has at most. */
const mostNameCharacters = 100

/** The same name is the same text, however it was typed: composed, without spaces at its ends or doubled ones inside. */
const tidyPersonName = (text: string): string => text.trim().normalize('NFC').replace(/\s+/gu, ' ')

/**
 * Null for what is no name of a person: with a line break or a control character, with what nobody sees or what turns the words
 * beside it round, two people would look like one.
 */
export function readPersonName(text: string): string | null {
  if (text.length > 10 * mostNameCharacters) return null
  const trimmed = text.trim()
  const name = tidyPersonName(trimmed)
  const isPlain = !/[\p{Cc}\p{Cs}\p{Co}\p{Bidi_Control}\u2028\u2029]/u.test(trimmed) && visibleText(name) === name
  return name !== '' && isPlain && [...name].length <= mostNameCharacters ? name : null
}

/**
 * Who is meant by a name as somebody typed it: the very one, else the only one whose name is the same when it is tidied. Names
 * that were let in before any of them was tidied can be said, too.
 */
export function personMeant<Named extends { name: string }>(people: readonly Named[], text: string): Named | null {
  const tidy = tidyPersonName(text)
  const exact = people.find(({ name }) => name === text) ?? people.find(({ name }) => name === tidy)
  if (exact) return exact
  const same = people.filter(({ name }) => tidyPersonName(name) === tidy)
  return same.length === 1 ? (same[0] ?? null) : null
}

export const noNameWords = `The name of somebody has 1 to ${mostNameCharacters} characters in one line, without control characters, signs that nobody sees and signs that turn the direction of writing.`
