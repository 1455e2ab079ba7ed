import type { Colour } from '../colour.ts'
import { coverageOf } from './coverage.ts'
import type { Path } from './path.ts'

/** One colour, or one for each place of the sheet (in shares of its width and height). */
export type Ink = Colour | ((x: number, y: number) => Colour)

interface Laying {
  opacity?: number
  /** Darkens what lies below, as a second printing ink does. */
  multiply?: boolean
}

/** Pixels with straight alpha, as they come from a cutout. */
export interface Picture {
  pixels: Uint8Array | Uint8ClampedArray
  width: number
  height: number
}

/** A page on which a layout is set: red, green and blue of each pixel. */
export class Sheet {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8ClampedArray
  /** One percent of the shorter side: everything on a page is measured in these. */
  readonly unit: number

  constructor(width: number, height: number, ground: Colour) {
    this.width = width
    this.height = height
    this.unit = Math.min(width, height) / 100
    this.pixels = new Uint8ClampedArray(width * height * 3)
    const bytes = ground.map((channel) => channel * 255)
    for (let i = 0; i < this.pixels.length; i += 3) this.pixels.set(bytes, i)
  }

  fill(path: Path, ink: Ink, { opacity = 1, multiply = false }: Laying = {}): void {
    const coverage = coverageOf(path, this.width, this.height)
    if (coverage === null) return
    const { left, top, width, height, shares } = coverage
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const share = (shares[y * width + x] ?? 0) * opacity
        if (share <= 0.002) continue
        const colour = typeof ink === 'function' ? ink((left + x) / this.width, (top + y) / this.height) : ink
        this.#blend(left + x, top + y, colour, share, multiply, typeof ink === 'function')
      }
    }
  }

  /** Lays a picture with its top left corner at a place; what hangs over is cut off. `within` cuts it to a shape. */
  lay(
    picture: Picture,
    left: number,
    top: number,
    { opacity = 1, multiply = false }: Laying = {},
    within?: Path,
  ): void {
    const stencil = within === undefined ? null : coverageOf(within, this.width, this.height)
    if (within !== undefined && stencil === null) return
    const [x0, y0] = [Math.round(left), Math.round(top)]
    for (let y = Math.max(0, -y0); y < picture.height && y0 + y < this.height; y++) {
      for (let x = Math.max(0, -x0); x < picture.width && x0 + x < this.width; x++) {
        const at = (y * picture.width + x) * 4
        let share = ((picture.pixels[at + 3] ?? 0) / 255) * opacity
        if (stencil !== null) {
          const [sx, sy] = [x0 + x - stencil.left, y0 + y - stencil.top]
          const inside = sx >= 0 && sy >= 0 && sx < stencil.width && sy < stencil.height
          share *= inside ? (stencil.shares[sy * stencil.width + sx] ?? 0) : 0
        }
        if (share <= 0.002) continue
        const colour: Colour = [
          (picture.pixels[at] ?? 0) / 255,
          (picture.pixels[at + 1] ?? 0) / 255,
          (picture.pixels[at + 2] ?? 0) / 255,
        ]
        this.#blend(x0 + x, y0 + y, colour, share, multiply, false)
      }
    }
  }

  /** Changes every pixel of the page: grain, a veil. */
  develop(change: (value: number, x: number, y: number, channel: number) => number): void {
    for (let i = 0; i < this.pixels.length; i++) {
      const pixel = Math.floor(i / 3)
      this.pixels[i] = change(this.pixels[i] ?? 0, pixel % this.width, Math.floor(pixel / this.width), i % 3)
    }
  }

  #blend(x: number, y: number, colour: Colour, share: number, multiply: boolean, dithered: boolean): void {
    const at = (y * this.width + x) * 3
    // Gradients in 8 bits show steps: a fine pattern hides them.
    const noise = dithered ? (((x * 7 + y * 13) % 8) - 3.5) / 8 : 0
    for (let c = 0; c < 3; c++) {
      const old = this.pixels[at + c] ?? 0
      const target = (colour[c] ?? 0) * (multiply ? old : 255) + noise
      this.pixels[at + c] = old + (target - old) * share
    }
  }
}
