import { describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/domain/json.ts'
import { generationQuote } from '../../../../src/domain/quote/generation-quote.ts'
import { quote as quoteSchema } from '../../../../src/domain/quote/quote.ts'
import { modelOf } from '../../../support/catalogue.ts'
import { t0 } from '../../../support/receipts.ts'

const quoteOf = (nominalCredits: number | null, fields: Record<string, Json> = {}, references = 0) =>
  generationQuote(modelOf({ nominalCredits }), fields, references, t0)

describe('the quote of an image generation', () => {
  it('is the model’s price with its line, and says when the price was read (O2)', () => {
    expect(quoteOf(8, { resolution: '2K', quality: 'high' })).toEqual({
      price: 'known',
      credits: 8,
      lines: [{ label: 'Model, 2K, high', amount: '8', credits: 8 }],
      pricesReadAtMs: t0,
    })
  })

  it('shows references as a free line', () => {
    const { credits, lines } = quoteOf(8, {}, 2)
    expect(credits).toBe(8)
    expect(lines.at(-1)).toEqual({ label: 'References, 2', amount: 'free', credits: 0 })
  })

  it('may be 0 or a fraction where the service says so', () => {
    expect(quoteOf(0)).toMatchObject({ price: 'known', credits: 0 })
    expect(quoteOf(2.5)).toMatchObject({ price: 'known', credits: 2.5 })
  })

  it('without a price is unavailable, never 0 (O71)', () => {
    expect(quoteOf(null)).toMatchObject({ price: 'unavailable', credits: null })
    expect(quoteOf(null).lines).toEqual([{ label: 'Model', amount: 'no price', credits: null }])
  })

  it.each([-4, -0.1, Number.NaN, Number.POSITIVE_INFINITY])('of %d is a price that cannot be read (O71)', (credits) => {
    expect(quoteOf(credits)).toMatchObject({ price: 'unknown', credits: null })
    expect(quoteSchema.safeParse(quoteOf(credits)).success).toBe(true)
  })

  it('says in its line that it cannot be read', () => {
    expect(quoteOf(-4).lines).toEqual([{ label: 'Model', amount: 'not known yet', credits: null }])
  })

  it('is stored with its lines, and not without them', () => {
    expect(quoteSchema.parse(quoteOf(8, {}, 1))).toEqual(quoteOf(8, {}, 1))
    expect(quoteSchema.safeParse({ ...quoteOf(8), lines: [{ credits: 8 }] }).success).toBe(false)
  })

  it('does not look at the prices of videos (O45)', () => {
    const odd = modelOf({ extra: { pricingPerSec: 3, pricingPerCall: { '4': 1 } } })
    expect(generationQuote(odd, {}, 0, t0)).toMatchObject({ price: 'known', credits: 8 })
  })
})
