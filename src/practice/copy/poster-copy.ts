import type { Fields } from '../http/fields.ts'
import { phrases } from './phrases.ts'
import { type Copy, languageOf, pointsIn, textIn } from './wording.ts'

/** §4.12: `extraNotes` and `customStyle` are instructions, never printed; without `autoCopy` the wording is kept. */
export function posterCopy(input: Fields): Copy {
  const headline = textIn(input, 'brand')
  const points = pointsIn(textIn(input, 'content'))
  if (input.autoCopy === false) return { headline, points, closing: null }
  const words = phrases[languageOf(input)]
  return { headline, points: points.length > 0 ? points : [words.event], closing: words.call }
}
