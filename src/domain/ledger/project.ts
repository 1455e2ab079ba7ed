import { z } from 'zod'
import { visibleText } from '../links/visible-text.ts'

/** So many characters, as people count them, a project's name has at most. */
export const mostProjectCharacters = 80

/** What nobody sees in a name, or what turns the words beside it round. */
const unseen = /[\p{Cc}\p{Cs}\p{Co}\p{Bidi_Control}\u2028\u2029]/u

/** The same name is the same text, however it was typed: composed, without spaces at its ends or doubled ones inside. */
export const projectName = z
  .string()
  // Without the end all that follows is done to a text of any length.
  .max(1000, { abort: true })
  .trim()
  .normalize('NFC')
  .overwrite((text) => text.replace(/\p{Zs}+/gu, ' '))
  .min(1)
  .refine((text) => !unseen.test(text) && visibleText(text) === text && [...text].length <= mostProjectCharacters)

/** Null for what is no name of a project. */
export const readProject = (text: string): string | null => projectName.safeParse(text).data ?? null
