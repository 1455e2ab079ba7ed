import { ellipse } from '../draw/path.ts'
import type { PrintSheet } from '../draw/sheet.ts'
import { type CutProduct, pictureIn, shadowOf } from './cut.ts'

/** Middle and foot, and how large it may be. */
export interface StandPlace {
  x: number
  foot: number
  width: number
  height: number
}

/** Stands a product on the page as large as its place allows, with its shadow. */
export async function stand(sheet: PrintSheet, cut: CutProduct, { x, foot, width, height }: StandPlace): Promise<void> {
  const picture = await pictureIn(cut.png, { width, height }, 'inside')
  const [left, top] = [x - picture.width / 2, foot - picture.height]
  const below = await shadowOf(picture, sheet.unit * 2.2)
  const margin = (below.width - picture.width) / 2
  sheet.lay(below, left - margin, top - margin + sheet.unit * 1.6, 0.26)
  sheet.fill(ellipse(x, foot, picture.width * 0.42, sheet.unit * 0.9), [0, 0, 0], 0.24)
  sheet.lay(picture, left, top)
}

/** Several share the place, side by side. */
export async function standAll(
  sheet: PrintSheet,
  cuts: readonly CutProduct[],
  { x, foot, width, height }: StandPlace,
): Promise<void> {
  const each = width / Math.max(1, cuts.length)
  for (const [i, cut] of cuts.entries())
    await stand(sheet, cut, { x: x + (i - (cuts.length - 1) / 2) * each, foot, width: each, height })
}
