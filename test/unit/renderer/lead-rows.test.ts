import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeRows } from '../../../src/renderer/grid/lead-rows.ts'

const height = fc.integer({ min: 20, max: 200 })
const lists = fc.record({
  count: fc.integer({ min: 1, max: 2000 }),
  each: height,
  lead: fc.record({ count: fc.integer({ min: 0, max: 2000 }), height }),
})

describe('rows of which the first are higher than the rest', () => {
  it('follow each other without a gap, and end where the list does', () => {
    fc.assert(
      fc.property(lists, ({ count, each, lead }) => {
        const { topOf, height } = placeRows(count, each, lead)
        expect(topOf(0)).toBe(0)
        for (const at of [0, lead.count - 1, lead.count, count - 1].filter((at) => at >= 0 && at < count))
          expect(topOf(at + 1) - topOf(at)).toBe(at < lead.count ? lead.height : each)
        expect(topOf(count)).toBe(height)
      }),
    )
  })

  it('are found by each of their pixels', () => {
    fc.assert(
      fc.property(
        lists,
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        ({ count, each, lead }, part) => {
          const { topOf, rowAt, height } = placeRows(count, each, lead)
          const px = part * height
          const at = rowAt(px)
          expect(topOf(at)).toBeLessThanOrEqual(px)
          expect(topOf(at + 1)).toBeGreaterThan(px)
        },
      ),
    )
  })
})
