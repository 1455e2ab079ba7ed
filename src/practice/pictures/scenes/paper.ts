import { put, type Scene } from '../art.ts'
import { mix, ramp, scaled, smooth } from '../colour.ts'
import { between } from '../random.ts'

/** Sheets of coloured paper with flowing cuts, laid over each other; each throws its shadow on the one below. */
export const paintPaper: Scene = async (art) => {
  const { width, height, random, noise, palette, breath } = art
  const sheets = 6 + Math.floor(random() * 4)
  const scale = between(random, 0.9, 1.6)
  const start = random() * 70
  const [cx, cy] = [between(random, 0.3, 0.7), between(random, 0.3, 0.7)]
  const hollow = random() < 0.65 ? between(random, 0.6, 1.1) : 0
  const turned = random() < 0.5
  const field = (x: number, y: number) => {
    const [u, v] = [x / height, y / height]
    const bend = noise.at(u * scale * 1.3 + start, v * scale * 1.3 - start) * 0.55
    const middle = Math.hypot(u - (cx * width) / height, v - cy)
    return 0.5 + 1.15 * noise.fractal(u * scale + bend + start, v * scale + bend, 2) + hollow * (middle - 0.35) * 0.9
  }
  const reach = Math.min(width, height) * 0.016
  const levelAt = (x: number, y: number) => Math.min(sheets - 0.01, Math.max(0, field(x, y) * sheets))
  const toneOf = (sheet: number) => ramp(palette.steps, turned ? 1 - sheet / (sheets - 1) : sheet / (sheets - 1))
  for (let y = 0; y < height; y++) {
    let left = levelAt(-1, y)
    for (let x = 0; x < width; x++) {
      const level = levelAt(x, y)
      const sheet = Math.floor(level)
      const above = levelAt(x - reach, y - reach)
      const shadow = smooth(-0.1, 0.55, above - (sheet + 1)) * 0.5 + smooth(0, 0.06, above - sheet - 1) * 0.14
      const steepness = Math.abs(level - left) * 1.4 + 0.003
      left = level
      const edge = smooth(0.06, 0.01, level - sheet)
      const lit = mix(toneOf(sheet), palette.light, edge * 0.28 + 0.05 * (level - sheet))
      // The last pixel of a sheet lets the one below through: a clean cut, no stairs.
      const whole = sheet === 0 ? 1 : Math.min(1, (level - sheet) / steepness)
      const seen = mix(scaled(toneOf(Math.max(0, sheet - 1)), 0.8), lit, whole)
      const fibre = 1 + 0.02 * noise.at(x * 0.24, y * 0.24) + 0.015 * noise.at(x * 0.05, y * 0.9)
      put(art, x, y, scaled(mix(seen, scaled(palette.steps[0] ?? lit, 0.35), Math.min(0.62, shadow)), fibre))
    }
    await breath.take()
  }
}
