import { openImage, openPixels } from '../loaders.ts'
import { applyMatte } from './apply-matte.ts'
import { readLabImage } from './lab-image.ts'
import { matteOf } from './matte.ts'
import { segment } from './segment.ts'

interface CutPixels {
  pixels: Uint8Array
  width: number
  height: number
}

/** The subject of a photograph with everything around it transparent; of the photograph's own size. */
export async function cutOutPixels(source: Buffer): Promise<CutPixels> {
  const small = await readLabImage(source)
  const alpha = neverAllOrNothing(await segment(small), small.width, small.height)
  const { data, info } = await openImage(source)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  await applyMatte(data, info.width, info.height, matteOf(small, alpha))
  return { pixels: data, width: info.width, height: info.height }
}

export async function cutOut(source: Buffer): Promise<Buffer> {
  const { pixels, width, height } = await cutOutPixels(source)
  return openPixels(pixels, width, height, 4).png({ compressionLevel: 4 }).toBuffer()
}

/** A picture without any subject, or of nothing else, still gives something to look at: its middle. */
function neverAllOrNothing(alpha: Float32Array, width: number, height: number): Float32Array {
  const share = alpha.reduce((sum, value) => sum + (value > 0.5 ? 1 : 0), 0) / alpha.length
  if (share > 0.004 && share < 0.985) return alpha
  return alpha.map((_, i) => {
    const dx = ((i % width) + 0.5) / width - 0.5
    const dy = (Math.floor(i / width) + 0.5) / height - 0.5
    return Math.hypot(dx, dy) < 0.36 ? 1 : 0
  })
}
