import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/domain/json.ts'
import type { PricedForm } from '../../../../src/domain/quote/price-words.ts'
import { unitPrice } from '../../../../src/domain/quote/walk-pricing.ts'

/** Every field takes one of a set of values, and the form names none that is not set. */
const anyForm: PricedForm = { isField: () => false, isChoice: () => true, offering: () => [] }

const priceOf = (pricing: Json | undefined, values: Record<string, Json> = {}) => {
  const found = unitPrice(pricing, values, anyForm)
  return found.price === 'known' ? found.credits : found.price
}

describe('a price in the catalogue (O70)', () => {
  it.each([
    ['a number', 6, {}, 6],
    ['one numeric member', { credits: 6 }, {}, 6],
    ['one numeric member under any name', { perImage: 6, currency: 'credits' }, {}, 6],
    ['free, said as 0', { credits: 0 }, {}, 0],
    ['keyed by a field and its value', { mode: { white: 4, smart: 6 } }, { mode: 'white' }, 4],
    [
      'keyed by a field and its value, with an empty place beside it',
      { mode: { smart: 5 }, base: null },
      { mode: 'smart' },
      5,
    ],
    ['keyed by the value itself', { white: 4, smart: 6 }, { mode: 'smart' }, 6],
    ['keyed by a number’s text', { '5': 20, '10': 40 }, { duration: 10 }, 40],
    [
      'a list of conditions',
      [
        { mode: 'white', credits: 4 },
        { mode: 'smart', credits: 6 },
      ],
      { mode: 'smart' },
      6,
    ],
    [
      'a condition on two fields',
      [
        { a: 1, b: 2, credits: 3 },
        { a: 1, b: 3, credits: 5 },
      ],
      { a: 1, b: 3 },
      5,
    ],
    [
      'nested field by field',
      { mode: { smart: { quality: { low: 5, high: 9 } } } },
      { mode: 'smart', quality: 'high' },
      9,
    ],
    ['nested under one member', { tiers: { smart: { credits: 7 } } }, { mode: 'smart' }, 7],
    ['nested under one member, with words beside it', { note: 'each', tiers: { credits: 7 } }, {}, 7],
    [
      'conditions under one member, with words beside them',
      { note: 'each', rows: [{ a: 1, credits: 7 }] },
      { a: 1 },
      7,
    ],
    ['conditions within values', { smart: [{ quality: 'low', credits: 5 }] }, { mode: 'smart', quality: 'low' }, 5],
  ] as [string, Json, Record<string, Json>, number][])('is found as %s', (_, pricing, values, credits) => {
    expect(priceOf(pricing, values)).toBe(credits)
  })

  it.each([
    ['is absent', undefined, {}],
    ['is null', null, {}],
    ['is an empty object', {}, {}],
    ['is an empty list', [], {}],
    ['is null where the values lead', { mode: { white: 4, smart: null } }, { mode: 'smart' }],
    ['has no entry where the values lead', { mode: { white: 4 } }, { mode: 'smart' }],
    ['has no entry for a value that every object has a member of', { mode: { white: 4 } }, { mode: 'constructor' }],
    ['is keyed by a word, and the value is a list with that word', { mode: { low: 4 } }, { mode: ['low'] }],
    ['is keyed by the word null, and the value is not set', { mode: { null: 4 } }, { mode: null }],
    ['is null in its one member', { credits: null }, {}],
    ['is null under the matching condition', [{ mode: 'smart', credits: null }], { mode: 'smart' }],
  ] as [string, Json | undefined, Record<string, Json>][])(
    'is unavailable, never free, where it %s (O71)',
    (_, p, v) => {
      expect(priceOf(p, v)).toBe('unavailable')
    },
  )

  it.each([
    ['two numbers without a word which holds', { low: 4, high: 6 }, {}],
    ['words', 'six credits', {}],
    ['yes or no', true, {}],
    ['a negative number', -3, {}],
    ['a base and something beside it', { credits: 4, quality: { low: 0, high: 3 } }, { quality: 'low' }],
    ['a base and a surcharge of the same size', { credits: 4, quality: { low: 4 } }, { quality: 'low' }],
    [
      'two fields that each lead to a number',
      { mode: { smart: 5 }, quality: { low: 5 } },
      { mode: 'smart', quality: 'low' },
    ],
    [
      'two matching conditions',
      [
        { mode: 'smart', credits: 4 },
        { quality: 'low', credits: 6 },
      ],
      { mode: 'smart', quality: 'low' },
    ],
    ['conditions of which none matches', [{ mode: 'white', credits: 4 }], { mode: 'smart' }],
    ['a list of bare numbers', [4, 6], {}],
    ['two numbers, and a table beside them', { setup: 2, each: 4, extra: { credits: 5 } }, {}],
    ['two tables and nothing that says which holds', { a: { credits: 5 }, b: { credits: 6 } }, {}],
    ['words keyed by a value, and the field is a list with it', { low: 5, high: 9 }, { tags: ['low'] }],
    ['words only', { note: 'ask us' }, {}],
    ['words where a price should be', { mode: { smart: 'ask us' } }, { mode: 'smart' }],
    ['numbers beyond all numbers', { credits: Number.POSITIVE_INFINITY }, {}],
    [
      'a number for one field and no entry for the other',
      { mode: { smart: 4 }, quality: { low: 5 } },
      { mode: 'smart', quality: 'high' },
    ],
    [
      'a number for one field and an empty table for the other',
      { mode: { smart: 4 }, quality: { low: {} } },
      { mode: 'smart', quality: 'low' },
    ],
    [
      'a number for one field and something else for the other',
      { mode: { smart: 4 }, quality: { low: 'ask us' } },
      { mode: 'smart', quality: 'low' },
    ],
    [
      'a number for one field and, for the other, conditions of which none matches',
      { mode: { smart: 4 }, quality: { low: [{ mode: 'white', credits: 1 }] } },
      { mode: 'smart', quality: 'low' },
    ],
    ['a number and a missing price', { mode: { smart: 4 }, quality: { low: null } }, { mode: 'smart', quality: 'low' }],
  ] as [string, Json, Record<string, Json>][])('is unknown where there are %s', (_, pricing, values) => {
    expect(priceOf(pricing, values)).toBe('unknown')
  })
})

const words = fc.constantFrom('mode', 'quality', 'low', 'high', 'smart', 'credits', 'note')
const pricings = fc.letrec<{ node: Json }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<Json>(null, 0, 1, 2.5, 7, -1, 'text', true),
    fc.dictionary(words, tie('node'), { maxKeys: 4 }),
    fc.array(tie('node'), { maxLength: 3 }),
  ),
})).node
const values = fc.dictionary(words, fc.constantFrom<Json>('low', 'high', 'smart', 2, true, null, ['low']), {
  maxKeys: 4,
})

function numbersIn(node: Json): number[] {
  if (typeof node === 'number') return [node]
  if (typeof node !== 'object' || node === null) return []
  return (Array.isArray(node) ? node : Object.values(node)).flatMap(numbersIn)
}

describe('whatever the catalogue says', () => {
  it('a known price is a number that stands in it and is not negative (O71)', () => {
    fc.assert(
      fc.property(pricings, values, (pricing, fields) => {
        const found = unitPrice(pricing, fields, anyForm)
        if (found.price !== 'known') return
        expect(numbersIn(pricing)).toContain(found.credits)
        expect(found.credits).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 5000 },
    )
  })

  it('the order of its members does not change the price', () => {
    const turned = (node: Json): Json =>
      typeof node !== 'object' || node === null
        ? node
        : Array.isArray(node)
          ? node.map(turned).reverse()
          : Object.fromEntries(
              Object.entries(node)
                .map(([k, v]) => [k, turned(v)] as const)
                .reverse(),
            )
    fc.assert(
      fc.property(pricings, values, (pricing, fields) => {
        expect(unitPrice(turned(pricing), fields, anyForm)).toEqual(unitPrice(pricing, fields, anyForm))
      }),
      { numRuns: 2000 },
    )
  })
})
