import type { Scene } from '../art.ts'
import { type Colour, mix, oklch, scaled, smooth } from '../colour.ts'
import { between } from '../random.ts'
import { paintSky } from './sky.ts'
import { paintTerrain } from './terrain.ts'

/** Sand in long crests, one side in the light and one in the shade. */
export const paintDunes: Scene = async (art) => {
  const { height, random, noise, palette, mood } = art
  const horizon = Math.round(height * between(random, 0.32, 0.46))
  const lamp = await paintSky(art, Math.round(horizon * 1.15))
  const start = random() * 90
  const lean = between(random, 0.3, 0.7) * (lamp.x < art.width / 2 ? 1 : -1)
  const sand = mood === 'night' ? palette.far : mix(oklch(0.74, 0.1, 62), palette.accent, mood === 'fog' ? 0.3 : 0.5)
  const lit: Colour = mix(sand, palette.light, 0.42)
  const shade: Colour = mix(scaled(sand, 0.5), palette.sky[0], 0.4)
  await paintTerrain(art, {
    heightAt(x, z) {
      const bend = noise.at(x * 0.35 + start, z * 0.3) * 0.9
      const crest = 1 - Math.abs(noise.at(x * 0.42 + z * 0.16 * lean + bend * 0.5 + start, z * 0.36 + bend))
      return crest ** 2.2 * 0.85 + noise.at(x * 0.13 - start, z * 0.13) * 0.7
    },
    colourAt(x, z, _h, light) {
      const ripple = Math.sin(z * 26 + noise.at(x * 1.5, z * 1.5) * 6 + x * 9 * lean) * 0.02 * smooth(2.6, 0.5, z)
      return mix(shade, lit, smooth(0.08, 0.85, light) + ripple)
    },
    eye: between(random, 0.5, 0.8),
    far: 26,
    horizon,
    lift: height * 0.62,
    sun: [lamp.x < art.width / 2 ? -1 : 1, 0.35],
    air: palette.sky[2],
    airDensity: mood === 'fog' ? 0.12 : 0.05,
  })
}
