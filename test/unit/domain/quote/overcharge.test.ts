import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pricedByCharge } from '../../../../src/domain/quote/overcharge.ts'
import { knownQuote, pricelessQuote } from '../../../../src/domain/quote/quote.ts'

const credits = fc.double({ min: 0, max: 1e9, noNaN: true })
const shown = (price: number) => knownQuote(price, [{ label: 'Cutout', amount: String(price), credits: price }], 7)

describe('a price by what was charged for its like', () => {
  it('is never below what the list shows, and of the same age (M2)', () => {
    fc.assert(
      fc.property(credits, fc.option(credits), credits, (price, listed, charged) => {
        const now = pricedByCharge(shown(price), listed, charged)
        expect(now.credits).toBeGreaterThanOrEqual(price)
        expect(now.pricesReadAtMs).toBe(7)
      }),
    )
  })

  it('is the charge itself where the list shows the same for both (M2)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 1e6 }), (listed, more) => {
        expect(pricedByCharge(shown(listed), listed, listed + more).credits).toBe(listed + more)
      }),
    )
  })

  it('is in proportion to the charge, rounded up; of what was free the charge (M2)', () => {
    expect(pricedByCharge(shown(10), 5, 7)).toMatchObject({ credits: 14, price: 'known' })
    expect(pricedByCharge(shown(3), 5, 7).credits).toBe(5)
    expect(pricedByCharge(shown(0), 0, 7).credits).toBe(7)
  })

  it('is left as it is where the list has caught up, or shows nothing (M2)', () => {
    expect(pricedByCharge(shown(50), 50, 50)).toEqual(shown(50))
    expect(pricedByCharge(shown(5), null, 50)).toEqual(shown(5))
    const priceless = pricelessQuote('unavailable', 'Cutout', 7)
    expect(pricedByCharge(priceless, 5, 50)).toEqual(priceless)
  })
})
