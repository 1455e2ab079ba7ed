import type { Fields } from '../http/fields.ts'
import { phrases } from './phrases.ts'
import { type Copy, languageOf, pointsIn, textIn } from './wording.ts'

export interface OwnModule {
  name: string
  description: string
}

/**
 * §4.11: with `autoCopy` the copy is composed; without it only what was supplied is printed, word for word.
 * `extraRequirements` is never printed.
 */
export function detailCopy(input: Fields, module: string, own: OwnModule | null, position: number): Copy {
  const name = textIn(input, 'productName')
  const points = pointsIn(textIn(input, 'sellingPoints'))
  if (own !== null) return { headline: own.name.trim(), points: [own.description.trim()], closing: name || null }
  if (input.autoCopy === false) return suppliedCopy(module, name, points, position)
  const words = phrases[languageOf(input)]
  const title = name || words.unnamed
  const some = (from: number, others: string[]) =>
    [...points.slice(from), ...points.slice(0, from), ...others.slice(points.length)].slice(0, 3)
  switch (module) {
    case 'hero':
      return { headline: title, points: [points[0] ?? words.tagline], closing: null }
    case 'detail':
      return { headline: words.detail, points: some(0, words.details), closing: title }
    case 'scene':
      return { headline: words.scene, points: points.slice(1, 2), closing: title }
    case 'material':
      return { headline: words.material, points: some(2, words.details).slice(0, 2), closing: title }
    case 'usage':
      return { headline: words.usage, points: words.steps, closing: title }
    default:
      return { headline: title, points: [words.brand], closing: words.tagline }
  }
}

function suppliedCopy(module: string, name: string, points: string[], position: number): Copy {
  const isTitle = module === 'hero' || module === 'brand' || points.length === 0
  const headline = isTitle ? name : (points[position % points.length] ?? name)
  return { headline, points: points.filter((point) => point !== headline).slice(0, 3), closing: null }
}
