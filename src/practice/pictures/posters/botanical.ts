import { type Colour, mix, oklch } from '../colour.ts'
import { ellipse, line, type Path, rectangle } from '../draw/path.ts'
import { openPixels } from '../loaders.ts'
import { paintPixels } from '../paint.ts'
import { between } from '../random.ts'
import { stand } from '../stage/stand.ts'
import { fitted, setBlock } from '../type/text.ts'
import type { PosterLayout, PosterPage } from './page.ts'

/** Leaves from every side around an oval, on warm paper. */
export const botanical: PosterLayout = async (page) => {
  const { sheet, copy, products, hue, random } = page
  const { width, height, unit } = sheet
  const green = hue ?? 148
  const paper = oklch(0.955, 0.025, 95)
  const ink = oklch(0.31, 0.06, green)
  sheet.fill(rectangle(0, 0, width, height), paper)
  const leaves = [
    oklch(0.42, 0.085, green),
    oklch(0.55, 0.1, green - 14),
    oklch(0.68, 0.095, green - 28),
    oklch(0.63, 0.12, 38),
  ]
  const centre = { x: width / 2, y: height * 0.37 }
  const oval = { rx: Math.min(width * 0.29, height * 0.23), ry: Math.min(width * 0.34, height * 0.27) }
  for (let i = 0; i < 34; i++) {
    const angle = (i / 34) * 360 + between(random, -5, 5)
    if (angle > 38 && angle < 142) continue
    const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
    const foot: [number, number] = [centre.x + oval.rx * 0.94 * cos, centre.y + oval.ry * 0.94 * sin]
    spray(
      page,
      foot,
      angle + between(random, -24, 24),
      unit * between(random, 15, 32),
      leaves[i % leaves.length] ?? ink,
    )
  }
  await inOval(page, centre, oval)
  for (const [i, product] of products.entries()) {
    const shift = (i - (products.length - 1) / 2) * oval.rx * 1.1
    await stand(sheet, product, {
      x: centre.x + shift,
      foot: centre.y + oval.ry * 0.82,
      width: (oval.rx * 1.6) / Math.sqrt(products.length),
      height: (oval.ry * 1.4) / Math.sqrt(products.length),
    })
  }
  const column = width - unit * 16
  const name = fitted(
    copy.headline,
    { size: unit * 11, weight: 560, tracking: -0.02, leading: 1.04 },
    { width: column, height: height * 0.15, least: unit * 3, mostLines: 2 },
  )
  const below = setBlock(sheet, name, width / 2, height * 0.69, ink, 'middle')
  sheet.fill(
    line(width / 2 - unit * 6, below + unit * 1.2, width / 2 + unit * 6, below + unit * 1.2, unit * 0.3),
    leaves[3] ?? ink,
  )
  const words = fitted(
    [...copy.points.slice(0, 3), ...(copy.closing === null ? [] : [copy.closing])].join('\n'),
    { size: unit * 2.9, weight: 430, leading: 1.42 },
    { width: column, height: height - unit * 5 - below - unit * 2.6, least: unit * 1.5 },
  )
  setBlock(sheet, words, width / 2, below + unit * 2.8, ink, 'middle')
}

/** What stands in the oval when there is no product: a place, from the words. */
async function inOval(
  { sheet, products, copy, wishes }: PosterPage,
  centre: { x: number; y: number },
  oval: { rx: number; ry: number },
) {
  const shape = ellipse(centre.x, centre.y, oval.rx, oval.ry)
  if (products.length > 0) {
    sheet.fill(shape, (_x, y) => mix(oklch(0.985, 0.012, 95), oklch(0.9, 0.035, 95), y * 1.2))
    return
  }
  const size = { width: Math.round(oval.rx * 2), height: Math.round(oval.ry * 2) }
  const words = [copy.headline, ...copy.points, wishes].join(' ')
  const painted = await paintPixels({ prompt: words, seed: copy.headline, tints: [] }, size)
  const pixels = await openPixels(painted.pixels, painted.width, painted.height, 3)
    .resize(size.width, size.height, { fit: 'fill' })
    .ensureAlpha()
    .raw()
    .toBuffer()
  sheet.lay({ pixels, ...size }, centre.x - oval.rx, centre.y - oval.ry, {}, shape)
}

/** A stem with leaves on both sides. */
function spray({ sheet, random }: PosterPage, [x, y]: [number, number], angle: number, length: number, colour: Colour) {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
  sheet.fill(line(x, y, x + cos * length, y + sin * length, sheet.unit * 0.35), colour)
  const pairs = 3 + Math.floor(random() * 3)
  for (let i = 1; i <= pairs; i++) {
    const at = (i / (pairs + 0.3)) * length
    const size = length * 0.36 * (1.15 - i / (pairs + 2))
    for (const side of i === pairs ? [0] : [-1, 1]) {
      sheet.fill(leaf(x + cos * at, y + sin * at, angle + side * between(random, 34, 52), size), colour, {
        opacity: between(random, 0.82, 1),
      })
    }
  }
}

function leaf(x: number, y: number, angle: number, length: number): Path {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
  const side = (sign: number) =>
    Array.from({ length: 12 }, (_, i): [number, number] => {
      const t = i / 11
      const wide = Math.sin(Math.PI * t ** 0.8) * length * 0.19 * sign
      return [x + cos * length * t - sin * wide, y + sin * length * t + cos * wide]
    })
  return [[...side(1), ...side(-1).toReversed()]]
}
