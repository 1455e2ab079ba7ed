import sharp, { type Sharp } from 'sharp'
import { texture } from '../../../engine/images/support/pictures.ts'
import type { Chance } from '../random.ts'

export type Kind = 'jpeg' | 'png' | 'webp' | 'gif'

const board = { edge: 200, pixels: texture(200, 200, 4) }

/** A piece of a picture, of three or four bytes a pixel. */
export function piece(chance: Chance, channels: 3 | 4): { image: Sharp; width: number; height: number } {
  const [width, height] = [16 + chance.below(100), 16 + chance.below(100)]
  const place = { left: chance.below(board.edge - width), top: chance.below(board.edge - height), width, height }
  const whole = sharp(board.pixels, { raw: { width: board.edge, height: board.edge, channels: 4 } }).extract(place)
  return { image: channels === 3 ? whole.removeAlpha() : whole, width, height }
}

/** A picture of this kind without a mark, such as is passed on. */
export function unmarked(kind: Kind, chance: Chance, needsFullColour: boolean): Promise<Buffer> {
  const is = () => chance.below(2) === 1
  const { image } = piece(chance, (kind === 'webp' || kind === 'png') && !needsFullColour && is() ? 4 : 3)
  const quality = 40 + chance.below(60)
  if (kind === 'jpeg') {
    const chromaSubsampling = is() ? '4:4:4' : '4:2:0'
    const drawn = chance.below(4) === 0 ? image.greyscale() : image
    return drawn.jpeg({ quality, chromaSubsampling, progressive: is(), optimiseCoding: is() }).toBuffer()
  }
  if (kind === 'png') {
    const palette = !needsFullColour && is()
    return image.png({ palette, progressive: !palette && is(), compressionLevel: 1 + chance.below(9) }).toBuffer()
  }
  if (kind === 'gif') return image.gif({ effort: 1, colours: 9 + chance.below(50) }).toBuffer()
  return image.webp({ quality, lossless: is(), effort: 1 }).toBuffer()
}
