import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { capDayMs, capRefusal, capSentence, type Holding, holdingOf, sumsOf } from '../../../../src/domain/quote/cap.ts'
import { type Receipt, receipt as receiptSchema } from '../../../../src/domain/request/receipt.ts'
import { everyStepOfLives } from '../../../support/random-events.ts'
import { bodyOf, hour, jobOf, receiptOf, running, t0, uncertain } from '../../../support/receipts.ts'

const unknownQuote = { price: 'unknown' as const, credits: null, lines: [], pricesReadAtMs: t0 }

describe('what a receipt holds of a cap', () => {
  it.each<[string, Receipt, Omit<Holding, 'atMs'>]>([
    ['approved and not sent', receiptOf(), { kind: 'waiting', credits: 8 }],
    ['at a price not known', receiptOf({ quote: unknownQuote }), { kind: 'waiting', credits: null }],
    ['with a lost answer', uncertain(), { kind: 'inFlight', credits: 8 }],
    [
      'sent, then before a person',
      receiptOf({ phase: 'needs-decision', body: bodyOf() }),
      { kind: 'inFlight', credits: 8 },
    ],
    ['before a person, never sent', receiptOf({ phase: 'needs-decision' }), { kind: 'waiting', credits: 8 }],
    ['charged more than quoted', running([jobOf()], { creditsUsed: 11 }), { kind: 'spent', credits: 11 }],
    ['accepted without a sum', running([jobOf()], { creditsUsed: null }), { kind: 'spent', credits: 8 }],
    ['refunded as a whole', running([jobOf()], { creditsStatus: 'refunded' }), { kind: 'spent', credits: 0 }],
    [
      'refunded in part',
      running([jobOf({ creditsUsed: 3, creditsStatus: 'refunded' }), jobOf({ generationId: 'b' })], { creditsUsed: 8 }),
      { kind: 'spent', credits: 5 },
    ],
    ['failed, and no word of a refund', running([jobOf()], { phase: 'failed' }), { kind: 'spent', credits: 8 }],
    ['left without a word from the service', uncertain({ phase: 'failed' }), { kind: 'spent', credits: 8 }],
    ['refused', receiptOf({ phase: 'rejected' }), { kind: 'nothing', credits: 0 }],
    ['taken out', receiptOf({ phase: 'cancelled' }), { kind: 'nothing', credits: 0 }],
  ])('%s (O2, O134)', (_, receipt, held) => {
    expect(holdingOf(receipt)).toMatchObject(held)
  })

  it('is never less than what was told to be charged and not refunded, in any life (O2, O134, I6)', () => {
    everyStepOfLives((_, { receipt }) => {
      const held = holdingOf(receipt)
      expect(receiptSchema.parse(receipt)).toBeTruthy()
      if (receipt.acceptedAtMs === null) return
      expect(held.kind).toBe('spent')
      const isRefunded =
        receipt.creditsStatus === 'refunded' || receipt.jobs.some((job) => job.creditsStatus === 'refunded')
      if (!isRefunded) expect(held.credits).toBe(receipt.creditsUsed ?? receipt.quote.credits)
    }, 1000)
  })

  it('is something in every life while the order may stand at the service (I5)', () => {
    everyStepOfLives((_, { receipt }) => {
      const { kind } = holdingOf(receipt)
      if (['ready', 'uncertain', 'running'].includes(receipt.phase)) expect(['inFlight', 'spent']).toContain(kind)
      if (receipt.decision?.mayHaveCharged && receipt.body !== null) expect(kind).not.toBe('nothing')
    }, 1000)
  })
})

describe('the sums of a day', () => {
  const spent = (credits: number | null, atMs: number): Holding => ({ kind: 'spent', credits, atMs })

  it('forget what was charged more than 24 hours ago, and nothing else (A24)', () => {
    const holdings: Holding[] = [spent(1, t0 - capDayMs - 1), spent(2, t0 - capDayMs), spent(4, t0)]
    const old = { kind: 'waiting' as const, credits: 8, atMs: t0 - 400 * hour }
    expect(sumsOf([...holdings, old], t0)).toEqual({ spent: 6, inFlight: 0, waiting: 8 })
  })

  it('count what is dated later than now: clocks are set back', () => {
    expect(sumsOf([spent(5, t0 + 30 * capDayMs)], t0).spent).toBe(5)
  })

  it('are not known where one part is not', () => {
    expect(sumsOf([spent(5, t0), spent(null, t0)], t0)).toEqual({ spent: null, inFlight: 0, waiting: 0 })
  })
})

const cents = fc.nat({ max: 5000 }).map((n) => n / 100)
const maybe = fc.option(cents, { nil: null, freq: 8 })

describe('a cap', () => {
  it('is never passed, and never refuses what fits: to the cent, whatever is spent and reserved', () => {
    fc.assert(
      fc.property(cents, maybe, maybe, maybe, (cap, spent, reserved, credits) => {
        const refusal = capRefusal('day', cap, { spent, reserved }, credits)
        const isKnown = spent !== null && reserved !== null && credits !== null
        // In whole cents, where a sum has no dust.
        const whole = [spent, reserved, credits].reduce<number>((sum, one) => sum + Math.round((one ?? 0) * 100), 0)
        expect(refusal === null).toBe(isKnown && whole <= Math.round(cap * 100))
      }),
      { numRuns: 5000 },
    )
  })

  it('holds for orders that are taken one after the other', () => {
    fc.assert(
      fc.property(cents, fc.array(cents, { maxLength: 40 }), (cap, orders) => {
        let taken = 0
        for (const credits of orders)
          if (capRefusal('day', cap, { spent: 0, reserved: taken / 100 }, credits) === null)
            taken += Math.round(credits * 100)
        expect(taken).toBeLessThanOrEqual(Math.round(cap * 100))
      }),
    )
  })

  it.each([null, Number.NaN, Number.POSITIVE_INFINITY, -1])('never lets a price of %s through (O71)', (credits) => {
    expect(capRefusal('day', 1e9, { spent: 0, reserved: 0 }, credits)).not.toBeNull()
    expect(capRefusal('day', 1e9, { spent: credits, reserved: 0 }, 1)).not.toBeNull()
    expect(capRefusal('day', 1e9, { spent: 0, reserved: credits }, 1)).not.toBeNull()
  })

  it('that is none refuses nothing', () => {
    expect(capRefusal('day', null, { spent: null, reserved: 1e9 }, null)).toBeNull()
  })

  it('says the cap, what is spent, what is reserved and what is left', () => {
    const refusal = capRefusal('day', 100, { spent: 60, reserved: 20 }, 30)
    expect(refusal && capSentence(refusal)).toBe(
      'It costs 30 credits, and your limit is 100 credits in 24 hours: 60 spent, 20 reserved for other orders, so 20 are left.',
    )
    const unknown = capRefusal('batch', 10, { spent: null, reserved: 0 }, null)
    expect(unknown && capSentence(unknown)).toBe(
      'Its price is not known, and your limit is 10 credits per order: an amount not known yet spent, 0 reserved for other orders, so what is left cannot be told.',
    )
  })
})
