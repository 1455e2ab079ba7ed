import { type Art, lighten, put, type Scene } from '../art.ts'
import { mix, scaled, smooth } from '../colour.ts'
import { between } from '../random.ts'
import { type Lamp, paintSky } from './sky.ts'

/** Open water to the horizon, the lamp's path on it, and perhaps one sail. */
export const paintSea: Scene = async (art) => {
  const { width, height, random, noise, palette, breath } = art
  const horizon = Math.round(height * between(random, 0.4, 0.58))
  const lamp = await paintSky(art, horizon)
  const deep = mix(palette.near, palette.sky[0], 0.4)
  const shallow = mix(palette.sky[2], palette.sky[1], 0.45)
  const start = random() * 80
  for (let y = horizon; y < height; y++) {
    const d = (y - horizon + 1) / (height - horizon)
    const z = 1 / (d + 0.03)
    for (let x = 0; x < width; x++) {
      const u = ((x - width / 2) / height) * z
      const swell = noise.fractal(u * 1.1 + start, z * 3.4 + start, 2)
      const chop = noise.fractal(u * 4.6 - start, z * 11, 3)
      const face = swell * 0.75 + chop * 0.6
      const base = mix(shallow, deep, smooth(0, 0.75, d) * 0.92)
      const lit = mix(base, shallow, smooth(-0.02, 0.5, face) * (0.3 + 0.25 * d))
      const shaded = mix(lit, scaled(deep, 0.72), smooth(0.02, -0.45, face) * 0.55)
      put(art, x, y, shaded)
      const path = Math.exp(-(((x - lamp.x) / (lamp.radius * (1.1 + 5.5 * d))) ** 2))
      const sparkle = smooth(0.12, 0.34, chop + swell * 0.25)
      lighten(art, x, y, palette.light, path * (0.1 + sparkle * 0.75) * (1 - 0.45 * d))
    }
    await breath.take()
  }
  for (let x = 0; x < width; x++) put(art, x, horizon, mix(shallow, palette.far, 0.4), 0.5)
  if (random() < 0.7) paintSail(art, horizon, lamp)
}

function paintSail(art: Art, horizon: number, lamp: Lamp): void {
  const { width, height, random, palette } = art
  const tall = height * between(random, 0.05, 0.1)
  const away = lamp.x < width / 2 ? between(random, 0.58, 0.85) : between(random, 0.15, 0.42)
  const cx = Math.round(width * away)
  const foot = horizon + tall * 0.16
  for (let y = Math.floor(foot - tall); y < foot; y++) {
    const t = (y - (foot - tall)) / tall
    for (let x = Math.floor(cx - tall * 0.5); x < cx + tall * 0.5; x++) {
      const dx = (x - cx) / tall
      const main = t < 0.84 && dx > 0.015 && dx < 0.34 * t ** 0.85
      const jib = t > 0.12 && t < 0.82 && dx < -0.015 && dx > -0.25 * (t - 0.12)
      const hull = t > 0.87 && Math.abs(dx) < 0.34 - (t - 0.87) * 1.1
      if (main || jib) put(art, x, y, mix(palette.light, palette.accent, main ? 0.12 : 0.4), 0.95)
      if (hull) put(art, x, y, scaled(palette.near, 0.8), 0.95)
    }
  }
}
