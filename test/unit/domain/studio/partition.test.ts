import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LeaseRow, partitionOf, partitions, planOf, shareOf } from '../../../../src/domain/studio/partition.ts'

const takeoverMs = 15_000
const session = fc.constantFrom('a', 'b', 'c')
const rows = (age: fc.Arbitrary<number | null>): fc.Arbitrary<LeaseRow[]> =>
  fc.tuple(
    ...Array.from({ length: partitions }, (_, partition) =>
      fc.record({ partition: fc.constant(partition), session: fc.option(session), ageMs: age }),
    ),
  )
const anyAge = fc.option(fc.integer({ min: -1000, max: 60_000 }))

describe('partitions of a studio', () => {
  it('each number falls into one of sixteen, the same each time and in capitals too', () => {
    fc.assert(
      fc.property(fc.uuid({ version: 4 }), (id) => {
        const partition = partitionOf(id)
        expect(partition).toBeGreaterThanOrEqual(0)
        expect(partition).toBeLessThan(partitions)
        expect(partitionOf(id.toUpperCase())).toBe(partition)
      }),
    )
  })

  it.each(['', 'x', 'g0000000-0000-4000-8000-000000000000', '1'])('what is no UUID has none: %j', (id) => {
    expect(() => partitionOf(id)).toThrow(RangeError)
  })

  it('shares of all workers together hold every partition', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), (workers) => {
        expect(shareOf(workers) * workers).toBeGreaterThanOrEqual(partitions)
        expect((shareOf(workers) - 1) * workers).toBeLessThan(partitions)
      }),
    )
  })

  it('nothing is taken from a holder that was heard of in time, and never its own a second time', () => {
    fc.assert(
      fc.property(rows(anyAge), fc.integer({ min: 1, max: 20 }), (leases, workers) => {
        for (const partition of planOf(leases, 'a', { workers, takeoverMs }, () => true).take) {
          const row = leases[partition]
          expect(row?.session).not.toBe('a')
          expect(row?.session === null || row?.ageMs === null || (row?.ageMs ?? 0) > takeoverMs).toBe(true)
        }
      }),
    )
  })

  it('no more is taken than a share, and nothing is given up that is needed for it or still has something on its way', () => {
    fc.assert(
      fc.property(rows(anyAge), fc.integer({ min: 1, max: 20 }), (leases, workers) => {
        const own = leases.filter((row) => row.session === 'a').length
        const { take, giveUp } = planOf(leases, 'a', { workers, takeoverMs }, (partition) => partition % 2 === 0)
        expect(own + take.length).toBeLessThanOrEqual(Math.max(own, shareOf(workers)))
        expect(own - giveUp.length).toBeGreaterThanOrEqual(Math.min(own, shareOf(workers)))
        for (const partition of giveUp) expect([leases[partition]?.session, partition % 2]).toEqual(['a', 0])
      }),
    )
  })

  it('workers that only take and give up come to rest with every partition held by one of them', () => {
    fc.assert(
      fc.property(rows(fc.constant(0)), fc.integer({ min: 1, max: 3 }), (leases, workers) => {
        const names = ['a', 'b', 'c'].slice(0, workers)
        // Of those that are gone, each has been silent too long.
        let now = leases.map((row) =>
          row.session !== null && names.includes(row.session) ? row : { ...row, session: null },
        )
        for (let round = 0; round < 4; round += 1)
          for (const name of names) {
            const { take, giveUp } = planOf(now, name, { workers, takeoverMs }, () => true)
            now = now.map((row) => ({
              ...row,
              session: take.includes(row.partition) ? name : giveUp.includes(row.partition) ? null : row.session,
            }))
          }
        for (const row of now) expect(names).toContain(row.session)
        for (const name of names)
          expect(now.filter((row) => row.session === name).length).toBeLessThanOrEqual(shareOf(workers))
      }),
    )
  })
})
