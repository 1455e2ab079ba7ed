import { cellsOf, type GridItem, type GridRow, type PictureRow } from './justify.ts'

/** First row whose foot lies below `y`. Rows lie in order, so half is dropped at each step. */
function firstBelow(rows: readonly GridRow[], y: number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    const row = rows[middle]
    if (row && row.top + row.height < y) low = middle + 1
    else high = middle
  }
  return low
}

/** The rows to draw for a stretch of the scroller, with `over` pixels more on both sides. */
export function rowsBetween(rows: readonly GridRow[], from: number, to: number, over: number): GridRow[] {
  const start = firstBelow(rows, from - over)
  const drawn: GridRow[] = []
  for (let at = start; at < rows.length; at += 1) {
    const row = rows[at]
    if (!row || row.top > to + over) break
    drawn.push(row)
  }
  return drawn
}

/** Position in `rows` of the row that holds a picture, or −1. */
export function rowOf(rows: readonly GridRow[], index: number): number {
  let low = 0
  let high = rows.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const row = rows[middle]
    if (!row) return -1
    if (index < row.first) high = middle - 1
    else if (index >= row.end) low = middle + 1
    else if (row.kind === 'pictures') return middle
    // A day's heading covers all its pictures: they lie further down.
    else low = middle + 1
  }
  return -1
}

function nearestInRow(items: readonly GridItem[], row: PictureRow, gap: number, centre: number): number {
  let best = row.first
  let distance = Number.POSITIVE_INFINITY
  cellsOf(items, row, gap).forEach((cell, offset) => {
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
  items: readonly GridItem[],
  rows: readonly GridRow[],
  index: number,
  direction: -1 | 1,
  gap: number,
): number {
  const at = rowOf(rows, index)
  const row = rows[at]
  if (row?.kind !== 'pictures') return index
  const cell = cellsOf(items, row, gap)[index - row.first]
  const centre = cell ? cell.left + cell.width / 2 : 0
  for (let next = at + direction; next >= 0 && next < rows.length; next += direction) {
    const candidate = rows[next]
    if (candidate?.kind === 'pictures') return nearestInRow(items, candidate, gap, centre)
  }
  return index
}
