import { z } from 'zod'
import { visibleText } from '../links/visible-text.ts'

/** One line, as it is seen: without what nobody sees, and with a space for each gap. */
const asSeen = (text: string): string =>
  visibleText(text)
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()

/** More than this is no name that anybody typed: it is not even looked through. */
const mostTyped = 1000

/**
 * A name that people give to something: a tag, a collection, a token. Two that look the same are the same, however they
 * came; nothing in it turns the words beside it round, breaks their line or is hidden.
 * @param most characters, as people count them
 */
export const givenName = (most: number): z.ZodString =>
  z
    .string()
    .max(mostTyped, { abort: true })
    .normalize('NFC')
    .overwrite(asSeen)
    .min(1)
    .refine((text) => [...text].length <= most)

/** Null for what is no such name. */
export const readGivenName = (text: string, most: number): string | null => givenName(most).safeParse(text).data ?? null
