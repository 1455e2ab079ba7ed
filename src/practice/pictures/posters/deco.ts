import { mix, oklch } from '../colour.ts'
import { arc, ellipse, frame, line, rectangle, ring } from '../draw/path.ts'
import { stand } from '../stage/stand.ts'
import { fitted, setBlock } from '../type/text.ts'
import type { PosterLayout } from './page.ts'

/** Night, gold, and everything on the middle axis. */
export const deco: PosterLayout = async ({ sheet, copy, products, hue }) => {
  const { width, height, unit } = sheet
  const night = oklch(0.21, 0.055, hue ?? 262)
  const deep = oklch(0.13, 0.04, hue ?? 262)
  const gold = (x: number, y: number) => mix(oklch(0.82, 0.11, 84), oklch(0.66, 0.11, 66), (x + y) / 2)
  sheet.fill(rectangle(0, 0, width, height), (_x, y) => mix(night, deep, y))
  const centre = { x: width / 2, y: height * 0.52 }
  const reach = Math.hypot(width, height)
  for (let i = 0; i < 24; i++) {
    const [a, b] = [-180 + i * 7.5, -180 + i * 7.5 + 3.4]
    const far = arc(centre.x, centre.y, reach, reach, a, b)
    sheet.fill([[[centre.x, centre.y], ...far]], gold, { opacity: 0.1 })
  }
  const r = Math.min(width * 0.3, height * 0.235)
  sheet.fill(ellipse(centre.x, centre.y, r * 1.06), night)
  for (const [radius, thickness] of [
    [1.06, 0.9],
    [0.98, 0.28],
    [0.93, 0.28],
  ] as const) {
    sheet.fill(ring(centre.x, centre.y, r * radius, unit * thickness), gold)
  }
  const rows = Math.max(1, products.length)
  for (const [i, product] of products.entries()) {
    const shift = (i - (rows - 1) / 2) * r * 1.1
    await stand(sheet, product, {
      x: centre.x + shift,
      foot: centre.y + r * 0.8,
      width: (r * 1.5) / Math.sqrt(rows),
      height: (r * 1.62) / Math.sqrt(rows),
    })
  }
  if (products.length === 0) {
    for (let i = 0; i < 9; i++) {
      const leaf = arc(
        centre.x + (i - 4) * r * 0.15,
        centre.y + r * 0.55,
        r * 0.1,
        r * (1.02 - Math.abs(i - 4) * 0.14),
        -180,
        0,
      )
      sheet.fill([leaf], gold, { opacity: i % 2 === 0 ? 0.95 : 0.6 })
    }
  }
  for (const [inset, thickness] of [
    [3, 0.7],
    [4.6, 0.25],
  ] as const) {
    sheet.fill(
      frame(unit * inset, unit * inset, width - 2 * unit * inset, height - 2 * unit * inset, unit * thickness),
      gold,
    )
  }
  const column = width - unit * 20
  const name = fitted(
    copy.headline.toLocaleUpperCase(),
    { size: unit * 10.5, weight: 500, tracking: 0.14, leading: 1.12 },
    { width: column, height: height * 0.19, least: unit * 3, mostLines: 3 },
  )
  const top = unit * 9
  const below = setBlock(sheet, name, width / 2, top, gold, 'middle')
  sheet.fill(line(width / 2 - unit * 9, below + unit * 1.6, width / 2 + unit * 9, below + unit * 1.6, unit * 0.3), gold)
  const words = fitted(
    copy.points.slice(0, 4).join('\n'),
    { size: unit * 3.1, weight: 430, tracking: 0.03, leading: 1.5 },
    { width: column, height: height * 0.14, least: unit * 1.6 },
  )
  const foot = setBlock(sheet, words, width / 2, height * 0.78, oklch(0.93, 0.03, 88), 'middle')
  if (copy.closing === null) return
  const call = fitted(
    copy.closing.toLocaleUpperCase(),
    { size: unit * 2.2, weight: 600, tracking: 0.2 },
    { width: column, height: unit * 4, least: unit * 1.4, mostLines: 1 },
  )
  setBlock(sheet, call, width / 2, Math.max(foot + unit * 1.5, height - unit * 12), gold, 'middle')
}
