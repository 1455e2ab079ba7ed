import { copyLanguages } from '../copy/phrases.ts'
import { posterCopy } from '../copy/poster-copy.ts'
import { textIn } from '../copy/wording.ts'
import { pixelsForRatio } from '../generation/ratio.ts'
import type { Fields } from '../http/fields.ts'
import { fractionOf } from '../ids.ts'
import { type PosterStyle, posterStyles, type Recipe } from '../pictures/recipe.ts'
import { listedImage, listedImages } from './image-address.ts'
import { imageField, inputSchema, offeredRatios, type PracticeSkill } from './skill.ts'

/** §4.12 */
export const brandPoster: PracticeSkill = {
  id: 'brand-poster',
  tool: 'marketing_poster',
  materials: [
    { field: 'logo', label: 'Logo', required: false, max: 1 },
    { field: 'styleImage', label: 'Style reference', required: false, max: 1 },
    { field: 'productImages', label: 'Product images', required: false, max: 3 },
  ],
  pricing: { quality: { low: 7, medium: 12 } },
  maxOutputImages: 1,
  inputSchema: inputSchema(
    {
      brand: { type: 'string', minLength: 1, maxLength: 60, title: 'Brand, event or topic' },
      content: { type: 'string', maxLength: 500, title: 'Copy' },
      autoCopy: { type: 'boolean', default: true, title: 'Compose the copy' },
      extraNotes: { type: 'string', maxLength: 500, title: 'Facts and layout wishes' },
      ratio: { type: 'string', enum: offeredRatios, default: '4:5', title: 'Ratio' },
      language: {
        type: 'string',
        enum: ['auto', ...copyLanguages],
        default: 'auto',
        title: 'Language',
      },
      uiLocale: { type: 'string', maxLength: 35, title: 'Locale' },
      quality: { type: 'string', enum: ['low', 'medium'], default: 'low', title: 'Quality' },
      logo: imageField('Logo'),
      styleImage: imageField('Style reference'),
      productImages: { type: 'array', items: imageField('Product image'), maxItems: 3, title: 'Product images' },
      styleId: { type: 'string', enum: [...posterStyles], title: 'Style' },
      customStyle: { type: 'string', maxLength: 200, title: 'Own style' },
    },
    ['brand'],
  ),
  answers: 'job',
  usualSeconds: [5, 9],
  async plan(practice, input) {
    const ratio = String(input.ratio)
    const recipe: Recipe = {
      kind: 'poster',
      style: styleOf(input),
      copy: posterCopy(input),
      wishes: `${textIn(input, 'customStyle')} ${textIn(input, 'extraNotes')}`.trim(),
      seed: String(input.requestId),
      products: listedImages(practice, 'productImages', input.productImages),
      styleImage: listedImage(practice, 'styleImage', input.styleImage),
      logo: listedImage(practice, 'logo', input.logo),
    }
    // Both qualities use the 2K preset (§4.12).
    const size = pixelsForRatio(ratio, '2K')
    return [{ module: null, recipe, ...size, contentType: 'image/jpeg', aspectRatio: ratio }]
  },
}

const styleWords: [RegExp, PosterStyle][] = [
  [/swiss|minimal|grid|clean|modern|typograph/i, 'swiss'],
  [/riso|retro|print|halftone|vintage|dots/i, 'riso'],
  [/deco|gold|lux|elegant|noir|night/i, 'deco'],
  [/brutal|bold|raw|loud|punk|street/i, 'brutal'],
  [/botanic|nature|leaf|leaves|organic|garden|floral|flower/i, 'botanical'],
]

/** §4.12: words of the caller's own come before a preset; without either it is chosen for the brand. */
function styleOf(input: Fields): PosterStyle {
  const own = textIn(input, 'customStyle')
  const named = styleWords.find(([words]) => words.test(own))?.[1]
  if (named !== undefined) return named
  const preset = own === '' ? posterStyles.find((style) => style === input.styleId) : undefined
  const byChance = posterStyles[Math.floor(fractionOf(own + textIn(input, 'brand')) * posterStyles.length)]
  return preset ?? byChance ?? 'swiss'
}
