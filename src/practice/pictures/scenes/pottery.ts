import { type Art, put } from '../art.ts'
import { type Colour, mix, scaled, smooth } from '../colour.ts'
import { between } from '../random.ts'

/** Something turned on a wheel: half its width at each height, 0 at the top, 1 at the foot. */
export type Profile = (t: number) => number

export interface Thing {
  cx: number
  foot: number
  tall: number
  profile: Profile
  colour: Colour
  gloss: number
  banded: boolean
}

export const fruit: Profile = (t) => 0.5 * Math.sqrt(Math.max(0, 1 - (2 * t - 1) ** 2)) * (1 + 0.1 * t)

export function vase(random: () => number): Profile {
  const [belly, neck, lip] = [between(random, 0.24, 0.36), between(random, 0.07, 0.14), between(random, 0.02, 0.09)]
  const at = between(random, 0.5, 0.68)
  return (t) => {
    const body = belly * Math.exp(-(((t - at) / (t < at ? 0.24 : 0.42)) ** 2))
    return t < 0.015
      ? neck + lip
      : neck * smooth(1.1, 0.2, t) + lip * Math.exp(-t * 26) + body * smooth(0, 0.2, t + 0.05)
  }
}

export function bottle(random: () => number): Profile {
  const [body, neck, shoulder] = [between(random, 0.13, 0.2), between(random, 0.04, 0.06), between(random, 0.3, 0.45)]
  return (t) =>
    (t < 0.04 ? neck * 1.25 : neck + (body - neck) * smooth(shoulder - 0.13, shoulder + 0.06, t)) *
    (t > 0.985 ? 0.96 : 1)
}

export function bowl(random: () => number): Profile {
  const wide = between(random, 0.42, 0.55)
  // Shallow: the upper half of its height stays empty.
  return (t) => (t < 0.5 ? 0 : wide * Math.sqrt(Math.max(0, 1 - ((t - 0.5) / 0.53) ** 2)) ** 0.8)
}

export function castShadow(art: Art, thing: Thing, fromLeft: boolean): void {
  const { width, height } = art
  const reach = thing.tall * 0.95
  const away = fromLeft ? 1 : -1
  const wide = Math.max(...[0.55, 0.7, 0.85].map(thing.profile)) * thing.tall
  for (let y = Math.floor(thing.foot - wide * 0.5); y < Math.min(height, thing.foot + wide * 0.6); y++) {
    for (let x = Math.max(0, Math.floor(thing.cx - reach - wide)); x < Math.min(width, thing.cx + reach + wide); x++) {
      const along = ((x - thing.cx) * away) / reach
      const across = (y - thing.foot - wide * 0.05 + along * wide * 0.12) / (wide * 0.34)
      const body = smooth(1.25, 0.3, Math.abs(across)) * smooth(-0.32, 0.05, along) * smooth(1.05, 0.05, along)
      const contact = Math.exp(-(((x - thing.cx) / (wide * 0.85)) ** 4) - ((y - thing.foot) / (wide * 0.13)) ** 2)
      put(art, x, y, [0.04, 0.03, 0.06], Math.min(0.7, body * 0.5 + contact * 0.5))
    }
  }
}

export function paintThing(art: Art, thing: Thing, fromLeft: boolean): void {
  const { width, height } = art
  const { cx, foot, tall, profile } = thing
  const sole = profile(0.99) * tall
  for (let y = Math.max(0, Math.floor(foot - tall)); y < Math.min(height, foot + sole * flat); y++) {
    const t = Math.min(0.99, (y - (foot - tall)) / tall)
    const half = profile(t) * tall
    if (half < 1) continue
    for (let x = Math.max(0, Math.floor(cx - half)); x < Math.min(width, cx + half); x++) {
      const nx = (x - cx) / half
      // A round foot, seen a little from above.
      if (Math.abs(nx) > 1 || y - foot > sole * flat * Math.sqrt(1 - nx * nx)) continue
      put(art, x, y, bodyColour(art, thing, nx, t, fromLeft), Math.min(1, half - Math.abs(x - cx)))
    }
  }
  if (profile !== fruit) paintMouth(art, thing, fromLeft)
}

/** How flat circles look from the height of the eye. */
const flat = 0.11

function bodyColour(art: Art, thing: Thing, nx: number, t: number, fromLeft: boolean): Colour {
  const { palette, noise, mood } = art
  const { profile, colour, gloss, banded, cx } = thing
  const round = profile === fruit
  const sun = fromLeft ? -0.66 : 0.66
  const slope = ((profile(Math.min(1, t + 0.01)) - profile(Math.max(0, t - 0.01))) / 0.02) * (round ? 0.35 : 0.6)
  const nz = Math.sqrt(Math.max(0, 1 - nx * nx))
  const light = (nx * sun + nz * 0.62 + slope * 0.42) / Math.hypot(1, slope)
  const own = mix(colour, palette.light, banded && Math.abs(t - 0.62) < 0.05 ? 0.55 : 0)
  const body = mix(mix(scaled(own, 0.26), palette.sky[0], 0.1), own, smooth(-0.25, 0.95, light))
  const spot = round ? Math.exp(-(((t - 0.3) / 0.16) ** 2)) : smooth(1, 0.6, t)
  const shine = Math.max(0, 1 - Math.abs(nx - sun * 0.62) * (round ? 2.6 : 2.1)) ** 3 * gloss * 0.7 * spot
  const rim = smooth(0.82, 1, Math.abs(nx)) * 0.1
  const grain = 1 + 0.05 * noise.fractal(nx * 2 + cx, t * 9, 4)
  return scaled(mix(mix(body, palette.light, shine), palette.sky[1], rim), grain * (mood === 'night' ? 0.55 : 1))
}

/** The opening: dark inside, with a rim that catches the light. */
function paintMouth(art: Art, { cx, foot, tall, profile, colour }: Thing, fromLeft: boolean): void {
  const { width, height, palette, mood } = art
  const dim = mood === 'night' ? 0.55 : 1
  const top = profile(0.01) > 0 ? 0 : 0.5
  const half = profile(top + 0.012) * tall
  const cy = foot - tall * (1 - top)
  const deep = half * flat
  const rim = Math.min(0.35, 4 / half + 0.06)
  for (let y = Math.max(0, Math.floor(cy - deep)); y < Math.min(height, cy + deep + 1); y++) {
    for (let x = Math.max(0, Math.floor(cx - half)); x < Math.min(width, cx + half); x++) {
      const [dx, dy] = [(x - cx) / half, (y - cy) / deep]
      const d = Math.hypot(dx, dy)
      if (d > 1) continue
      // Light from one side falls on the other side of the inside.
      const lit = smooth(-1, 1, fromLeft ? dx : -dx) * smooth(1, -0.6, dy)
      const inside = mix(scaled(colour, 0.16), scaled(colour, 0.75), lit * 0.8)
      const edge = mix(colour, palette.light, 0.3 + 0.25 * smooth(1, -1, fromLeft ? dx : -dx))
      const seen = mix(inside, edge, smooth(1 - rim, 1 - rim * 0.6, d))
      put(art, x, y, scaled(seen, dim), smooth(1, 1 - 2.5 / Math.max(3, deep), d))
    }
  }
}
