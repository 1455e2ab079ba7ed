import { type Art, put, type Scene } from '../art.ts'
import { type Colour, mix, smooth } from '../colour.ts'
import { between } from '../random.ts'
import { paintSky } from './sky.ts'

/** Firs in fog, row behind row. */
export const paintForest: Scene = async (art) => {
  const { width, height, random, palette, breath, noise } = art
  await paintSky(art, Math.round(height * 0.95))
  const rows = 6
  const veil = mix(palette.sky[2], palette.sky[1], 0.25)
  for (let row = 0; row < rows; row++) {
    const depth = row / (rows - 1)
    const ground = height * (0.54 + 0.42 * depth ** 1.2)
    const colour = mix(mix(palette.far, veil, 0.35), palette.near, depth ** 0.9)
    const tall = height * (0.17 + 0.5 * depth ** 1.5)
    const gap = tall * between(random, 0.16, 0.24)
    for (let x = -gap; x < width + gap; x += gap * between(random, 0.35, 1.7)) {
      const slope = noise.at((x / height) * 1.3, row * 9) * height * 0.09
      paintFir(art, x, ground + slope + tall * 0.1, tall * between(random, 0.55, 1.12), colour, random() * 50)
    }
    paintGround(art, row, ground - tall * 0.07, colour)
    await breath.take()
    if (row < rows - 1) paintVeil(art, ground, tall, veil, 0.6 * (1 - depth * 0.6))
    await breath.take()
  }
}

function paintFir(art: Art, cx: number, foot: number, tall: number, colour: Colour, seed: number): void {
  const { width, height, noise } = art
  const half = tall * 0.19
  for (let y = Math.max(0, Math.floor(foot - tall)); y < Math.min(height, foot); y++) {
    const t = (y - (foot - tall)) / tall
    // Branches hang in tiers: each starts narrow and ends wide.
    const tier = (t * 9 + noise.at(seed, t * 6) * 0.6) % 1
    const left = half * t * (0.62 + 0.38 * tier) * (1 + 0.35 * noise.at(seed + t * 38, 3.3)) + 0.7
    const right = half * t * (0.62 + 0.38 * tier) * (1 + 0.35 * noise.at(seed - t * 38, 8.8)) + 0.7
    for (let x = Math.max(0, Math.floor(cx - left)); x < Math.min(width, cx + right); x++) {
      put(art, x, y, colour, Math.min(1, x + 1 - (cx - left), cx + right - x))
    }
  }
}

function paintGround(art: Art, row: number, ground: number, colour: Colour): void {
  const { width, height, noise } = art
  for (let x = 0; x < width; x++) {
    const top = Math.max(0, ground + noise.at((x / height) * 1.3, row * 9) * height * 0.09 - 4)
    for (let y = Math.floor(top); y < height; y++) put(art, x, y, colour, Math.min(1, y + 1 - top))
  }
}

function paintVeil(art: Art, ground: number, tall: number, veil: Colour, strength: number): void {
  const { width, height, noise, random } = art
  const start = random() * 40
  for (let y = Math.max(0, Math.floor(ground - tall * 0.9)); y < height; y++) {
    const rise = smooth(ground - tall * 0.9, ground + tall * 0.1, y)
    for (let x = 0; x < width; x++) {
      const drift = 0.75 + 0.5 * noise.fractal((x / height) * 2 + start, (y / height) * 4, 3)
      put(art, x, y, veil, Math.min(0.85, rise * strength * drift * 1.5))
    }
  }
}
