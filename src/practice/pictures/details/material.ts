import { oklch } from '../colour.ts'
import { ellipse, rectangle } from '../draw/path.ts'
import { pictureIn } from '../stage/cut.ts'
import { fitted, setBlock } from '../type/text.ts'
import { type DetailLayout, isWide } from './page.ts'

/** The surface itself, close enough to touch, above its colours. */
export const material: DetailLayout = async ({ sheet, tones, copy, cut }) => {
  const { width, height, unit } = sheet
  const wide = isWide(sheet)
  const margin = unit * 7
  const close = wide ? { width: width * 0.56, height } : { width, height: height * 0.6 }
  sheet.fill(rectangle(0, 0, close.width, close.height), tones.panel)
  sheet.lay(await pictureIn(cut.png, close, 'cover', 1.7), 0, 0)
  const x = wide ? close.width + margin * 0.8 : margin
  const column = width - x - margin
  let y = wide ? height * 0.16 : close.height + unit * 6

  const shades = [0.86, 0.7, 0.54, 0.38]
  const radius = unit * 4.6
  for (const [i, lightness] of shades.entries()) {
    const cx = wide ? x + radius + i * radius * 1.5 : width - margin - radius - (shades.length - 1 - i) * radius * 1.5
    const cy = wide ? height - margin - radius : close.height
    sheet.fill(ellipse(cx, cy, radius + unit * 0.7), tones.ground)
    sheet.fill(ellipse(cx, cy, radius), oklch(lightness, 0.09, tones.hue))
  }
  const title = fitted(
    copy.headline,
    { size: unit * 8, weight: 760, tracking: -0.03, leading: 1.05 },
    { width: column, height: height * (wide ? 0.3 : 0.11), least: unit * 3, mostLines: 3 },
  )
  y = setBlock(sheet, title, x, y, tones.ink) + unit * 1.6
  sheet.fill(rectangle(x, y, unit * 9, unit * 0.6), tones.accent)
  y += unit * 2.4
  const room = (wide ? height * 0.78 : height - margin * 0.7) - y
  const words = copy.points.join('\n')
  setBlock(
    sheet,
    fitted(words, { size: unit * 3.4, weight: 430, leading: 1.4 }, { width: column, height: room, least: unit * 1.8 }),
    x,
    y,
    tones.quiet,
  )
}
