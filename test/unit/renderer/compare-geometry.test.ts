import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  arranged,
  fittedSight,
  heldSight,
  margin,
  measuresOf,
  type PictureSize,
  placementIn,
  placementOn,
  type ScaleMatch,
  zoomedAt,
} from '../../../src/renderer/features/compare/geometry.ts'
import type { Placement } from '../../../src/renderer/grid/placement.ts'

const edge = fc.integer({ min: 1, max: 12_000 })
const size = fc.record({ width: edge, height: edge })
const pictures = fc.array(size, { minLength: 2, maxLength: 4 })
const cell = fc.record({ width: fc.integer({ min: 80, max: 2500 }), height: fc.integer({ min: 80, max: 1400 }) })
const match = fc.constantFrom<ScaleMatch>('frame', 'pixels')
const moved = fc.record({
  scale: fc.double({ min: 0.001, max: 64, noNaN: true }),
  across: fc.integer({ min: -20_000, max: 20_000 }),
  down: fc.integer({ min: -20_000, max: 20_000 }),
})

const placed = (
  room: PictureSize,
  sizes: readonly PictureSize[],
  by: ScaleMatch,
  sight: Parameters<typeof placementIn>[3],
): Placement[] => {
  const measures = measuresOf(sizes, by)
  return sizes.map((each, at) => placementIn(room, each, measures[at] ?? 1, sight))
}
const drawn = (each: PictureSize, { scale }: Placement): PictureSize => ({
  width: each.width * scale,
  height: each.height * scale,
})
const middle = (each: PictureSize, { scale, left, top }: Placement): [number, number] => [
  left + (each.width * scale) / 2,
  top + (each.height * scale) / 2,
]
const near = (a: number, b: number, by = 1e-6): void =>
  expect(Math.abs(a - b)).toBeLessThanOrEqual(by * Math.max(1, Math.abs(a), Math.abs(b)))

describe('pictures laid beside each other', () => {
  it('are fitted whole, in the middle, in their own shapes, and never larger than they are', () => {
    fc.assert(
      fc.property(cell, pictures, match, (room, sizes, by) => {
        const sight = fittedSight(room, sizes, by)
        expect(sight.scale).toBeLessThanOrEqual(1)
        placed(room, sizes, by, sight).forEach((placement, at) => {
          const each = sizes[at] as PictureSize
          const { width, height } = drawn(each, placement)
          near(width / height, each.width / each.height)
          expect(placement.left).toBeGreaterThanOrEqual(margin - 1e-6)
          expect(placement.top).toBeGreaterThanOrEqual(margin - 1e-6)
          expect(placement.left + width).toBeLessThanOrEqual(room.width - margin + 1e-6)
          expect(placement.top + height).toBeLessThanOrEqual(room.height - margin + 1e-6)
        })
      }),
    )
  })

  it('have long edges of one length, or pixels of one size, at every zoom', () => {
    fc.assert(
      fc.property(cell, pictures, moved, (room, sizes, sight) => {
        const edges = placed(room, sizes, 'frame', sight).map((placement, at) => {
          const { width, height } = drawn(sizes[at] as PictureSize, placement)
          return Math.max(width, height)
        })
        for (const each of edges) near(each, edges[0] as number)
        const scales = placed(room, sizes, 'pixels', sight).map(({ scale }) => scale)
        for (const each of scales) near(each, sight.scale)
      }),
    )
  })

  it('move in step: their middles stay at one place of their cells, however far one zooms and pans', () => {
    fc.assert(
      fc.property(cell, pictures, match, moved, (room, sizes, by, sight) => {
        const middles = placed(room, sizes, by, sight).map((placement, at) =>
          middle(sizes[at] as PictureSize, placement),
        )
        for (const [x, y] of middles) {
          near(x, room.width / 2 + sight.across)
          near(y, room.height / 2 + sight.down)
        }
      }),
    )
  })

  it('are zoomed about the pointer: what lies under it stays under it in every cell', () => {
    const point = fc.integer({ min: -1200, max: 1200 })
    const scale = fc.double({ min: 0.02, max: 16, noNaN: true })
    fc.assert(
      fc.property(cell, pictures, match, moved, scale, point, point, (room, sizes, by, sight, to, x, y) => {
        const under = (placements: Placement[]): [number, number][] =>
          placements.map(({ scale: own, left, top }) => [
            (room.width / 2 + x - left) / own,
            (room.height / 2 + y - top) / own,
          ])
        const before = under(placed(room, sizes, by, sight))
        const after = under(placed(room, sizes, by, zoomedAt(sight, to, x, y)))
        after.forEach(([across, down], at) => {
          near(across, (before[at] as [number, number])[0], 1e-5)
          near(down, (before[at] as [number, number])[1], 1e-5)
        })
      }),
    )
  })

  it('cannot be lost: at every zoom one of them is still in sight, and what was within reach is not moved', () => {
    fc.assert(
      fc.property(cell, pictures, match, moved, (room, sizes, by, sight) => {
        const held = heldSight(sight, room, sizes, by)
        const seen = placed(room, sizes, by, held).some((placement, at) => {
          const { width, height } = drawn(sizes[at] as PictureSize, placement)
          return placement.left < room.width && placement.left + width > 0
            ? placement.top < room.height && placement.top + height > 0
            : false
        })
        const box = placed(room, sizes, by, { ...held, across: 0, down: 0 }).map((placement, at) =>
          drawn(sizes[at] as PictureSize, placement),
        )
        // Of pictures of many shapes the corners of their common box are empty.
        const isOneShape = box.every(({ width, height }) => Math.abs(width - height) < 1)
        if (isOneShape && (box[0]?.width ?? 0) > 1) expect(seen).toBe(true)
        near(heldSight(held, room, sizes, by).across, held.across)
        near(heldSight(held, room, sizes, by).scale, held.scale)
        const fitted = fittedSight(room, sizes, by)
        expect(heldSight(fitted, room, sizes, by)).toEqual(fitted)
      }),
    )
  })

  it('are arranged in cells of one size that fit the room, as large as any arrangement has them', () => {
    const gap = { width: 6, height: 40 }
    fc.assert(
      fc.property(cell, pictures, match, (room, sizes, by) => {
        const { columns, rows, cell: each } = arranged(room, gap, sizes, by)
        expect(columns * rows).toBeGreaterThanOrEqual(sizes.length)
        expect(columns * (rows - 1)).toBeLessThan(sizes.length)
        expect(each.width * columns + gap.width * (columns - 1)).toBeLessThanOrEqual(room.width)
        expect(each.height * rows + gap.height * (rows - 1)).toBeLessThanOrEqual(room.height)
        const row = {
          width: Math.floor((room.width - gap.width * (sizes.length - 1)) / sizes.length),
          height: room.height,
        }
        const column = {
          width: room.width,
          height: Math.floor((room.height - gap.height * (sizes.length - 1)) / sizes.length),
        }
        // In a room as high as the gaps between them there is no column.
        for (const other of [row, column].filter(({ width, height }) => width >= 1 && height >= 1))
          expect(fittedSight(each, sizes, by).scale).toBeGreaterThanOrEqual(fittedSight(other, sizes, by).scale * 0.999)
      }),
    )
  })

  it('are not laid under each other where the gaps alone are as high as the room', () => {
    const three = Array.from({ length: 3 }, () => ({ width: 4000, height: 10 }))
    const low = arranged({ width: 200, height: 80 }, { width: 6, height: 40 }, three, 'frame')
    expect(low.cell.height * low.rows + 40 * (low.rows - 1)).toBeLessThanOrEqual(80)
    expect(low.cell.height).toBeGreaterThanOrEqual(1)
  })

  it('of which there are four stand two by two in a window', () => {
    const four = Array.from({ length: 4 }, () => ({ width: 1800, height: 1218 }))
    expect(arranged({ width: 1364, height: 670 }, { width: 6, height: 42 }, four, 'frame')).toMatchObject({
      columns: 2,
      rows: 2,
    })
  })

  it('lie on each other by their middles and long edges, each in its own shape', () => {
    fc.assert(
      fc.property(size, size, moved, (under, over, { scale, across, down }) => {
        const below = { scale, left: across, top: down }
        const above = placementOn(below, under, over)
        const [a, b] = [drawn(under, below), drawn(over, above)]
        near(Math.max(a.width, a.height), Math.max(b.width, b.height))
        near(b.width / b.height, over.width / over.height)
        near(middle(over, above)[0], middle(under, below)[0], 1e-5)
        near(middle(over, above)[1], middle(under, below)[1], 1e-5)
      }),
    )
  })

  it('of a background in a square keep their shape beside it: a wide photograph is not squeezed', () => {
    const [wide, square] = [
      { width: 4608, height: 1976 },
      { width: 2048, height: 2048 },
    ]
    const above = placementOn({ scale: 0.25, left: 100, top: 50 }, square, wide)
    expect(above).toEqual({ scale: 512 / 4608, left: 100, top: 50 + (512 - 1976 * (512 / 4608)) / 2 })
  })
})
