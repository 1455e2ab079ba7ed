import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partsByModel } from '../../../../src/domain/quote/by-model.ts'
import { knownQuote, pricelessQuote, type Quote } from '../../../../src/domain/quote/quote.ts'
import { tidy } from '../../../../src/domain/quote/tidy.ts'
import { totalOf } from '../../../../src/domain/quote/total.ts'
import { t0 } from '../../../support/receipts.ts'

interface Asked {
  modelId: string
  name: string
  quote: Quote
}

const priced = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 4000 }).map((hundredths) => tidy(hundredths / 100)) },
  { weight: 1, arbitrary: fc.constantFrom('unknown' as const, 'unavailable' as const) },
)
const requests = fc
  .array(fc.record({ model: fc.integer({ min: 0, max: 4 }), price: priced }), { maxLength: 40 })
  .map((list) =>
    list.map(({ model, price }): Asked => {
      const name = `Model ${model}`
      const quote =
        typeof price === 'number'
          ? knownQuote(price, [{ label: name, amount: String(price), credits: price }], t0)
          : pricelessQuote(price, name, t0)
      return { modelId: `m${model}`, name, quote }
    }),
  )

const sum = (figures: (number | null)[]): number => tidy(figures.reduce<number>((all, each) => all + (each ?? 0), 0))

describe('an order over several models', () => {
  it('comes to the sum of its models, each of them the sum of its own requests', () => {
    fc.assert(
      fc.property(requests, (asked) => {
        const parts = partsByModel(asked)
        const total = totalOf(asked.map(({ quote }) => quote))
        expect(parts.reduce((all, each) => all + each.requests, 0)).toBe(asked.length)
        if (total.credits !== null) expect(sum(parts.map(({ credits }) => credits))).toBe(total.credits)
        for (const part of parts) {
          const own = asked.filter(({ modelId }) => modelId === part.modelId)
          if (part.price === 'known') expect(part.credits).toBe(sum(own.map(({ quote }) => quote.credits)))
        }
      }),
    )
  })

  it('has a price only where each of its models has one, and the model without one says so (O71)', () => {
    fc.assert(
      fc.property(requests, (asked) => {
        const parts = partsByModel(asked)
        const { price } = totalOf(asked.map(({ quote }) => quote))
        const worst = (['unavailable', 'unknown'] as const).find((kind) => parts.some((part) => part.price === kind))
        if (asked.length > 0) expect(price).toBe(worst ?? 'known')
        for (const { price: own, credits } of parts) expect(credits === null).toBe(own !== 'known')
      }),
    )
  })

  it('names its models in the order in which they were chosen, each once', () => {
    fc.assert(
      fc.property(requests, (asked) => {
        expect(partsByModel(asked).map(({ modelId }) => modelId)).toEqual([
          ...new Set(asked.map(({ modelId }) => modelId)),
        ])
      }),
    )
  })
})
