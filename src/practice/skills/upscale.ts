import { refuseSkill } from '../http/answer.ts'
import { requireUpscaleImage } from './image-address.ts'
import { imageField, inputSchema, type PracticeSkill } from './skill.ts'

const longestEdge = 4096
const mostPixels = 16_000_000
const factor = 2

/** §4.14 */
export const upscaleSkill: PracticeSkill = {
  id: 'upscale',
  tool: 'upscale_image',
  materials: [{ field: 'imageUrl', label: 'Original picture', required: true, max: 1 }],
  pricing: { mode: { crisp: 5, creative: 9 } },
  maxOutputImages: 1,
  inputSchema: inputSchema(
    {
      imageUrl: imageField('Original picture'),
      mode: { type: 'string', enum: ['crisp', 'creative'], default: 'crisp', title: 'Mode' },
      allowDownscale: { type: 'boolean', default: false, title: 'Allow resizing before upscaling' },
      confirmedCredits: { type: 'integer', minimum: 0, title: 'Accepted price' },
    },
    ['imageUrl'],
  ),
  formNeeds: ['confirmedCredits'],
  answers: 'job',
  usualSeconds: [4, 8],
  async plan(practice, input) {
    const creative = input.mode === 'creative'
    const source = await requireUpscaleImage(practice, input.imageUrl)
    const { width, height } = source
    const shrink = Math.min(1, longestEdge / Math.max(width, height), Math.sqrt(mostPixels / (width * height)))
    if (shrink < 1 && input.allowDownscale !== true) {
      throw refuseSkill(409, 'the original is larger than can be upscaled without resizing', {
        code: 'upscale_resize_required',
        sourceWidth: width,
        sourceHeight: height,
      })
    }
    // Nothing limits what is made (§8 speaks of sources).
    const grow = factor * shrink
    return [
      {
        module: null,
        recipe: { kind: 'upscale', source: source.id, creative },
        width: Math.floor(width * grow),
        height: Math.floor(height * grow),
        contentType: source.content_type === 'image/jpeg' ? 'image/jpeg' : 'image/png',
        aspectRatio: 'original',
      },
    ]
  },
}
