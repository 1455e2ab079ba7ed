import { mix } from '../colour.ts'
import { ellipse, rectangle } from '../draw/path.ts'
import { stand } from '../stage/stand.ts'
import { fitted, setBlock } from '../type/text.ts'
import { type DetailLayout, isWide } from './page.ts'

/** The product before a disc, and its name as large as the page allows. */
export const hero: DetailLayout = async ({ sheet, tones, copy, cut }) => {
  const { width, height, unit } = sheet
  const wide = isWide(sheet)
  const margin = unit * 7
  const disc = wide
    ? { x: width * 0.71, y: height * 0.5, r: height * 0.41 }
    : { x: width / 2, y: height * 0.655, r: Math.min(width * 0.44, height * 0.29) }
  sheet.fill(rectangle(0, 0, width, height), (_x, y) => mix(tones.ground, tones.panel, y * 0.35))
  sheet.fill(ellipse(disc.x, disc.y, disc.r), (_x, y) => mix(tones.panel, tones.accent, 0.05 + y * 0.3))

  const column = wide ? width * 0.42 : width - 2 * margin
  const title = fitted(
    copy.headline,
    { size: unit * 11, weight: 780, tracking: -0.035, leading: 1.02 },
    { width: column, height: height * (wide ? 0.5 : 0.2), least: unit * 3.4, mostLines: wide ? 4 : 2 },
  )
  const line = fitted(
    copy.points[0] ?? '',
    { size: unit * 3.9, weight: 430, leading: 1.3 },
    { width: column * (wide ? 0.9 : 0.86), height: height * (wide ? 0.22 : 0.1), least: unit * 2.2, mostLines: 4 },
  )
  const top = wide ? (height - title.height - line.height - unit * 4) / 2 : margin
  const below = setBlock(sheet, title, margin, top, tones.ink)
  sheet.fill(rectangle(margin, below + unit * 1.4, unit * 9, unit * 0.7), tones.accent)
  setBlock(sheet, line, margin, below + unit * 4.2, tones.quiet)
  await stand(sheet, cut, {
    x: disc.x,
    foot: wide ? height * 0.86 : Math.min(height - unit * 8, disc.y + disc.r * 0.86),
    width: disc.r * 1.95,
    height: disc.r * (wide ? 1.72 : 1.75),
  })
}
