import type { Recipe } from '../pictures/recipe.ts'
import { requireListedImage } from './image-address.ts'
import { imageField, inputSchema, type PracticeSkill } from './skill.ts'

/** §4.10: its parameters are not in the document; these are ours. */
export const removeBg: PracticeSkill = {
  id: 'remove-bg',
  tool: 'remove_background',
  materials: [{ field: 'imageUrl', label: 'Picture', required: true, max: 1 }],
  pricing: { credits: 2 },
  maxOutputImages: 1,
  inputSchema: inputSchema({ imageUrl: imageField('Picture') }, ['imageUrl']),
  answers: 'image',
  usualSeconds: [0.8, 2],
  async plan(practice, input) {
    const source = requireListedImage(practice, 'imageUrl', input.imageUrl)
    const { width, height } = source
    const recipe: Recipe = { kind: 'cutout', source: source.id }
    return [{ module: null, recipe, width, height, contentType: 'image/png', aspectRatio: 'original' }]
  },
}
