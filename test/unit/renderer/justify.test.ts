import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ratioCode, ratios } from '../../../src/domain/library/ratio.ts'
import { gridRowOf, picturesIn, rowsBetween, stepRow } from '../../../src/renderer/grid/grid-window.ts'
import {
  cellsOf,
  type GridLayout,
  type GridRow,
  layOut,
  type PictureRow,
  type RatioCodes,
  rowAt,
} from '../../../src/renderer/grid/justify.ts'
import { appended, noRatios } from '../../../src/renderer/grid/ratio-codes.ts'

const spec = { width: 1030, rowHeight: 104, gap: 6, dayHeight: 38 }
const pictures = fc.array(
  fc.record({ ratio: fc.double({ min: 0.05, max: 20, noNaN: true }), day: fc.constantFrom('a', 'a', 'a', 'b', 'c') }),
  { maxLength: 300 },
)

const stripOf = (all: readonly { ratio: number; day: string }[]): RatioCodes =>
  all.reduce(
    (ratioCodes, { ratio, day }) =>
      appended(ratioCodes, Uint8Array.of(ratioCode(ratio * 1000, 1000)), [{ day, count: 1 }]),
    noRatios,
  )
const rowsOf = (ratioCodes: RatioCodes, layout: GridLayout): GridRow[] =>
  Array.from({ length: layout.rows }, (_, at) => rowAt(ratioCodes, layout, at)).filter((row) => row !== null)
const isPictures = (row: GridRow): row is PictureRow => row.kind === 'pictures'
const dayAt = (ratioCodes: RatioCodes, index: number): string | undefined => {
  let end = 0
  return ratioCodes.days.find(({ count }) => {
    end += count
    return index < end
  })?.day
}

describe('a ratio in one byte', () => {
  it('is less than one part in a hundred off, and crops only slivers and panoramas', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 10_000 }), (width, height) => {
        const shown = ratios[ratioCode(width, height)] ?? 0
        const held = Math.min(3.2, Math.max(0.4, width / height))
        expect(Math.abs(shown / held - 1)).toBeLessThan(0.01)
      }),
    )
    expect(ratios[ratioCode(null, null)]).toBeCloseTo(1, 2)
  })
})

describe('justified rows', () => {
  it('place every picture once, in order, and never two rows over each other', () => {
    fc.assert(
      fc.property(pictures, (all) => {
        const ratioCodes = stripOf(all)
        const layout = layOut(ratioCodes, spec)
        let next = 0
        let foot = 0
        for (const row of rowsOf(ratioCodes, layout)) {
          expect(row.top).toBeGreaterThanOrEqual(foot - 1e-3)
          foot = row.top + row.height
          if (row.kind !== 'pictures') continue
          expect(row.first).toBe(next)
          expect(row.end).toBeGreaterThan(row.first)
          next = row.end
        }
        expect(next).toBe(all.length)
        expect(layout.height).toBeGreaterThanOrEqual(foot - 1e-3)
      }),
    )
  })

  it('fill the width exactly, but for the last row of a day, which is never stretched', () => {
    fc.assert(
      fc.property(pictures, (all) => {
        const ratioCodes = stripOf(all)
        const rows = rowsOf(ratioCodes, layOut(ratioCodes, spec)).filter(isPictures)
        rows.forEach((row, at) => {
          const last = cellsOf(ratioCodes, row, spec.gap).at(-1)
          const right = (last?.left ?? 0) + (last?.width ?? 0)
          const next = rows[at + 1]
          const isLastOfDay = next === undefined || dayAt(ratioCodes, next.first) !== dayAt(ratioCodes, row.first)
          if (isLastOfDay) expect(right).toBeLessThanOrEqual(spec.width + 1e-3)
          else expect(right).toBeCloseTo(spec.width, 3)
        })
      }),
    )
  })

  it('begin a new heading with each new day, with its name and its pictures', () => {
    const ratioCodes = stripOf(['a', 'a', 'b'].map((day) => ({ day, ratio: 1.5 })))
    const rows = rowsOf(ratioCodes, layOut(ratioCodes, spec))
    expect(rows.map((row) => row.kind)).toEqual(['day', 'pictures', 'day', 'pictures'])
    expect(rows.filter((row) => row.kind === 'day')).toMatchObject([
      { day: 'a', first: 0, end: 2 },
      { day: 'b', first: 2, end: 3 },
    ])
  })

  it('of ten times the pictures take about ten times the work, also where a library is one day', () => {
    const readsOf = (count: number): number => {
      let reads = 0
      const codes = new Proxy(
        Uint8Array.from({ length: count }, (_, at) => (at * 37) % 256),
        {
          get: (all, key) => {
            reads += 1
            return Reflect.get(all, key)
          },
        },
      )
      layOut({ codes, count, days: [{ day: 'a', count }] }, spec)
      return reads
    }
    // A layout that looks back over all rows would take a hundred times as many.
    expect(readsOf(50_000) / readsOf(5000)).toBeLessThan(12)
  })
})

describe('the window on the rows', () => {
  const ratioCodes = stripOf(
    Array.from({ length: 5000 }, (_, at) => ({ ratio: 0.6 + (at % 13) / 8, day: String(Math.floor(at / 37)) })),
  )
  const layout = layOut(ratioCodes, spec)
  const rows = rowsOf(ratioCodes, layout)

  it('holds every row that touches the screen and few others', () => {
    for (let top = 0; top < layout.height; top += 977) {
      const drawn = new Set(rowsBetween(ratioCodes, layout, top, top + 800, 0).map((row) => row.at))
      const touching = rows.filter((row) => row.top + row.height >= top && row.top <= top + 800)
      expect(touching.every((row) => drawn.has(row.at))).toBe(true)
      expect(drawn.size).toBe(touching.length)
    }
  })

  it('finds the row of any picture', () => {
    for (let index = 0; index < ratioCodes.count; index += 1) {
      const row = rows[gridRowOf(layout, index)]
      expect(row?.kind).toBe('pictures')
      expect(index >= (row?.first ?? 0) && index < (row?.end ?? 0)).toBe(true)
    }
    expect(gridRowOf(layout, ratioCodes.count)).toBe(-1)
    expect(gridRowOf(layout, -1)).toBe(-1)
  })

  it('walks down to the last row and back up to the first without getting stuck', () => {
    const step = (from: number, direction: -1 | 1) => stepRow(ratioCodes, layout, from, direction, spec.gap)
    let at = 3
    let steps = 0
    for (let next = step(at, 1); next !== at; next = step(at, 1)) {
      expect(next).toBeGreaterThan(at)
      at = next
      steps += 1
    }
    expect(steps).toBe(rows.filter(isPictures).length - 1)
    for (let next = step(at, -1); next !== at; next = step(at, -1)) at = next
    expect(gridRowOf(layout, at)).toBe(1)
  })

  it('finds the pictures that a drawn box touches', () => {
    const [, first, second] = rows
    if (first?.kind !== 'pictures' || second?.kind !== 'pictures') throw new Error('two rows of pictures were expected')
    const all = picturesIn(
      ratioCodes,
      layout,
      { left: 0, right: 2000, top: first.top + 1, bottom: second.top + 1 },
      spec.gap,
    )
    expect(all).toEqual([
      [first.first, first.end],
      [second.first, second.end],
    ])
    const [cell] = cellsOf(ratioCodes, first, spec.gap).slice(1)
    const box = { left: (cell?.left ?? 0) + 1, right: (cell?.left ?? 0) + 2, top: first.top + 1, bottom: first.top + 2 }
    expect(picturesIn(ratioCodes, layout, box, spec.gap)).toEqual([[first.first + 1, first.first + 2]])
  })
})

describe('a library read stretch by stretch', () => {
  it('is laid out as if it had been read at once', () => {
    fc.assert(
      fc.property(pictures, fc.nat({ max: 300 }), fc.nat({ max: 300 }), (all, cut, second) => {
        const [a, b] = [Math.min(cut, second), Math.max(cut, second)]
        const whole = stripOf(all)
        const first = layOut(stripOf(all.slice(0, a)), spec)
        const more = layOut(stripOf(all.slice(0, b)), spec, first)
        expect(rowsOf(whole, layOut(whole, spec, more))).toEqual(rowsOf(whole, layOut(whole, spec)))
      }),
    )
  })
})
