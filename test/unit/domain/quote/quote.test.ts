import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generationQuote } from '../../../../src/domain/quote/generation-quote.ts'
import { knownQuote, pricelessQuote, type Quote, quote as quoteSchema } from '../../../../src/domain/quote/quote.ts'
import { skillQuote } from '../../../../src/domain/quote/skill-quote.ts'
import { totalOf } from '../../../../src/domain/quote/total.ts'
import { modelOf, skillOf } from '../../../support/catalogue.ts'
import { t0 } from '../../../support/receipts.ts'

const line = (credits: number | null) => [{ label: 'Model', amount: String(credits ?? 'no price'), credits }]
const known = (credits: number, atMs = t0): Quote => knownQuote(credits, line(credits), atMs)
const priceless = (price: 'unknown' | 'unavailable'): Quote => pricelessQuote(price, line(null), t0)

describe('the quote of an image generation', () => {
  it('is the model’s price with its line, and says when the price was read (O2)', () => {
    const quote = generationQuote(modelOf(), { resolution: '2K' }, 0, t0)
    expect(quote).toEqual({
      price: 'known',
      credits: 8,
      lines: [{ label: 'Model, 2K', amount: '8', credits: 8 }],
      pricesReadAtMs: t0,
    })
  })

  it('shows references as free lines', () => {
    const quote = generationQuote(modelOf(), {}, 2, t0)
    expect(quote.credits).toBe(8)
    expect(quote.lines.at(-1)).toEqual({ label: 'References, 2', amount: 'free', credits: 0 })
  })

  it('without a price is unavailable, never 0 (O71)', () => {
    expect(generationQuote(modelOf({ nominalCredits: null }), {}, 0, t0)).toMatchObject({
      price: 'unavailable',
      credits: null,
    })
  })

  it('below zero is a price that cannot be read (O71)', () => {
    const quote = generationQuote(modelOf({ nominalCredits: -4 }), {}, 0, t0)
    expect(quote).toMatchObject({ price: 'unknown', credits: null })
    expect(quoteSchema.safeParse(quote).success).toBe(true)
  })

  it('is never a video’s nominal price (O44)', () => {
    expect(generationQuote(modelOf({ mediaType: 'video' }), {}, 0, t0)).toMatchObject({
      price: 'unknown',
      credits: null,
    })
  })
})

describe('the quote of a Skill', () => {
  it('fills in the schema’s defaults before it looks the price up (O70)', () => {
    const skill = skillOf({ pricing: { mode: { white: 4, smart: 6 } } })
    expect(skillQuote(skill, {}, 'A skill', t0).credits).toBe(6)
    expect(skillQuote(skill, { mode: 'white' }, 'A skill', t0).credits).toBe(4)
  })

  it('says unknown and unavailable apart (O71)', () => {
    expect(skillQuote(skillOf({ pricing: null }), {}, 's', t0)).toMatchObject({ price: 'unavailable', credits: null })
    expect(skillQuote(skillOf({ pricing: 'ask us' }), {}, 's', t0)).toMatchObject({ price: 'unknown', credits: null })
  })
})

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
    expect(totalOf([])).toMatchObject({ price: 'unavailable', credits: null })
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
