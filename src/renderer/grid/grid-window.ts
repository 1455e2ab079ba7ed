import { cellsOf, type GridLayout, type GridRow, type PictureRow, type RatioCodes, rowAt } from './justify.ts'

/** First row whose foot lies below `y`. Rows lie in order, so half is dropped at each step. */
function firstBelow({ rows, tops, heights }: GridLayout, y: number): number {
  let low = 0
  let high = rows
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tops[middle] ?? 0) + (heights[middle] ?? 0) < y) low = middle + 1
    else high = middle
  }
  return low
}

/** The rows to draw for a stretch of the scroller, with `over` pixels more on both sides. */
export function rowsBetween(
  ratioCodes: RatioCodes,
  layout: GridLayout,
  from: number,
  to: number,
  over: number,
): GridRow[] {
  const drawn: GridRow[] = []
  for (let at = firstBelow(layout, from - over); at < layout.rows; at += 1) {
    if ((layout.tops[at] ?? 0) > to + over) break
    const row = rowAt(ratioCodes, layout, at)
    if (row) drawn.push(row)
  }
  return drawn
}

/** Place of the row that holds a picture, or −1. */
export function gridRowOf({ rows, first, pictures }: GridLayout, index: number): number {
  if (index < 0 || index >= pictures) return -1
  let low = 0
  let high = rows
  // The last row that begins at or before it: a day's heading has the same first picture as the row below it.
  while (low < high) {
    const middle = (low + high) >> 1
    if ((first[middle] ?? 0) <= index) low = middle + 1
    else high = middle
  }
  return low - 1
}

function nearestInRow(ratioCodes: RatioCodes, row: PictureRow, gap: number, centre: number): number {
  let best = row.first
  let distance = Number.POSITIVE_INFINITY
  cellsOf(ratioCodes, row, gap).forEach((cell, offset) => {
    const away = Math.abs(cell.left + cell.width / 2 - centre)
    if (away < distance) {
      distance = away
      best = row.first + offset
    }
  })
  return best
}

/** The picture above or below, the one whose middle lies nearest. Stays where it is at the edge. */
export function stepRow(
  ratioCodes: RatioCodes,
  layout: GridLayout,
  index: number,
  direction: -1 | 1,
  gap: number,
): number {
  const row = rowAt(ratioCodes, layout, gridRowOf(layout, index))
  if (row?.kind !== 'pictures') return index
  const cell = cellsOf(ratioCodes, row, gap)[index - row.first]
  const centre = cell ? cell.left + cell.width / 2 : 0
  for (let next = row.at + direction; next >= 0 && next < layout.rows; next += direction) {
    const candidate = rowAt(ratioCodes, layout, next)
    if (candidate?.kind === 'pictures') return nearestInRow(ratioCodes, candidate, gap, centre)
  }
  return index
}

/** Pictures that a rectangle touches, each row's from and up to but not with. */
export function picturesIn(
  ratioCodes: RatioCodes,
  layout: GridLayout,
  box: { left: number; top: number; right: number; bottom: number },
  gap: number,
): [number, number][] {
  return rowsBetween(ratioCodes, layout, box.top, box.bottom, 0).flatMap((row): [number, number][] => {
    if (row.kind === 'day' || row.top > box.bottom || row.top + row.height < box.top) return []
    const hit = cellsOf(ratioCodes, row, gap).flatMap(({ left, width }, offset) =>
      left <= box.right && left + width >= box.left ? [row.first + offset] : [],
    )
    const [from] = hit
    return from === undefined ? [] : [[from, from + hit.length]]
  })
}
