import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type BucketLimit, fullBucket, refilled, taken } from '../../../../src/domain/pace/bucket.ts'

/** Steps of the clock between two tries, in milliseconds. */
const forward = fc.oneof(fc.constant(0), fc.nat(300), fc.nat(100_000))
const anyWay = fc.oneof(forward, fc.integer({ min: -1_000_000, max: 0 }))
const limitOf = fc.record({
  most: fc.integer({ min: 1, max: 40 }),
  perSecond: fc.double({ min: 0.1, max: 8, noNaN: true }),
})

/** Tries once after each step. @returns which were let through, and how far the clock had gone forward by then */
function tries(limit: BucketLimit, steps: readonly number[]): { goneMs: number; isThrough: boolean }[] {
  let nowMs = 5_000_000
  let goneMs = 0
  let bucket = fullBucket(limit, nowMs)
  return steps.map((step) => {
    nowMs += step
    goneMs += Math.max(0, step)
    const now = refilled(bucket, limit, nowMs)
    const left = taken(now)
    bucket = left ?? now
    return { goneMs, isThrough: left !== null }
  })
}

it('within any stretch of time no more is let through than at once and what comes back in it, whatever the clock does (W2)', () => {
  fc.assert(
    fc.property(limitOf, fc.array(anyWay, { maxLength: 120 }), (limit, steps) => {
      const through = tries(limit, steps).filter(({ isThrough }) => isThrough)
      for (const [i, first] of through.entries())
        for (const [n, last] of through.slice(i).entries()) {
          const most = limit.most + ((last.goneMs - first.goneMs) / 1000) * limit.perSecond
          expect(n + 1).toBeLessThanOrEqual(most + 1e-6)
        }
    }),
  )
})

it('whoever stays below it is always let through, also after the clock was set back (W2)', () => {
  fc.assert(
    fc.property(limitOf, fc.array(fc.integer({ min: -1_000_000, max: -1 }), { maxLength: 20 }), (limit, back) => {
      const turnMs = Math.ceil(1000 / limit.perSecond)
      const burst = Array<number>(limit.most).fill(0)
      // Each setting back is followed by a turn's time.
      const steps = [...burst, ...back.flatMap((step) => [step, turnMs]), turnMs, turnMs]
      const all = tries(limit, steps)
      const waited = all.filter((_, i) => i < limit.most || steps[i] === turnMs)
      expect(waited.every(({ isThrough }) => isThrough)).toBe(true)
    }),
  )
})
