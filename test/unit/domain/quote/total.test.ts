import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { knownQuote, pricelessQuote, type Quote } from '../../../../src/domain/quote/quote.ts'
import { totalOf } from '../../../../src/domain/quote/total.ts'
import { t0 } from '../../../support/receipts.ts'

const known = (credits: number, atMs = t0): Quote =>
  knownQuote(credits, [{ label: 'Model', amount: String(credits), credits }], atMs)
const priceless = (price: 'unknown' | 'unavailable', atMs = t0): Quote => pricelessQuote(price, 'Model', atMs)

describe('the total of several requests', () => {
  it('is the sum, as old as its oldest price, with equal lines drawn together', () => {
    expect(totalOf([known(8, t0 + 5), known(8), known(2)])).toEqual({
      price: 'known',
      credits: 18,
      lines: [
        { label: 'Model', amount: '2 × 8', credits: 16 },
        { label: 'Model', amount: '2', credits: 2 },
      ],
      pricesReadAtMs: t0,
    })
  })

  it('is unavailable when one has no price, and unknown when one cannot be read (O71)', () => {
    expect(totalOf([known(8), priceless('unknown')])).toMatchObject({ price: 'unknown', credits: null })
    expect(totalOf([known(8), priceless('unknown'), priceless('unavailable')])).toMatchObject({
      price: 'unavailable',
      credits: null,
    })
    expect(totalOf([priceless('unknown'), known(8)])).toMatchObject({ price: 'unknown', credits: null })
  })

  it('of nothing is no price, read at no time, and can be stored (O71)', () => {
    expect(totalOf([])).toEqual({ price: 'unavailable', credits: null, lines: [], pricesReadAtMs: 0 })
  })

  it('without a price is as old as its oldest price too', () => {
    for (const price of ['unknown', 'unavailable'] as const)
      expect(totalOf([priceless(price, t0 + 9), known(8, t0 + 5)]).pricesReadAtMs).toBe(t0 + 5)
  })

  it('keeps free lines free and missing prices missing, however many share them (O71)', () => {
    const withReference = knownQuote(
      8,
      [
        { label: 'Model', amount: '8', credits: 8 },
        { label: 'References, 1', amount: 'free', credits: 0 },
        { label: 'At least billed for 5 s', amount: '9 s', credits: null },
      ],
      t0,
    )
    expect(totalOf([withReference, withReference]).lines).toEqual([
      { label: 'Model', amount: '2 × 8', credits: 16 },
      { label: 'References, 1', amount: 'free', credits: 0 },
      { label: 'At least billed for 5 s', amount: '9 s', credits: null },
    ])
    expect(totalOf([priceless('unknown'), priceless('unknown')]).lines).toEqual([
      { label: 'Model', amount: 'not known yet', credits: null },
    ])
  })

  it('of fractions has no dust of binary fractions', () => {
    const quotes = [known(0.1), known(0.2), known(0.2), known(0.2)]
    expect(totalOf(quotes).credits).toBe(0.7)
    expect(totalOf(quotes).lines.at(-1)?.credits).toBe(0.6)
  })

  it('never counts a missing price as 0, and its lines add up to it', () => {
    const quotes = fc.array(
      fc.oneof(
        fc.nat({ max: 30 }).map((c) => known(c)),
        fc.constantFrom(priceless('unknown'), priceless('unavailable')),
      ),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(quotes, (list) => {
        const total = totalOf(list)
        if (list.length === 0 || list.some((q) => q.credits === null)) {
          expect(total.credits).toBeNull()
          return
        }
        expect(total.credits).toBe(list.reduce((sum, q) => sum + (q.credits ?? Number.NaN), 0))
        expect(total.lines.reduce((sum, l) => sum + (l.credits ?? Number.NaN), 0)).toBe(total.credits)
      }),
    )
  })
})
