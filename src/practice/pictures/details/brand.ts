import { mix } from '../colour.ts'
import { line, rectangle, ring } from '../draw/path.ts'
import { stand } from '../stage/stand.ts'
import { fitted, setBlock } from '../type/text.ts'
import { type DetailLayout, isWide } from './page.ts'

/** The name in the maker's own colour. */
export const brand: DetailLayout = async ({ sheet, tones, copy, cut }) => {
  const { width, height, unit } = sheet
  const wide = isWide(sheet)
  const margin = unit * 8
  const deep = mix(tones.accent, [0, 0, 0], 0.42)
  sheet.fill(rectangle(0, 0, width, height), (_x, y) => mix(tones.accent, deep, y))
  const centre = wide ? { x: width * 0.76, y: height * 0.5 } : { x: width / 2, y: height * 0.68 }
  for (let i = 1; i <= 7; i++) {
    sheet.fill(ring(centre.x, centre.y, unit * 11 * i, unit * 0.35), tones.onAccent, { opacity: 0.26 - i * 0.026 })
  }
  await stand(sheet, cut, {
    x: centre.x,
    foot: centre.y + height * (wide ? 0.33 : 0.19),
    width: wide ? width * 0.4 : width * 0.7,
    height: height * (wide ? 0.66 : 0.4),
  })
  const column = wide ? width * 0.46 : width - 2 * margin
  const name = fitted(
    copy.headline,
    { size: unit * 13, weight: 860, tracking: -0.04, leading: 0.98 },
    { width: column, height: height * (wide ? 0.44 : 0.24), least: unit * 3.6, mostLines: 3 },
  )
  const top = wide ? height * 0.24 : margin
  const below = setBlock(sheet, name, margin, top, tones.onAccent)
  const words = fitted(
    copy.points[0] ?? '',
    { size: unit * 3.8, weight: 440, leading: 1.3 },
    { width: column * 0.9, height: height * 0.12, least: unit * 2, mostLines: 3 },
  )
  setBlock(sheet, words, margin, below + unit * 2, tones.onAccent)
  if (copy.closing === null) return
  const foot = height - margin - unit * 3
  sheet.fill(line(margin, foot - unit * 2.4, width - margin, foot - unit * 2.4, unit * 0.25), tones.onAccent, {
    opacity: 0.5,
  })
  const closing = fitted(
    copy.closing,
    { size: unit * 2.6, weight: 560, tracking: 0.02 },
    { width: width - 2 * margin, height: unit * 4, least: unit * 1.6, mostLines: 1 },
  )
  setBlock(sheet, closing, margin, foot - unit * 0.6, tones.onAccent)
}
