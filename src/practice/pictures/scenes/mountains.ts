import type { Scene } from '../art.ts'
import { type Colour, mix, oklch, scaled, smooth } from '../colour.ts'
import { between } from '../random.ts'
import { paintSky } from './sky.ts'
import { paintTerrain } from './terrain.ts'

/** Rock and snow over a valley. */
export const paintMountains: Scene = async (art) => {
  const { height, random, noise, palette, mood } = art
  const horizon = Math.round(height * between(random, 0.48, 0.58))
  const lamp = await paintSky(art, Math.round(horizon * 1.05))
  const start = random() * 90
  const rock: Colour = mix(mix(oklch(0.5, 0.025, 60), palette.far, 0.45), palette.near, 0.25)
  const snow: Colour = mix(oklch(0.96, 0.01, 230), palette.light, 0.4)
  const meadow: Colour = mix(palette.near, oklch(0.52, 0.08, 130), mood === 'night' ? 0.1 : 0.5)
  const dim = mood === 'night' ? 0.45 : 1
  await paintTerrain(art, {
    heightAt(x, z) {
      const wall = smooth(1.5, 11, z) * 4.2
      const range = noise.ridged(x * 0.17 + start, z * 0.15 + start, 5)
      return (range - 0.42) * (0.5 + wall) + noise.fractal(x * 0.6 + start, z * 0.6, 2) * 0.2
    },
    colourAt(x, z, h, light, steep) {
      const patch = noise.fractal(x * 3 + start, z * 3, 3) * 0.3
      const green = smooth(1, 0.3, h + patch) * smooth(0.6, 0.2, steep)
      const white = smooth(1.25, 1.75, h + patch) * smooth(0.62, 0.3, steep)
      const own = mix(mix(rock, meadow, green), snow, white)
      const shine = smooth(-0.15, 1.05, light)
      return mix(mix(scaled(own, 0.42), palette.sky[0], 0.28), mix(own, palette.light, 0.18), shine * dim)
    },
    eye: between(random, 0.55, 0.9),
    far: 22,
    horizon,
    lift: height * 0.8,
    sun: [lamp.x < art.width / 2 ? -0.9 : 0.9, 0.25],
    air: mix(palette.sky[2], palette.far, 0.35),
    airDensity: mood === 'fog' ? 0.13 : 0.062,
  })
}
