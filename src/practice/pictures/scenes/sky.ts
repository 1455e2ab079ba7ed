import { type Art, lighten, put } from '../art.ts'
import { type Colour, mix, ramp, smooth } from '../colour.ts'
import { between } from '../random.ts'

/** Where sun or moon stand, in pixels. */
export interface Lamp {
  x: number
  y: number
  radius: number
}

/** Fills the picture down to `horizon` with air, clouds, stars, and a sun or moon. */
export async function paintSky(art: Art, horizon: number): Promise<Lamp> {
  const { width, height, random, palette, noise, breath, mood } = art
  const lamp: Lamp = {
    x: width * between(random, 0.2, 0.8),
    y: horizon * (mood === 'night' || mood === 'day' ? between(random, 0.2, 0.5) : between(random, 0.5, 0.86)),
    radius: Math.min(width, height) * between(random, 0.03, 0.075),
  }
  const cover = mood === 'fog' ? 0.35 : between(random, 0.15, 0.75)
  const drift = between(random, 0, 100)
  const bright = mix(palette.sky[2], palette.light, 0.55)
  for (let y = 0; y < Math.min(height, horizon); y++) {
    const v = y / horizon
    const base = ramp(palette.sky, v ** 0.85)
    for (let x = 0; x < width; x++) {
      const stretch = 1 / (0.35 + 1.6 * (1 - v))
      const puffs = noise.fractal((x / height) * 2.2 * stretch + drift, v * 5.5 * stretch + drift, 5)
      const cloud = smooth(0.02, 0.42, puffs) * cover * smooth(0.02, 0.25, v)
      const near = Math.hypot(x - lamp.x, y - lamp.y)
      const glow = Math.exp(-near / (lamp.radius * 5.5))
      put(art, x, y, mix(mix(base, bright, cloud * 0.75), palette.light, glow * (mood === 'night' ? 0.3 : 0.55)))
    }
    await breath.take()
  }
  if (mood === 'night') paintStars(art, horizon)
  paintLamp(art, lamp, horizon)
  return lamp
}

function paintStars(art: Art, horizon: number): void {
  const { width, height, random, palette } = art
  for (let i = 0; i < (width * height) / 2600; i++) {
    const x = Math.floor(random() * width)
    const y = Math.floor(random() ** 1.4 * horizon * 0.92)
    const size = random() ** 6
    lighten(art, x, y, palette.light, 0.25 + size * 0.7)
    if (size > 0.4 && x > 0 && y > 0 && x < width - 1 && y < height - 1) {
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) {
        lighten(art, x + dx, y + dy, palette.light, size * 0.3)
      }
    }
  }
}

function paintLamp(art: Art, { x: cx, y: cy, radius }: Lamp, horizon: number): void {
  const { width, height, palette, mood, noise } = art
  const crater = mood === 'night' ? 0.12 : 0
  for (let y = Math.max(0, Math.floor(cy - radius - 2)); y < Math.min(height, horizon, cy + radius + 2); y++) {
    for (let x = Math.max(0, Math.floor(cx - radius - 2)); x < Math.min(width, cx + radius + 2); x++) {
      const inside = smooth(radius + 1, radius - 1, Math.hypot(x - cx, y - cy))
      const spots = crater * smooth(-0.1, 0.4, noise.fractal((x / radius) * 1.6, (y / radius) * 1.6, 3))
      const colour: Colour = mix(palette.light, palette.sky[1], spots)
      put(art, x, y, colour, inside * (mood === 'fog' ? 0.6 : 1))
    }
  }
}
