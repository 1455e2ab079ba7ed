import { textIn } from '../copy/wording.ts'
import { pixelsForRatio, ratioValue } from '../generation/ratio.ts'
import { requireListedImage } from './image-address.ts'
import { imageField, inputSchema, offeredRatios, type PracticeSkill } from './skill.ts'

const prices = { white: 3, fast: 4, hd: 8 }

/** §4.13 */
export const whiteBg: PracticeSkill = {
  id: 'white-bg',
  tool: 'ai_background',
  materials: [{ field: 'productImage', label: 'Product photo', required: true, max: 1 }],
  pricing: {
    mode: {
      white: prices.white,
      smart: { quality: { fast: prices.fast, hd: prices.hd } },
      custom: { quality: { fast: prices.fast, hd: prices.hd } },
    },
  },
  maxOutputImages: 1,
  inputSchema: inputSchema(
    {
      productImage: imageField('Product photo'),
      mode: { type: 'string', enum: ['white', 'smart', 'custom'], default: 'smart', title: 'Background' },
      customPrompt: { type: 'string', maxLength: 300, title: 'Scene' },
      ratio: { type: 'string', enum: ['auto', ...offeredRatios], default: 'auto', title: 'Ratio' },
      quality: { type: 'string', enum: ['fast', 'hd'], default: 'fast', title: 'Quality' },
    },
    ['productImage'],
  ),
  answers: 'job',
  usualSeconds: [3, 6],
  check: (input) =>
    input.mode === 'custom' && textIn(input, 'customPrompt') === '' ? 'customPrompt is required in custom mode' : null,
  async plan(practice, input) {
    const source = requireListedImage(practice, 'productImage', input.productImage)
    const white = input.mode === 'white'
    const hd = !white && input.quality === 'hd'
    const ratio = white ? '1:1' : nearestRatio(String(input.ratio), source.width / source.height)
    const prompt = input.mode === 'custom' ? textIn(input, 'customPrompt') : 'soft studio backdrop'
    return [
      {
        module: null,
        recipe: {
          kind: 'white-background',
          source: source.id,
          scene: white ? null : { prompt, seed: String(input.requestId) },
        },
        ...pixelsForRatio(ratio, hd ? '2K' : '1K'),
        contentType: white ? 'image/png' : 'image/jpeg',
        aspectRatio: ratio,
      },
    ]
  },
}

function nearestRatio(asked: string, value: number): string {
  if (asked !== 'auto') return asked
  const distance = (ratio: string) => Math.abs(Math.log(ratioValue(ratio) / value))
  return offeredRatios.toSorted((a, b) => distance(a) - distance(b))[0] ?? '1:1'
}
