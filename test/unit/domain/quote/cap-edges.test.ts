import { describe, expect, it } from 'vitest'
import {
  capDayMs,
  capRefusal,
  capSentence,
  caps,
  type Holding,
  holdingOf,
  sumsOf,
} from '../../../../src/domain/quote/cap.ts'
import { jobOf, ready, receiptOf, running, second, t0, uncertain } from '../../../support/receipts.ts'

const unquoted = { price: 'unknown' as const, credits: null, lines: [], pricesReadAtMs: t0 }

describe('what a receipt holds of a cap', () => {
  it('is a charge that was named, also where no acceptance was (O2)', () => {
    const named = receiptOf({ phase: 'rejected', creditsUsed: 3, updatedAtMs: t0 + second })
    expect(holdingOf(named)).toEqual({ kind: 'spent', credits: 3, atMs: t0 + second })
  })

  it('is dated by the acceptance, else by the approval, or by the moment it was left', () => {
    const late = { updatedAtMs: t0 + second }
    for (const creditsUsed of [8, null]) expect(holdingOf(running([jobOf()], { ...late, creditsUsed })).atMs).toBe(t0)
    expect(holdingOf(uncertain(late)).atMs).toBe(t0)
    expect(holdingOf(uncertain({ ...late, phase: 'failed' })).atMs).toBe(t0 + second)
    for (const phase of ['approved', 'needs-decision', 'cancelled'] as const)
      expect(holdingOf(receiptOf({ ...late, phase })).atMs).toBe(t0)
  })

  it('is not known where neither a charge nor a price is (O71)', () => {
    expect(holdingOf(running([jobOf()], { creditsUsed: null, quote: unquoted })).credits).toBeNull()
  })

  it('is nothing once each of its jobs is refunded, and never less than nothing (O134)', () => {
    const refunded = { creditsStatus: 'refunded', creditsUsed: 6 }
    const other = jobOf({ generationId: 'b', creditsUsed: null })
    expect(holdingOf(running([jobOf(refunded), { ...other, ...refunded }], { creditsUsed: 12 })).credits).toBe(0)
    expect(holdingOf(running([jobOf(refunded), other], { creditsUsed: 4 })).credits).toBe(0)
    expect(holdingOf(running([jobOf({ ...refunded, creditsUsed: null }), other])).credits).toBe(8)
    expect(holdingOf(running([], { creditsUsed: 4 })).credits).toBe(4)
    expect(holdingOf(running([jobOf({ ...refunded, creditsUsed: null })])).credits).toBe(0)
  })

  it('is in flight from the moment that it may have been sent (I1)', () => {
    for (const receipt of [ready(), uncertain()])
      expect(holdingOf(receipt)).toMatchObject({ kind: 'inFlight', credits: 8 })
  })
})

describe('the sums of a day', () => {
  it('keep what is spent, in flight and waiting apart, without the dust of fractions', () => {
    const of = (kind: Holding['kind'], credits: number | null): Holding => ({ kind, credits, atMs: t0 - capDayMs })
    const all = [of('spent', 0.1), of('spent', 0.2), of('inFlight', 2), of('waiting', null), of('nothing', null)]
    expect(sumsOf(all, t0)).toEqual({ spent: 0.3, inFlight: 2, waiting: null })
    expect(sumsOf([of('waiting', null), of('waiting', 3)], t0).waiting).toBeNull()
  })

  it('reach back a day of 24 hours', () => {
    expect(capDayMs).toBe(86_400_000)
  })
})

describe('a cap', () => {
  it('may be filled to the last credit', () => {
    expect(capRefusal('day', 10, { spent: 1, reserved: 1 }, 8)).toBeNull()
  })

  it('is kept for the day and for a batch', () => {
    expect(caps.parse({ day: 5, batch: null })).toEqual({ day: 5, batch: null })
    expect(caps.safeParse({ day: -1, batch: null }).success).toBe(false)
  })
})

describe('a refusal', () => {
  it('tells what is left, which is never less than nothing and not known where a part is not', () => {
    const refusal = { which: 'day', cap: 10, credits: 8 }
    expect(capRefusal('day', 10, { spent: 4, reserved: 2 }, 8)).toEqual({ ...refusal, spent: 4, reserved: 2, left: 4 })
    expect(capRefusal('day', 10, { spent: 40, reserved: 2 }, 8)?.left).toBe(0)
    expect(capRefusal('day', 10, { spent: 4, reserved: null }, 8)?.left).toBeNull()
  })

  it('counts one credit as one', () => {
    const refusal = capRefusal('batch', 1, { spent: 0, reserved: 0 }, 2)
    expect(refusal && capSentence(refusal)).toBe(
      'It costs 2 credits, and your limit is 1 credit per order: 0 spent, 0 reserved for other orders, so 1 is left.',
    )
  })
})
