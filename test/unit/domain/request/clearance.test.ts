import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Quote } from '../../../../src/domain/quote/quote.ts'
import { clearanceOf, type Departure } from '../../../../src/domain/request/clearance.ts'
import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import { hour, minute, ready, receiptOf, second, t0, timing } from '../../../support/receipts.ts'

const priceOf = (credits: number | null, ageMs = 0): NonNullable<Departure['price']> => {
  const quote: Quote = { price: credits === null ? 'unavailable' : 'known', credits, lines: [], pricesReadAtMs: t0 }
  return { quote, ageMs }
}

/** All as it should be: the order was accepted at 8, and costs 8 by a list that was read just now. */
const fine: Departure = {
  isDriven: true,
  isHeld: false,
  isFromBefore: false,
  wordAgeMs: null,
  price: priceOf(8),
  askedForPriceMs: null,
  goesOnForMs: null,
  overchargedForMs: null,
  capRefusal: null,
}
const said = (changes: Partial<Departure>, receipt: Receipt = ready()) =>
  clearanceOf(receipt, { ...fine, ...changes }, timing)
const sent = ready({ sentTimes: 1, firstSentAtMs: t0 })

describe('whether a paid request may leave', () => {
  it('it may where all of it was looked at a moment ago (I10)', () => {
    expect(said({})).toEqual({ do: 'go' })
    expect(said({ wordAgeMs: minute }, sent)).toEqual({ do: 'go' })
    expect(said({ price: priceOf(5, 30 * second) })).toEqual({ do: 'go' })
  })

  it.each([
    ['never in this run', null],
    ['22 minutes ago', 22 * minute],
    ['a little more than a minute ago', minute + 1],
    ['in a future that a clock made up', -1],
  ])('what was sent before is looked up first where the service spoke of it %s (M1, A6, I10)', (_, wordAgeMs) => {
    expect(said({ wordAgeMs }, sent)).toEqual({ do: 'look' })
  })

  it('what was approved before this program began is looked up before its first send (M7)', () => {
    expect(said({ isFromBefore: true })).toEqual({ do: 'look' })
    expect(said({ isFromBefore: true, wordAgeMs: second })).toEqual({ do: 'go' })
    expect(clearanceOf(receiptOf(), { ...fine, isFromBefore: true }, timing, false)).toEqual({ do: 'go' })
  })

  it('nothing that was read before the service charged more than it had shown is a price (M2, I10)', () => {
    const news = { overchargedForMs: 2 * second }
    expect(said({ ...news, price: priceOf(8, 3 * second) })).toEqual({ do: 'readPrice' })
    expect(said({ ...news, price: priceOf(8, 3 * second), askedForPriceMs: second })).toEqual({ do: 'delay' })
    expect(said({ ...news, price: priceOf(8, second) })).toEqual({ do: 'go' })
    expect(said({ ...news, price: priceOf(80, second) })).toEqual({ do: 'askPrice', credits: 80 })
    // Long ago it asks for no more than any price does.
    expect(said({ overchargedForMs: hour, price: priceOf(8, 31 * second) })).toEqual({ do: 'readPrice' })
    expect(said({ overchargedForMs: hour, price: priceOf(8, 30 * second) })).toEqual({ do: 'go' })
  })

  it('what was planned before a pause or a start is priced again, however young its price is (M1, I10)', () => {
    const paused = { goesOnForMs: 2 * second }
    expect(said({ ...paused, price: priceOf(8, 10 * second) })).toEqual({ do: 'readPrice' })
    expect(said({ ...paused, price: priceOf(8, second) })).toEqual({ do: 'go' })
    // Asked for in vain since then: paid by what is known, for five minutes.
    expect(said({ ...paused, price: priceOf(8, 10 * second), askedForPriceMs: second })).toEqual({ do: 'go' })
    expect(said({ goesOnForMs: hour, price: priceOf(8, 31 * second) })).toEqual({ do: 'readPrice' })
  })

  it('under a ceiling that a person named nothing is paid by a price that cannot be read again (M2, M12)', () => {
    const { consent } = ready()
    const held = ready({ consent: { ...consent, ceilingCredits: 9 } })
    const unread = { price: priceOf(8, 45 * second), askedForPriceMs: second }
    expect(said(unread)).toEqual({ do: 'go' })
    expect(said(unread, held)).toEqual({ do: 'delay' })
    expect(said({ price: priceOf(8, second) }, held)).toEqual({ do: 'go' })
  })

  it.each([sent, ready()])('its price is read again where that is older than 30 seconds (M1, M2, I10)', (receipt) => {
    const old = { wordAgeMs: 0, price: priceOf(8, 30 * second + 1) }
    expect(said(old, receipt)).toEqual({ do: 'readPrice' })
    // Asked for in vain just now: paid by what is known, for five minutes.
    expect(said({ ...old, askedForPriceMs: second }, receipt)).toEqual({ do: 'go' })
    expect(said({ ...old, askedForPriceMs: minute }, receipt)).toEqual({ do: 'readPrice' })
    const tooOld = { wordAgeMs: 0, price: priceOf(8, 5 * minute + 1), askedForPriceMs: 0 }
    expect(said(tooOld, receipt)).toEqual({ do: 'delay' })
    expect(said({ ...tooOld, price: null }, receipt)).toEqual({ do: 'delay' })
    expect(said({ ...tooOld, price: priceOf(8, -hour) }, receipt)).toEqual({ do: 'delay' })
  })

  it.each([sent, ready()])(
    'a price that rose, or is gone, is asked about, whatever was sent before (M1, O71)',
    (receipt) => {
      expect(said({ wordAgeMs: 0, price: priceOf(24) }, receipt)).toEqual({ do: 'askPrice', credits: 24 })
      expect(said({ wordAgeMs: 0, price: priceOf(null) }, receipt)).toEqual({ do: 'askPrice', credits: null })
    },
  )

  it('a ceiling that the person named is never passed, whatever was quoted (M12)', () => {
    const capped = (ceilingCredits: number) => ready({ consent: { ...ready().consent, ceilingCredits } })
    expect(said({ price: priceOf(8) }, capped(8))).toEqual({ do: 'go' })
    expect(said({ price: priceOf(8) }, capped(7))).toEqual({ do: 'askPrice', credits: 8 })
    const unseen = {
      ...capped(10),
      quote: { price: 'unknown' as const, credits: null, lines: [], pricesReadAtMs: t0 },
      order: { kind: 'skill' as const, skill: 'a', fields: { confirmedCredits: 10 }, pictures: [] },
    }
    const unknown = { quote: unseen.quote, ageMs: 0 }
    expect(said({ price: unknown }, unseen)).toEqual({ do: 'go' })
    expect(said({ price: priceOf(11) }, unseen)).toEqual({ do: 'askPrice', credits: 11 })
    expect(said({ price: unknown }, { ...unseen, order: ready().order })).toEqual({ do: 'askPrice', credits: null })
    expect(said({ price: null, askedForPriceMs: 0 }, unseen)).toEqual({ do: 'go' })
    expect(said({ price: null, askedForPriceMs: 0 }, { ...unseen, order: ready().order })).toEqual({ do: 'delay' })
  })

  it('a pause, a cap and another driver hold it, whatever else is true (M1, I3)', () => {
    const refusal = { which: 'day' as const, cap: 5, spent: 0, reserved: 0, left: 5, credits: 8 }
    expect(said({ isHeld: true })).toEqual({ do: 'wait' })
    expect(said({ isDriven: false })).toEqual({ do: 'drop' })
    expect(said({ capRefusal: refusal })).toEqual({ do: 'askCap', refusal })
  })

  it('whatever is known, nothing leaves on an old word or an old or higher price (I10)', () => {
    const age = fc.option(fc.integer({ min: -hour, max: 2 * hour }), { nil: null })
    const credits = fc.option(fc.nat({ max: 40 }), { nil: null })
    fc.assert(
      fc.property(
        fc.record({ word: age, asked: age, priceAge: age, credits, isFromBefore: fc.boolean(), isSent: fc.boolean() }),
        ({ word, asked, priceAge, credits, isFromBefore, isSent }) => {
          const receipt = isSent ? sent : ready()
          const price = priceAge === null ? null : priceOf(credits, priceAge)
          const clearance = said({ isFromBefore, wordAgeMs: word, price, askedForPriceMs: asked }, receipt)
          if (clearance.do !== 'go') return
          if (isSent || isFromBefore) expect(word !== null && word >= 0 && word <= minute).toBe(true)
          expect(priceAge !== null && priceAge >= 0 && priceAge <= 5 * minute).toBe(true)
          expect(credits !== null && credits <= 8).toBe(true)
        },
      ),
      { numRuns: 3000 },
    )
  })
})
