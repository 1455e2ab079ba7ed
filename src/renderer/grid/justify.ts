import { ratios } from '../../domain/library/ratio.ts'

/**
 * Justified rows: every picture whole, every full row exactly as wide as the pane. Pure; a million pictures are some
 * megabytes of typed arrays and some milliseconds of work.
 */

/** Pictures to be laid out, one byte each (`domain/library/ratio.ts`), and the days that they belong under, in order. */
export interface RatioCodes {
  codes: Uint8Array
  count: number
  days: readonly { day: string; count: number }[]
}

export interface DayRow {
  kind: 'day'
  /** Its place among all rows. */
  at: number
  top: number
  height: number
  /** First picture below it. */
  first: number
  /** One past the last picture of the day. */
  end: number
  day: string
}

export interface PictureRow {
  kind: 'pictures'
  at: number
  top: number
  height: number
  first: number
  /** One past the last. */
  end: number
}

export type GridRow = DayRow | PictureRow

export interface GridLayout {
  rows: number
  /** First picture of each row; a day's is the first below it. */
  first: Int32Array
  tops: Float64Array
  heights: Float32Array
  isDay: Uint8Array
  /** Pictures that are laid out. */
  pictures: number
  height: number
}

export interface GridSpec {
  width: number
  /** The height a row aims at; full rows come out a little above or below. */
  rowHeight: number
  gap: number
  dayHeight: number
}

export const emptyLayout: GridLayout = {
  rows: 0,
  first: new Int32Array(0),
  tops: new Float64Array(0),
  heights: new Float32Array(0),
  isDay: new Uint8Array(0),
  pictures: 0,
  height: 0,
}

const ratioAt = (ratioCodes: RatioCodes, index: number): number => ratios[ratioCodes.codes[index] ?? 0] ?? 1

/**
 * Lays all pictures out. With `before`, the layout of the same pictures without some at the end, only its last row is
 * laid out again: a library that is read stretch by stretch costs no more than one that is read at once. `before` must
 * not be used any more.
 */
export function layOut(ratioCodes: RatioCodes, spec: GridSpec, before?: GridLayout): GridLayout {
  const made = before && before.rows > 1 ? withoutLastRow(before) : { ...emptyLayout }
  const { width, rowHeight, gap, dayHeight } = spec
  let index = made.pictures
  let dayStart = 0
  for (const { count } of ratioCodes.days) {
    const dayEnd = dayStart + count
    if (dayEnd > index) {
      if (index === dayStart) {
        add(made, index, made.height, dayHeight, 1)
        made.height += dayHeight
      }
      while (index < dayEnd) {
        const { end, height } = takeRow(ratioCodes, index, dayEnd, width, rowHeight, gap)
        add(made, index, made.height, height, 0)
        made.height += height + gap
        index = end
      }
    }
    dayStart = dayEnd
  }
  made.pictures = index
  return made
}

/** The last row may have been cut off by the end of what was read; those before it stand. A heading goes with its only row. */
function withoutLastRow(before: GridLayout): GridLayout {
  const last = before.isDay[before.rows - 2] === 1 ? before.rows - 2 : before.rows - 1
  return { ...before, rows: last, pictures: before.first[last] ?? 0, height: before.tops[last] ?? 0 }
}

function add(layout: GridLayout, first: number, top: number, height: number, isDay: 0 | 1): void {
  const at = layout.rows
  if (at === layout.first.length) grow(layout)
  layout.first[at] = first
  layout.tops[at] = top
  layout.heights[at] = height
  layout.isDay[at] = isDay
  layout.rows += 1
}

function grow(layout: GridLayout): void {
  const room = Math.max(256, layout.first.length * 2)
  const larger = <T extends Int32Array | Float64Array | Float32Array | Uint8Array>(to: T, from: T): T => {
    to.set(from)
    return to
  }
  layout.first = larger(new Int32Array(room), layout.first)
  layout.tops = larger(new Float64Array(room), layout.tops)
  layout.heights = larger(new Float32Array(room), layout.heights)
  layout.isDay = larger(new Uint8Array(room), layout.isDay)
}

/** Takes pictures until the row is full, then keeps or leaves the last, whichever comes nearer the wanted height. */
function takeRow(
  ratioCodes: RatioCodes,
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
    sum += ratioAt(ratioCodes, end)
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
export function cellsOf(
  ratioCodes: RatioCodes,
  row: Pick<PictureRow, 'first' | 'end' | 'height'>,
  gap: number,
): { left: number; width: number }[] {
  const cells: { left: number; width: number }[] = []
  let left = 0
  for (let index = row.first; index < row.end; index += 1) {
    const width = ratioAt(ratioCodes, index) * row.height
    cells.push({ left, width })
    left += width + gap
  }
  return cells
}

/** One row of a layout, or null past its end. */
export function rowAt(ratioCodes: RatioCodes, layout: GridLayout, at: number): GridRow | null {
  if (at < 0 || at >= layout.rows) return null
  const first = layout.first[at] ?? 0
  const place = { at, top: layout.tops[at] ?? 0, height: layout.heights[at] ?? 0, first }
  if (layout.isDay[at] !== 1) {
    return { kind: 'pictures', ...place, end: at + 1 < layout.rows ? (layout.first[at + 1] ?? 0) : layout.pictures }
  }
  let dayStart = 0
  for (const { day, count } of ratioCodes.days) {
    if (dayStart === first && count > 0) return { kind: 'day', ...place, end: dayStart + count, day }
    dayStart += count
  }
  return { kind: 'day', ...place, end: first, day: '' }
}
