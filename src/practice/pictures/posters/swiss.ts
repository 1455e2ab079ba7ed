import { oklch } from '../colour.ts'
import { ellipse, line, rectangle, turned } from '../draw/path.ts'
import { stand } from '../stage/stand.ts'
import { fitted, setBlock } from '../type/text.ts'
import type { PosterLayout } from './page.ts'

/** A grid, one colour, and the name as large as it will go. */
export const swiss: PosterLayout = async ({ sheet, copy, products, hue, random }) => {
  const { width, height, unit } = sheet
  const accent = oklch(0.6, 0.225, hue ?? 27)
  const ink = oklch(0.18, 0.01, hue ?? 27)
  const paper = oklch(0.97, 0.005, 90)
  const margin = unit * 6
  const r = Math.min(width, height) * 0.36
  const centre = { x: width - margin - r * 0.92, y: margin + r * 1.08 }
  sheet.fill(ellipse(centre.x, centre.y, r), accent)
  const bar = rectangle(centre.x - width * 1.1, centre.y - r * 0.16, width * 2.2, r * 0.32)
  if (products.length === 0) {
    const angle = -18 - random() * 40
    sheet.fill(turned(bar, angle, centre.x, centre.y), paper)
    sheet.fill(ellipse(centre.x + r * 0.36, centre.y + r * 0.5, r * 0.26), ink)
  }
  const spread = products.length > 1 ? 0.62 : 1
  for (const [i, product] of products.entries()) {
    const shift = (i - (products.length - 1) / 2) * r * 0.95
    await stand(sheet, product, {
      x: centre.x + shift - r * (products.length > 1 ? 0.25 : 0),
      foot: centre.y + r * 0.82,
      width: r * 1.6 * spread,
      height: r * 1.66 * spread,
    })
  }
  const column = width - 2 * margin
  const name = fitted(
    copy.headline,
    { size: unit * 24, weight: 860, tracking: -0.05, leading: 0.92 },
    { width: column, height: height * 0.34, least: unit * 4, mostLines: 3 },
  )
  const foot = height - margin - unit * 16
  setBlock(sheet, name, margin - unit * 0.4, foot - name.height, ink)
  sheet.fill(line(margin, foot + unit * 2, width - margin, foot + unit * 2, unit * 0.5), ink)
  const words = copy.points.slice(0, 4).join('\n')
  const half = copy.closing === null ? column : column * 0.62
  setBlock(
    sheet,
    fitted(
      words,
      { size: unit * 3, weight: 480, leading: 1.28 },
      { width: half, height: unit * 13, least: unit * 1.5 },
    ),
    margin,
    foot + unit * 4,
    ink,
  )
  if (copy.closing === null) return
  const call = fitted(
    copy.closing,
    { size: unit * 3, weight: 760, leading: 1.2 },
    { width: column * 0.3, height: unit * 12, least: unit * 1.5 },
  )
  setBlock(sheet, call, width - margin, foot + unit * 4, accent, 'right')
}
