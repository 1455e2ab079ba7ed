import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leaseTiming, type Moment, maySend } from '../../../../src/domain/studio/lease.ts'

const timing = leaseTiming(1)
const instant = fc.integer({ min: -100_000, max: 100_000 })
const moment = fc.record({ wallMs: instant, monotonicMs: instant, uptimeMs: instant })
/** After some time by each clock. */
const after = (wallMs: number, monotonicMs: number, uptimeMs = Math.max(wallMs, monotonicMs)): Moment => ({
  wallMs,
  monotonicMs,
  uptimeMs,
})
const before = after(0, 0)

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
    expect(maySend(null, before, timing)).toBe(false)
  })

  it('all clocks must say so: asleep the monotonic one stands still, and the other may be set', () => {
    fc.assert(
      fc.property(moment, moment, (confirmed, now) => {
        const ages = [now.wallMs - confirmed.wallMs, now.monotonicMs - confirmed.monotonicMs]
        const isYoung = ages.every((age) => age >= 0 && age < timing.sendMs)
        const up = now.uptimeMs - confirmed.uptimeMs
        if (up <= timing.sendMs) expect(maySend(confirmed, now, timing)).toBe(isYoung)
        if (up >= timing.takeoverMs - 3000) expect(maySend(confirmed, now, timing)).toBe(false)
      }),
    )
    expect(maySend(before, after(60_000, 10), timing)).toBe(false)
    expect(maySend(before, after(10, 60_000), timing)).toBe(false)
    expect(maySend(before, after(-5000, 10), timing)).toBe(false)
  })

  it('a sleep for which the wall clock was set back is seen by the time since the computer was started (I3)', () => {
    expect(maySend(before, after(3000, 3000, 15_000), timing)).toBe(false)
    // A clock of whole seconds may have gone on by one the moment before.
    expect(maySend(before, after(9999, 9999, 10_999), timing)).toBe(true)
  })

  it('a holder whose clock runs up to a third slower than the database’s stops before it is taken over', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60_000 }),
        fc.double({ min: 0.67, max: 2, noNaN: true }),
        (database, rate) => {
          const now = after(database * rate, database * rate)
          if (database > timing.takeoverMs) expect(maySend(before, now, timing)).toBe(false)
        },
      ),
    )
  })
})
