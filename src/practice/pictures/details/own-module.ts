import { rectangle, roundedRectangle } from '../draw/path.ts'
import { pictureIn } from '../stage/cut.ts'
import { fitted, setBlock } from '../type/text.ts'
import { type DetailLayout, isWide } from './page.ts'

/** A module of the caller's own: its name, its description, and the photograph as it is. */
export const ownModule: DetailLayout = async ({ sheet, tones, copy, photo, others }) => {
  const { width, height, unit } = sheet
  const wide = isWide(sheet)
  const margin = unit * 7
  const view = wide
    ? { x: width * 0.46, y: margin, width: width * 0.54 - margin, height: height - 2 * margin }
    : { x: margin, y: margin, width: width - 2 * margin, height: height * 0.52 }
  sheet.fill(rectangle(0, wide ? 0 : height * 0.36, wide ? view.x - margin * 0.6 : width, height), tones.panel, {
    opacity: 0.6,
  })
  const shape = roundedRectangle(view.x, view.y, view.width, view.height, unit * 3)
  sheet.lay(await pictureIn(others.at(-1) ?? photo, view, 'cover'), view.x, view.y, {}, shape)
  const column = wide ? width * 0.46 - 2 * margin : width - 2 * margin
  const title = fitted(
    copy.headline,
    { size: unit * 8, weight: 760, tracking: -0.03, leading: 1.05 },
    { width: column, height: height * (wide ? 0.36 : 0.13), least: unit * 3, mostLines: 3 },
  )
  const below = setBlock(sheet, title, margin, wide ? height * 0.2 : view.y + view.height + unit * 5, tones.ink)
  const room = height - margin - below - unit * 2
  const words = fitted(
    copy.points[0] ?? '',
    { size: unit * 3.4, weight: 430, leading: 1.38 },
    { width: column, height: room, least: unit * 1.6 },
  )
  setBlock(sheet, words, margin, below + unit * 2, tones.quiet)
}
