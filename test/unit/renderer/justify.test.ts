import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rowOf, rowsBetween, stepRow } from '../../../src/renderer/lib/grid-window.ts'
import { cellsOf, type GridItem, layOut, type PictureRow } from '../../../src/renderer/lib/justify.ts'

const spec = { width: 1030, rowHeight: 104, gap: 6, dayHeight: 38 }
const items = fc.array(
  fc.record({ ratio: fc.double({ min: 0.05, max: 20, noNaN: true }), day: fc.constantFrom('a', 'a', 'a', 'b', 'c') }),
  { maxLength: 300 },
)
const picturesOf = (all: readonly GridItem[]): PictureRow[] =>
  layOut(all, spec).rows.filter((row) => row.kind === 'pictures')

describe('justified rows', () => {
  it('place every picture once, in order, and never two rows over each other', () => {
    fc.assert(
      fc.property(items, (all) => {
        const { rows, height } = layOut(all, spec)
        let next = 0
        let foot = 0
        for (const row of rows) {
          expect(row.top).toBeGreaterThanOrEqual(foot - 1e-6)
          foot = row.top + row.height
          if (row.kind !== 'pictures') continue
          expect(row.first).toBe(next)
          expect(row.end).toBeGreaterThan(row.first)
          next = row.end
        }
        expect(next).toBe(all.length)
        expect(height).toBeGreaterThanOrEqual(foot)
      }),
    )
  })

  it('fill the width exactly, but for the last row of a day, which is never stretched', () => {
    fc.assert(
      fc.property(items, (all) => {
        const rows = picturesOf(all)
        rows.forEach((row, at) => {
          const cells = cellsOf(all, row, spec.gap)
          const last = cells[cells.length - 1]
          const right = (last?.left ?? 0) + (last?.width ?? 0)
          const next = rows[at + 1]
          const lastOfDay = next === undefined || all[next.first]?.day !== all[row.first]?.day
          if (lastOfDay) expect(right).toBeLessThanOrEqual(spec.width + 1e-6)
          else expect(right).toBeCloseTo(spec.width, 4)
        })
      }),
    )
  })

  it('begin a new heading with each new day', () => {
    const all = ['a', 'a', 'b'].map((day) => ({ day, ratio: 1.5 }))
    const { rows } = layOut(all, spec)
    expect(rows.map((row) => row.kind)).toEqual(['day', 'pictures', 'day', 'pictures'])
  })

  it('lay out 100,000 pictures in less than a quarter of a second', () => {
    const all = Array.from({ length: 100_000 }, (_, at) => ({ ratio: 0.6 + (at % 13) / 8, day: String(at >> 9) }))
    const start = performance.now()
    layOut(all, spec)
    expect(performance.now() - start).toBeLessThan(250)
  })
})

describe('the window on the rows', () => {
  const all = Array.from({ length: 5000 }, (_, at) => ({
    ratio: 0.6 + (at % 13) / 8,
    day: String(Math.floor(at / 37)),
  }))
  const { rows, height } = layOut(all, spec)

  it('holds every row that touches the screen and few others', () => {
    for (let top = 0; top < height; top += 977) {
      const drawn = new Set(rowsBetween(rows, top, top + 800, 0))
      const touching = rows.filter((row) => row.top + row.height >= top && row.top <= top + 800)
      expect(touching.every((row) => drawn.has(row))).toBe(true)
      expect(drawn.size).toBe(touching.length)
    }
  })

  it('finds the row of any picture', () => {
    for (let index = 0; index < all.length; index += 1) {
      const row = rows[rowOf(rows, index)]
      expect(row?.kind).toBe('pictures')
      expect(index >= (row?.first ?? 0) && index < (row?.end ?? 0)).toBe(true)
    }
    expect(rowOf(rows, all.length)).toBe(-1)
  })

  it('walks down to the last row and back up to the first without getting stuck', () => {
    let at = 3
    let steps = 0
    for (let next = stepRow(all, rows, at, 1, spec.gap); next !== at; next = stepRow(all, rows, at, 1, spec.gap)) {
      expect(next).toBeGreaterThan(at)
      at = next
      steps += 1
    }
    expect(steps).toBe(rows.filter((row) => row.kind === 'pictures').length - 1)
    for (let next = stepRow(all, rows, at, -1, spec.gap); next !== at; next = stepRow(all, rows, at, -1, spec.gap))
      at = next
    expect(rowOf(rows, at)).toBe(1)
  })
})

describe('a library read page by page', () => {
  it('is laid out as if it had been read at once', () => {
    fc.assert(
      fc.property(items, fc.nat({ max: 300 }), (all, cut) => {
        const first = layOut(all.slice(0, cut), spec)
        expect(layOut(all, spec, first)).toEqual(layOut(all, spec))
      }),
    )
  })
})
