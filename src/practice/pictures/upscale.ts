import { openImage } from './loaders.ts'
import type { Canvas, UpscaleRecipe } from './recipe.ts'

/** Really larger: Lanczos, then sharpened; the creative mode adds a little grain of detail by sharpening coarser. */
export async function upscale(recipe: UpscaleRecipe, source: Buffer, canvas: Canvas): Promise<Buffer> {
  const larger = openImage(source)
    .resize(canvas.width, canvas.height, { kernel: 'lanczos3', fit: 'fill' })
    .sharpen(recipe.creative ? { sigma: 1.6, m1: 0.8, m2: 2.5 } : { sigma: 0.9, m1: 0.4, m2: 1.6 })
  return canvas.contentType === 'image/png'
    ? larger.png({ compressionLevel: 6 }).toBuffer()
    : larger.jpeg({ quality: 94, chromaSubsampling: '4:4:4' }).toBuffer()
}
