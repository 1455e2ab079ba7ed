import { ellipse } from '../draw/path.ts'
import type { Sheet } from '../draw/sheet.ts'
import { type Cut, pictureIn, shadowOf } from './cut.ts'

interface Place {
  /** Middle and foot. */
  x: number
  foot: number
  width: number
  height: number
  shadow?: 'soft' | 'hard' | 'none'
}

/** Stands a product on the page as large as its place allows. Answers the box it takes. */
export async function stand(sheet: Sheet, cut: Cut, { x, foot, width, height, shadow = 'soft' }: Place) {
  const picture = await pictureIn(cut.png, { width, height }, 'inside')
  const left = x - picture.width / 2
  const top = foot - picture.height
  if (shadow === 'soft') {
    const blur = sheet.unit * 2.2
    const below = await shadowOf(picture, blur)
    const margin = (below.width - picture.width) / 2
    sheet.lay(below, left - margin, top - margin + sheet.unit * 1.6, { opacity: 0.26 })
    for (const [size, opacity] of [
      [0.5, 0.1],
      [0.42, 0.12],
      [0.32, 0.14],
    ] as const) {
      sheet.fill(ellipse(x, foot, picture.width * size, sheet.unit * 2 * size), [0, 0, 0], { opacity })
    }
  }
  if (shadow === 'hard') {
    const behind = await shadowOf(picture, 0.5)
    sheet.lay(behind, left + sheet.unit * 2, top + sheet.unit * 2)
  }
  sheet.lay(picture, left, top)
  return { left, top, width: picture.width, height: picture.height }
}
