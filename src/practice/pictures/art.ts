import type { Breath } from './breathe.ts'
import type { Colour } from './colour.ts'
import type { Noise } from './noise.ts'
import type { Random } from './random.ts'
import type { Theme } from './theme.ts'

/** A picture being painted: 0…1 for each of r, g, b of each pixel. */
export interface Art extends Theme {
  width: number
  height: number
  pixels: Float32Array
  random: Random
  noise: Noise
  breath: Breath
}

export type Scene = (art: Art) => Promise<void>

export function put({ pixels, width }: Art, x: number, y: number, colour: Colour, share = 1): void {
  const at = (y * width + x) * 3
  for (let c = 0; c < 3; c++) {
    const old = pixels[at + c] ?? 0
    pixels[at + c] = old + ((colour[c] ?? 0) - old) * share
  }
}

export function lighten({ pixels, width }: Art, x: number, y: number, colour: Colour, strength: number): void {
  const at = (y * width + x) * 3
  for (let c = 0; c < 3; c++) pixels[at + c] = (pixels[at + c] ?? 0) + (colour[c] ?? 0) * strength
}
