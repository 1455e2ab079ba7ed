import { type Art, put, type Scene } from '../art.ts'
import { mix, smooth } from '../colour.ts'
import { between } from '../random.ts'
import { paintSky } from './sky.ts'
import { reflect } from './water.ts'

/** Ridge behind ridge in thickening air, sometimes above a lake. */
export const paintRidges: Scene = async (art) => {
  const { width, height, random, palette, breath } = art
  const lake = random() < 0.5
  const shore = lake ? Math.round(height * between(random, 0.66, 0.78)) : height
  const lamp = await paintSky(art, Math.round(shore * 0.86))
  const count = 5 + Math.floor(random() * 3)
  const first = between(random, 0.4, 0.52)
  for (let layer = 0; layer < count; layer++) {
    const depth = layer / (count - 1)
    const crest = crestOf(art, layer, depth, shore * (first + (0.98 - first) * depth ** 1.15))
    const colour = mix(palette.far, palette.near, depth ** 1.1)
    const haze = mix(palette.sky[2], palette.far, depth * 0.8)
    const reach = shore * between(random, 0.16, 0.26)
    for (let x = 0; x < width; x++) {
      const top = crest[x] ?? 0
      const lit = Math.exp(-Math.abs(x - lamp.x) / (width * 0.22)) * 0.16
      for (let y = Math.max(0, Math.floor(top)); y < shore; y++) {
        const fog = smooth(0, 1, (y - top) / reach) * (0.62 - 0.5 * depth)
        const shaded = mix(
          mix(colour, haze, fog),
          palette.light,
          lit * (1 - depth) * Math.exp(-(y - top) / (reach * 0.4)),
        )
        put(art, x, y, shaded, Math.min(1, y + 1 - top))
      }
    }
    await breath.take()
  }
  if (lake) await reflect(art, shore)
}

/** The height of one ridge at each column: mountains far away, hills and a line of trees near. */
function crestOf({ width, height, noise, random }: Art, layer: number, depth: number, base: number): Float32Array {
  const start = random() * 300
  const grain = between(random, 1.4, 2.6) * (1 + depth * 0.5)
  const tall = height * between(random, 0.12, 0.22) * (1.1 - 0.65 * depth)
  const wooded = depth > 0.55 && depth < 1.01 ? height * 0.012 * depth : 0
  return Float32Array.from({ length: width }, (_, x) => {
    const u = (x / height) * grain + start
    const rock = noise.ridged(u, layer * 7.7, 6) - 0.55
    const hill = noise.fractal(u * 0.8, layer * 3.1, 4)
    const trees = wooded * Math.abs(noise.at((x / height) * 190, layer)) * 2.2
    return base - tall * (rock * 1.7 * (1 - depth) + hill * (0.35 + depth)) - trees
  })
}
