import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leaseTiming, maySend } from '../../../../src/domain/studio/lease.ts'

const timing = leaseTiming(1)
const instant = fc.integer({ min: -100_000, max: 100_000 })
const moment = fc.record({ wallMs: instant, monotonicMs: instant })

describe('how long a lease is good for sending', () => {
  it('renews every 2 s, sends for 10 s, and is taken over after 15 s', () => {
    expect(timing).toEqual({ renewMs: 2000, sendMs: 10_000, takeoverMs: 15_000 })
  })

  it('at each scale several renewals fit in, and it ends before another may take over', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), (scale) => {
        const { renewMs, sendMs, takeoverMs } = leaseTiming(scale)
        expect(renewMs * 2).toBeLessThanOrEqual(sendMs)
        expect(sendMs).toBeLessThan(takeoverMs)
      }),
    )
  })

  it('nothing is sent before a renewal was confirmed', () => {
    expect(maySend(null, { wallMs: 0, monotonicMs: 0 }, timing)).toBe(false)
  })

  it('both clocks must say so: asleep the monotonic one stands still, and the other may be set', () => {
    fc.assert(
      fc.property(moment, moment, (confirmed, now) => {
        const ages = [now.wallMs - confirmed.wallMs, now.monotonicMs - confirmed.monotonicMs]
        expect(maySend(confirmed, now, timing)).toBe(ages.every((age) => age >= 0 && age < timing.sendMs))
      }),
    )
    expect(maySend({ wallMs: 0, monotonicMs: 0 }, { wallMs: 60_000, monotonicMs: 10 }, timing)).toBe(false)
    expect(maySend({ wallMs: 0, monotonicMs: 0 }, { wallMs: 10, monotonicMs: 60_000 }, timing)).toBe(false)
    expect(maySend({ wallMs: 0, monotonicMs: 0 }, { wallMs: -5000, monotonicMs: 10 }, timing)).toBe(false)
  })

  it('a holder whose clock runs up to a third slower than the database’s stops before it is taken over', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60_000 }),
        fc.double({ min: 0.67, max: 2, noNaN: true }),
        (database, rate) => {
          const now = { wallMs: database * rate, monotonicMs: database * rate }
          if (database > timing.takeoverMs) expect(maySend({ wallMs: 0, monotonicMs: 0 }, now, timing)).toBe(false)
        },
      ),
    )
  })
})
