import { detailCopy, type OwnModule } from '../copy/detail-copy.ts'
import { copyLanguages } from '../copy/phrases.ts'
import { textIn } from '../copy/wording.ts'
import { pixelsForRatio } from '../generation/ratio.ts'
import type { Fields } from '../http/fields.ts'
import type { Recipe } from '../pictures/recipe.ts'
import { listedImage, listedImages, requireListedImage } from './image-address.ts'
import { imageField, inputSchema, offeredRatios, type PlannedJob, type PracticeSkill } from './skill.ts'

/** §4.11. The price is for one module. */
export const productDetail: PracticeSkill = {
  id: 'product-detail',
  tool: 'product_detail_images',
  materials: [
    { field: 'productImage', label: 'Main product photo', required: true, max: 1 },
    { field: 'modelImage', label: 'Model', required: false, max: 1 },
    { field: 'logo', label: 'Logo', required: false, max: 1 },
    { field: 'extraProductImages', label: 'Other angles', required: false, max: 2 },
  ],
  pricing: { quality: { low: 6, medium: 11 } },
  maxOutputImages: 6,
  inputSchema: inputSchema(
    {
      productImage: imageField('Main product photo'),
      modules: {
        type: 'array',
        items: { type: 'string', enum: ['hero', 'detail', 'scene', 'material', 'usage', 'brand'] },
        uniqueItems: true,
        maxItems: 6,
        default: ['hero', 'detail', 'scene'],
        title: 'Modules',
      },
      customModules: {
        type: 'array',
        maxItems: 6,
        default: [],
        title: 'Own modules',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string', minLength: 1, maxLength: 40, title: 'Name' },
            description: { type: 'string', minLength: 1, maxLength: 500, title: 'Description' },
          },
          required: ['name', 'description'],
          additionalProperties: false,
        },
      },
      productName: { type: 'string', maxLength: 200, title: 'Product name' },
      sellingPoints: { type: 'string', maxLength: 2000, title: 'Selling points' },
      autoCopy: { type: 'boolean', default: true, title: 'Compose the copy' },
      platform: {
        type: 'string',
        enum: ['amazon', 'etsy', 'shopify', 'own-shop'],
        default: 'amazon',
        title: 'Platform',
      },
      aspectRatio: { type: 'string', enum: offeredRatios, default: '4:5', title: 'Ratio' },
      language: {
        type: 'string',
        enum: ['auto', ...copyLanguages],
        default: 'auto',
        title: 'Language',
      },
      uiLocale: { type: 'string', maxLength: 35, title: 'Locale' },
      quality: { type: 'string', enum: ['low', 'medium'], default: 'low', title: 'Quality' },
      modelImage: imageField('Model'),
      logo: imageField('Logo'),
      extraProductImages: { type: 'array', items: imageField('Other angle'), maxItems: 2, title: 'Other angles' },
      extraRequirements: { type: 'string', maxLength: 500, title: 'Further wishes' },
    },
    ['productImage'],
  ),
  answers: 'items',
  usualSeconds: [5, 9],
  check(input) {
    const count = modulesOf(input).length
    return count >= 1 && count <= 6 ? null : 'modules and customModules together must be 1 to 6'
  },
  async plan(practice, input) {
    const pictures = {
      product: requireListedImage(practice, 'productImage', input.productImage).id,
      extras: listedImages(practice, 'extraProductImages', input.extraProductImages),
      model: listedImage(practice, 'modelImage', input.modelImage),
      logo: listedImage(practice, 'logo', input.logo),
    }
    const ratio = String(input.aspectRatio)
    const size = pixelsForRatio(ratio, input.quality === 'medium' ? '2K' : '1K')
    return modulesOf(input).map(({ name, own }, i): PlannedJob => {
      const recipe: Recipe = {
        kind: 'detail',
        layout: own === null ? name : null,
        copy: detailCopy(input, name, own, i),
        platform: String(input.platform),
        wishes: textIn(input, 'extraRequirements'),
        seed: `${input.requestId}/${i}`,
        ...pictures,
      }
      return { module: name, recipe, ...size, contentType: 'image/jpeg', aspectRatio: ratio }
    })
  },
}

/** The modules in the order they are made: the caller's own ones last. Their shapes were checked by the schema. */
function modulesOf(input: Fields): { name: string; own: OwnModule | null }[] {
  const own = (Array.isArray(input.customModules) ? input.customModules : []) as OwnModule[]
  const known = (Array.isArray(input.modules) ? input.modules : []) as string[]
  return [
    ...known.map((name) => ({ name, own: null })),
    ...own.map((module) => ({ name: module.name.trim(), own: module })),
  ]
}
