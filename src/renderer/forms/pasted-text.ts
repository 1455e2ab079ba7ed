import { visibleText } from '../../domain/links/visible-text.ts'

/** How a text comes into a field at one go, from the clipboard or from another program. */
const ways: ReadonlySet<string> = new Set(['insertFromPaste', 'insertFromDrop', 'insertFromYank'])

/** A text without what nobody sees in it; tabs stay, since they may part the cells of a table. */
export const seenText = (text: string): string => text.split('\t').map(visibleText).join('\t')

/**
 * What a field holds after a change: of what was pasted or dropped no hidden character goes in (L12). What is typed stays as
 * it is, letter by letter: a joiner may still wait for the letter that it joins.
 * @param inputType of the change (`InputEvent.inputType`)
 */
export const takenIn = (text: string, inputType: string | undefined): string =>
  inputType !== undefined && ways.has(inputType) ? seenText(text) : text
