import type { Sharp } from 'sharp'
import type { Colour } from '../colour.ts'
import { openPixels } from '../loaders.ts'
import { coverageOf } from './coverage.ts'
import type { Path } from './path.ts'

/** Pixels with straight alpha, as they come from a cutout. */
export interface CutoutPixels {
  pixels: Uint8Array | Uint8ClampedArray
  width: number
  height: number
}

/** A page that is set: red, green and blue of each pixel. */
export class PrintSheet {
  readonly width: number
  readonly height: number
  /** One percent of the shorter side: everything on a page is measured in these. */
  readonly unit: number
  readonly #pixels: Uint8Array

  private constructor(pixels: Uint8Array, width: number, height: number) {
    this.width = width
    this.height = height
    this.unit = Math.min(width, height) / 100
    this.#pixels = pixels
  }

  static async on(ground: Sharp): Promise<PrintSheet> {
    const { data, info } = await ground.removeAlpha().raw().toBuffer({ resolveWithObject: true })
    return new PrintSheet(data, info.width, info.height)
  }

  static plain(width: number, height: number, colour: Colour): PrintSheet {
    const sheet = new PrintSheet(new Uint8Array(width * height * 3), width, height)
    const bytes = bytesOf(colour)
    for (let at = 0; at < sheet.#pixels.length; at += 3) sheet.#pixels.set(bytes, at)
    return sheet
  }

  fill(path: Path, colour: Colour, opacity = 1): void {
    const coverage = coverageOf(path, this.width, this.height)
    if (coverage === null) return
    const { left, top, width, height, shares } = coverage
    const bytes = bytesOf(colour)
    for (let i = 0; i < width * height; i++) {
      const share = (shares[i] ?? 0) * opacity
      if (share > 0.002) this.#blend(left + (i % width), top + Math.floor(i / width), bytes, 0, share)
    }
  }

  /** Lays a picture with its top left corner at a place; what hangs over is cut off. */
  lay({ pixels, width, height }: CutoutPixels, left: number, top: number, opacity = 1): void {
    const [x0, y0] = [Math.round(left), Math.round(top)]
    for (let y = Math.max(0, -y0); y < height && y0 + y < this.height; y++) {
      for (let x = Math.max(0, -x0); x < width && x0 + x < this.width; x++) {
        const at = (y * width + x) * 4
        const share = ((pixels[at + 3] ?? 0) / 255) * opacity
        if (share > 0.002) this.#blend(x0 + x, y0 + y, pixels, at, share)
      }
    }
  }

  jpeg(): Promise<Buffer> {
    return openPixels(this.#pixels, this.width, this.height, 3)
      .jpeg({ quality: 93, chromaSubsampling: '4:4:4' })
      .toBuffer()
  }

  #blend(x: number, y: number, from: ArrayLike<number>, at: number, share: number): void {
    const to = (y * this.width + x) * 3
    for (let c = 0; c < 3; c++) {
      const old = this.#pixels[to + c] ?? 0
      this.#pixels[to + c] = Math.round(old + ((from[at + c] ?? 0) - old) * share)
    }
  }
}

const bytesOf = (colour: Colour): number[] => colour.map((channel) => Math.round(channel * 255))
