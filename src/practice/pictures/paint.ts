import type { Matrix3x3, Sharp } from 'sharp'
import { bundled } from './bundled.ts'
import { hueOf, oklch } from './colour.ts'
import { openImage } from './loaders.ts'
import { between, randomFrom } from './random.ts'
import type { Canvas, PaintingRecipe } from './recipe.ts'
import { hueInWords, paintingFor } from './subject.ts'

/** What the bundled paintings measure. */
const painted = { width: 1200, height: 900 }

/** A picture for a prompt: the words choose the painting and its colour, the seed what of it is seen, and how. */
export async function paint(recipe: PaintingRecipe, canvas: Canvas): Promise<Buffer> {
  const picture = paintingOf(recipe, canvas)
  return canvas.contentType === 'image/png'
    ? picture.png({ compressionLevel: 6 }).toBuffer()
    : picture.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer()
}

export function paintingOf(
  { prompt, seed, tints }: Omit<PaintingRecipe, 'kind'>,
  { width, height }: { width: number; height: number },
): Sharp {
  const random = randomFrom(`${prompt}\n${seed}`)
  const file = paintingFor(prompt, random)
  const largest = Math.min(painted.width / width, painted.height / height) * between(random, 0.72, 1)
  const part = {
    width: Math.max(1, Math.round(width * largest)),
    height: Math.max(1, Math.round(height * largest)),
  }
  const left = Math.floor(random() * (painted.width - part.width))
  const top = Math.floor(random() * (painted.height - part.height))
  const picture = openImage(bundled(file))
    .extract({ left, top, ...part })
    .resize(width, height, { kernel: 'lanczos3', fit: 'fill' })
    .flop(random() < 0.5)
  const hue = hueInWords(prompt) ?? hueOfTints(tints)
  return hue === null
    ? picture.modulate({ hue: Math.round(between(random, -24, 24)), brightness: between(random, 0.9, 1.1) })
    : picture.recomb(pullTo(hue))
}

function hueOfTints(tints: PaintingRecipe['tints']): number | null {
  const [first] = tints.map(hueOf).toSorted((a, b) => b.chroma - a.chroma)
  return first === undefined || first.chroma < 0.02 ? null : first.hue
}

/** Most of every colour becomes that hue, as light as it was. */
function pullTo(hue: number): Matrix3x3 {
  const share = 0.72
  const light = [0.299, 0.587, 0.114] as const
  const colour = oklch(0.7, 0.13, hue)
  const own = colour.reduce((sum, channel, i) => sum + channel * (light[i] ?? 0), 0)
  const row = (i: 0 | 1 | 2): [number, number, number] => {
    const towards = light.map((weight) => (share * weight * colour[i]) / own)
    return [0, 1, 2].map((j) => (towards[j] ?? 0) + (i === j ? 1 - share : 0)) as [number, number, number]
  }
  return [row(0), row(1), row(2)]
}
