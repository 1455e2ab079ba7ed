import { visibleText } from '../links/visible-text.ts'

/** So many characters, as people count them, a project's name has at most. */
export const mostProjectCharacters = 80

/** A text that is longer is no name, however much of it is spaces. */
export const mostTypedCharacters = 1000

/** What nobody sees in a name, or what turns the words beside it round. */
const unseen = /[\p{Cc}\p{Cs}\p{Co}\p{Bidi_Control}\u2028\u2029]/u

/** The same name is the same text, however it was typed: composed, without spaces at its ends or doubled ones inside. */
export const tidyProjectName = (text: string): string =>
  text
    .trim()
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')

/** Of a text that is tidied. */
export const isProjectName = (text: string): boolean =>
  text !== '' && !unseen.test(text) && visibleText(text) === text && [...text].length <= mostProjectCharacters

/** Null for what is no name of a project. */
export function readProject(text: string): string | null {
  if (text.length > mostTypedCharacters) return null
  const name = tidyProjectName(text)
  return isProjectName(name) ? name : null
}
