/** Justified rows: every picture whole, every full row exactly as wide as the pane. Pure; works on 100,000 pictures. */

export interface GridItem {
  /** Width over height. */
  ratio: number
  /** Local calendar day it belongs under. */
  day: string
}

export interface DayRow {
  kind: 'day'
  top: number
  height: number
  /** Index of the first picture below it. */
  first: number
  end: number
  day: string
}

export interface PictureRow {
  kind: 'pictures'
  top: number
  height: number
  first: number
  /** One past the last. */
  end: number
}

export type GridRow = DayRow | PictureRow

export interface GridLayout {
  rows: GridRow[]
  height: number
}

export interface GridSpec {
  width: number
  /** The height a row aims at; full rows come out a little above or below. */
  rowHeight: number
  gap: number
  dayHeight: number
}

/** Panoramas and slivers are shown cropped beyond these, or one of them would take a row. */
const clampRatio = (ratio: number): number => Math.min(3.2, Math.max(0.4, ratio || 1))

/**
 * Lays all pictures out. With `before`, the layout of the same pictures without the newest-read ones at the end,
 * only its last day is laid out again: reading a library page by page stays linear.
 */
export function layOut(items: readonly GridItem[], spec: GridSpec, before?: GridLayout): GridLayout {
  const { width, rowHeight, gap, dayHeight } = spec
  const keep = before ? before.rows.findLastIndex((row) => row.kind === 'day') : -1
  const resume = keep < 0 ? undefined : before?.rows[keep]
  const rows: GridRow[] = resume && before ? before.rows.slice(0, keep) : []
  let top = resume?.top ?? 0
  let index = resume?.first ?? 0
  while (index < items.length) {
    const day = items[index]?.day ?? ''
    let dayEnd = index
    while (dayEnd < items.length && items[dayEnd]?.day === day) dayEnd += 1
    rows.push({ kind: 'day', top, height: dayHeight, first: index, end: dayEnd, day })
    top += dayHeight
    while (index < dayEnd) {
      const row = takeRow(items, index, dayEnd, width, rowHeight, gap)
      rows.push({ kind: 'pictures', top, height: row.height, first: index, end: row.end })
      top += row.height + gap
      index = row.end
    }
  }
  return { rows, height: top }
}

/** Takes pictures until the row is full, then keeps or leaves the last, whichever comes nearer the wanted height. */
function takeRow(
  items: readonly GridItem[],
  first: number,
  limit: number,
  width: number,
  wanted: number,
  gap: number,
): { end: number; height: number } {
  const fit = (sum: number, count: number): number => (width - gap * (count - 1)) / sum
  let sum = 0
  let end = first
  while (end < limit) {
    const before = sum
    sum += clampRatio(items[end]?.ratio ?? 1)
    end += 1
    const height = fit(sum, end - first)
    if (height > wanted) continue
    const without = end - first > 1 ? fit(before, end - first - 1) : Number.POSITIVE_INFINITY
    if (without - wanted < wanted - height) return { end: end - 1, height: without }
    return { end, height }
  }
  // The last row of a day is never stretched.
  return { end, height: wanted }
}

/** Where each picture of a row lies. Made only for the rows on screen. */
export function cellsOf(items: readonly GridItem[], row: PictureRow, gap: number): { left: number; width: number }[] {
  const cells: { left: number; width: number }[] = []
  let left = 0
  for (let index = row.first; index < row.end; index += 1) {
    const width = clampRatio(items[index]?.ratio ?? 1) * row.height
    cells.push({ left, width })
    left += width + gap
  }
  return cells
}
