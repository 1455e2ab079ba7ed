import { cutOutPixels } from './cutout/cut-out.ts'
import { openImage, openPixels } from './loaders.ts'
import { paintingOf } from './paint.ts'
import type { Canvas, WhiteBackgroundRecipe } from './recipe.ts'

/** How much of the picture the subject fills. */
const fill = 0.82

/** Cuts the subject out and stands it, with a soft shadow, on white or in a painted scene. */
export async function putOnBackground(recipe: WhiteBackgroundRecipe, source: Buffer, canvas: Canvas): Promise<Buffer> {
  const cut = await cutOutPixels(source)
  const trimmed = openPixels(cut.pixels, cut.width, cut.height, 4).png({ compressionLevel: 1 })
  const { data: subject, info } = await openImage(await trimmed.toBuffer())
    .trim({ background: { r: 0, g: 0, b: 0, alpha: 0 }, threshold: 20 })
    .resize(Math.round(canvas.width * fill), Math.round(canvas.height * fill), { fit: 'inside' })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  const left = Math.round((canvas.width - info.width) / 2)
  const top = Math.round((canvas.height - info.height) * 0.55)
  const shadow = await shadowOf(subject, Math.round(canvas.width / 60))
  const drop = Math.round(canvas.height * 0.018)
  const scene = await ground(recipe, canvas)
  const composed = scene.composite([
    { input: shadow, left, top: Math.min(top + drop, canvas.height - info.height) },
    { input: subject, left, top },
  ])
  return canvas.contentType === 'image/png'
    ? composed.removeAlpha().png({ compressionLevel: 6 }).toBuffer()
    : composed.removeAlpha().jpeg({ quality: 93, chromaSubsampling: '4:4:4' }).toBuffer()
}

async function ground(recipe: WhiteBackgroundRecipe, { width, height }: Canvas) {
  if (recipe.scene === null) return openPixels(new Uint8Array(width * height * 3).fill(255), width, height, 3)
  // Out of focus, as behind a product: the subject is what is looked at.
  const blurred = await paintingOf({ ...recipe.scene, tints: [] }, { width, height })
    .blur(width / 160)
    .raw()
    .toBuffer()
  return openPixels(blurred, width, height, 3)
}

/** The subject's shape in translucent black, blurred. */
async function shadowOf(subject: Buffer, blur: number): Promise<Buffer> {
  const { data, info } = await openImage(subject)
    .extractChannel('alpha')
    .blur(Math.max(1, blur))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = new Uint8Array(info.width * info.height * 4)
  for (let i = 0; i < info.width * info.height; i++)
    pixels[i * 4 + 3] = Math.round((data[i * info.channels] ?? 0) * 0.3)
  return openPixels(pixels, info.width, info.height, 4).png({ compressionLevel: 1 }).toBuffer()
}
