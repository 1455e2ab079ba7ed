import type { Art, Scene } from '../art.ts'
import { mix, oklch } from '../colour.ts'
import { between, pick } from '../random.ts'
import { bottle, bowl, castShadow, fruit, paintThing, type Thing, vase } from './pottery.ts'
import { paintRoom } from './room.ts'

/** Pots, bottles and fruit on a table in the light of one window. */
export const paintStillLife: Scene = async (art) => {
  const { height, random, breath } = art
  const table = Math.round(height * between(random, 0.66, 0.74))
  const fromLeft = random() < 0.5
  await paintRoom(art, table, fromLeft)
  const things = arrange(art, table)
  for (const thing of things) {
    castShadow(art, thing, fromLeft)
    await breath.take()
  }
  for (const thing of things) {
    paintThing(art, thing, fromLeft)
    await breath.take()
  }
}

function arrange(art: Art, table: number): Thing[] {
  const { width, height, random, palette } = art
  const count = (width > height ? 3 : 2) + Math.floor(random() * 2)
  const unit = Math.min(width / 2.3, height * 0.52)
  const colours = [
    palette.accent,
    palette.steps[1] ?? palette.near,
    palette.steps[4] ?? palette.far,
    oklch(0.9, 0.02, 85),
    mix(palette.near, palette.far, 0.5),
  ]
  const things = Array.from({ length: count }, (_, i): Thing => {
    const profile = i === count - 1 ? fruit : pick(random, [vase(random), bottle(random), bowl(random), vase(random)])
    const tall = unit * (profile === fruit ? between(random, 0.26, 0.36) : between(random, 0.65, 1.25))
    return {
      cx: width * (0.5 + (i - (count - 1) / 2) * (0.66 / count) + between(random, -0.03, 0.03)),
      foot: table + (height - table) * between(random, 0.16, 0.55) + (profile === fruit ? height * 0.07 : 0),
      tall: Math.min(tall, table * 0.9),
      profile,
      colour: colours[Math.floor(random() * colours.length)] ?? palette.accent,
      gloss: random(),
      banded: profile !== fruit && random() < 0.4,
    }
  })
  return things.toSorted((a, b) => a.foot - b.foot)
}
