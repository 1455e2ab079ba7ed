import { put, type Scene } from '../art.ts'
import { mix, ramp, scaled, smooth } from '../colour.ts'
import { between } from '../random.ts'

/** Noise bent by noise bent by noise: silk, smoke or marble, lit from one side. */
export const paintFlow: Scene = async (art) => {
  const { width, height, random, noise, palette, breath, mood } = art
  const scale = between(random, 0.75, 1.25)
  const start = random() * 60
  const bend = between(random, 0.8, 1.25)
  const folds = between(random, 2, 3.2)
  const stars = mood === 'night'
  const row = new Float32Array(width)
  for (let y = 0; y < height; y++) {
    let left = 0
    for (let x = 0; x < width; x++) {
      const [u, v] = [(x / height) * scale, (y / height) * scale]
      const a = noise.fractal(u + start, v, 3)
      const b = noise.fractal(u + 5.2, v + 1.3 - start, 3)
      const c = noise.fractal(u + bend * a + 1.7, v + bend * b + 9.2, 2)
      const d = noise.fractal(u + bend * b + c * 0.9, v + bend * a - c * 0.9 + start, 3)
      const height01 = Math.sin(d * folds * Math.PI + c * 2.2)
      // The slope against the light makes folds of it.
      const slope = x === 0 ? 0 : (height01 - left) * (width / 26) + (height01 - (row[x] ?? 0)) * (height / 40)
      left = height01
      row[x] = height01
      const tone = ramp(palette.steps, smooth(-0.9, 0.95, d * 1.25 + height01 * 0.3))
      const shine = smooth(0.1, 1.3, slope) * 0.34
      const shade = smooth(-0.1, -1.3, slope) * 0.5
      const inked = mix(tone, palette.accent, smooth(0.15, 0.7, b * a * 4) * 0.3)
      put(
        art,
        x,
        y,
        mix(mix(inked, scaled(palette.steps[0] ?? tone, 0.5), y === 0 ? 0 : shade), palette.light, y === 0 ? 0 : shine),
      )
    }
    await breath.take()
  }
  if (!stars) return
  for (let i = 0; i < (width * height) / 3500; i++) {
    put(art, Math.floor(random() * width), Math.floor(random() * height), palette.light, 0.2 + random() ** 4 * 0.8)
  }
}
