import { openImage, sniffFormat } from './loaders.ts'
import type { Rgb } from './recipe.ts'

interface SeenPicture {
  width: number
  height: number
  tint: Rgb
}

/** Upright size and the colour a picture is remembered by; null when it is no readable picture. */
export async function leadingColour(bytes: Buffer): Promise<SeenPicture | null> {
  if (sniffFormat(bytes) === null) return null
  try {
    const { autoOrient } = await openImage(bytes).metadata()
    const { dominant } = await openImage(bytes).flatten().resize(96, 96, { fit: 'inside' }).stats()
    return { ...autoOrient, tint: [dominant.r, dominant.g, dominant.b] }
  } catch {
    return null
  }
}
