import { ellipse, line, ring } from '../draw/path.ts'
import { pictureIn } from '../stage/cut.ts'
import { stand } from '../stage/stand.ts'
import { fitted, setBlock } from '../type/text.ts'
import { type DetailLayout, isWide } from './page.ts'

/** A loupe over the product, and what there is to see, numbered. */
export const detail: DetailLayout = async ({ sheet, tones, copy, cut, others }) => {
  const { width, height, unit } = sheet
  const wide = isWide(sheet)
  const margin = unit * 7
  const stage = wide
    ? { x: width * 0.27, foot: height * 0.9, width: width * 0.42, height: height * 0.74 }
    : { x: width * 0.36, foot: height * 0.66, width: width * 0.58, height: height * 0.42 }
  const loupe = wide
    ? { x: width * 0.47, y: height * 0.33, r: height * 0.23 }
    : { x: width * 0.74, y: height * 0.34, r: Math.min(width * 0.21, height * 0.17) }
  sheet.fill(ellipse(stage.x, stage.foot - stage.height * 0.42, Math.min(stage.width, stage.height) * 0.6), tones.panel)
  const box = await stand(sheet, cut, stage)
  sheet.fill(
    line(box.left + box.width * 0.55, box.top + box.height * 0.45, loupe.x, loupe.y, unit * 0.35),
    tones.accent,
  )
  const [angle] = others
  sheet.fill(ellipse(loupe.x, loupe.y, loupe.r), tones.ground)
  const near = await pictureIn(angle ?? cut.png, { width: loupe.r * 2, height: loupe.r * 2 }, 'cover', 1.5)
  sheet.lay(near, loupe.x - loupe.r, loupe.y - loupe.r, {}, ellipse(loupe.x, loupe.y, loupe.r))
  sheet.fill(ring(loupe.x, loupe.y, loupe.r + unit * 0.8, unit * 1.1), tones.accent)

  const left = wide ? width * 0.63 : margin
  const column = width - left - margin
  const title = fitted(
    copy.headline,
    { size: unit * 8, weight: 760, tracking: -0.03, leading: 1.05 },
    { width: column, height: height * (wide ? 0.26 : 0.12), least: unit * 3, mostLines: 3 },
  )
  setBlock(sheet, title, left, wide ? height * 0.12 : margin, tones.ink)
  await list(left, wide ? height * 0.46 : height * 0.71, column)

  async function list(x: number, top: number, room: number) {
    const each = (height - margin - top) / Math.max(1, copy.points.length)
    for (const [i, point] of copy.points.entries()) {
      const y = top + i * each
      sheet.fill(line(x, y, x + room, y, unit * 0.22), tones.quiet, { opacity: 0.4 })
      setBlock(
        sheet,
        fitted(`0${i + 1}`, { size: unit * 3, weight: 700 }, { width: unit * 6, height: each, least: unit }),
        x,
        y + unit * 1.3,
        tones.accent,
      )
      const words = fitted(
        point,
        { size: unit * 3.3, weight: 470, leading: 1.25 },
        { width: room - unit * 8, height: each - unit * 1.6, least: unit * 1.7 },
      )
      setBlock(sheet, words, x + unit * 8, y + unit * 1.1, tones.ink)
    }
  }
}
