import { type Art, lighten, put, type Scene } from '../art.ts'
import { type Colour, mix, scaled } from '../colour.ts'
import { between } from '../random.ts'
import { paintSky } from './sky.ts'
import { reflect } from './water.ts'

/** A skyline in three depths with lit windows, above its reflection. */
export const paintCity: Scene = async (art) => {
  const { height, random, palette, breath } = art
  const shore = Math.round(height * between(random, 0.7, 0.8))
  await paintSky(art, shore)
  const rows = 4
  for (let row = 0; row < rows; row++) {
    const depth = row / (rows - 1)
    const colour = mix(mix(palette.far, palette.sky[2], 0.3), scaled(palette.near, 0.9), depth ** 0.8)
    const widest = height * (0.05 + 0.05 * depth)
    for (let x = -widest * random(); x < art.width; ) {
      const wide = widest * between(random, 0.5, 1.25)
      const tall = shore * between(random, 0.16, 0.62) * (1 - 0.35 * depth) * (random() < 0.12 ? 1.35 : 1)
      paintHouse(art, { x: Math.round(x), wide, top: shore - tall, shore }, colour, depth)
      x += wide * between(random, 0.85, 1.5)
    }
    await breath.take()
  }
  await reflect(art, shore)
}

interface House {
  x: number
  wide: number
  top: number
  shore: number
}

function paintHouse(art: Art, house: House, colour: Colour, depth: number): void {
  const { width, height, random, palette, mood } = art
  const cell = Math.max(4, Math.round(height * (0.007 + 0.006 * depth)))
  const awake = (mood === 'day' || mood === 'fog' ? 0.1 : 0.42) * depth
  const step = random() < 0.4 ? house.wide * between(random, 0.15, 0.3) : 0
  const side = mix(colour, palette.sky[1], 0.16)
  const seed = Math.floor(random() * 1e6)
  for (let y = Math.max(0, Math.floor(house.top)); y < house.shore; y++) {
    const inset = y < house.top + step * 1.5 ? step : 0
    const dusk = mix(colour, palette.sky[2], 0.2 * (1 - (y - house.top) / (house.shore - house.top)) * (1 - depth))
    for (let x = Math.max(0, house.x + Math.round(inset)); x < Math.min(width, house.x + house.wide - inset); x++) {
      put(art, x, y, x - house.x - inset < house.wide * 0.14 ? mix(dusk, side, 0.6) : dusk)
      const [i, j] = [Math.floor((x - house.x) / cell), Math.floor((y - house.top) / (cell * 1.3))]
      const pane = (x - house.x) % cell > cell * 0.38 && (y - house.top) % (cell * 1.3) > cell * 0.6 && j > 0
      const chance = ((Math.imul(seed + i * 7919 + j * 104_729, 2_654_435_761) >>> 8) & 1023) / 1023
      if (pane && chance < awake) lighten(art, x, y, mix(palette.accent, palette.light, chance * 2), 0.35 + 0.5 * depth)
    }
  }
}
