import { describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/domain/json.ts'
import { priceFor, priceList } from '../../../../src/domain/quote/skill-prices.ts'
import { skillQuote } from '../../../../src/domain/quote/skill-quote.ts'
import { skillOf } from '../../../support/catalogue.ts'

const priced = (pricing: Json, properties: { [name: string]: Json }) =>
  skillOf({ materials: null, pricing, inputSchema: { type: 'object', properties } })

const mode: Json = { type: 'string', enum: ['white', 'smart'], default: 'smart' }
const quality: Json = { type: 'string', enum: ['fast', 'hd'], default: 'fast' }
const nested: Json = { mode: { white: 3, smart: { quality: { fast: 4, hd: 8 } } } }

describe('a Skill’s price list', () => {
  it('has one row for each combination of the choices that decide the price, as the quote has it (O70)', () => {
    const skill = priced(nested, { mode, quality, ratio: { enum: ['1:1', '4:5'] } })
    const rows = priceList(skill)
    expect(rows).toEqual([
      { values: { mode: 'white', quality: 'fast' }, credits: 3 },
      { values: { mode: 'white', quality: 'hd' }, credits: 3 },
      { values: { mode: 'smart', quality: 'fast' }, credits: 4 },
      { values: { mode: 'smart', quality: 'hd' }, credits: 8 },
    ])
    for (const { values, credits } of rows) expect(skillQuote(skill, values, 0).credits).toBe(credits)
  })

  it('is one row where nothing decides it, and says so where there is no price, never 0 (O71)', () => {
    expect(priceList(priced({ credits: 2 }, { note: { type: 'string' } }))).toEqual([{ values: {}, credits: 2 }])
    expect(priceList(priced(null, { mode }))).toEqual([{ values: {}, credits: null }])
  })

  it('follows prices keyed by the value alone, and by yes or no', () => {
    expect(priceList(priced({ fast: 1, hd: 2 }, { quality })).map(({ credits }) => credits)).toEqual([1, 2])
    expect(priceList(priced({ sharp: { true: 5, false: 3 } }, { sharp: { type: 'boolean' } }))).toEqual([
      { values: { sharp: true }, credits: 5 },
      { values: { sharp: false }, credits: 3 },
    ])
  })

  it('is empty rather than endless', () => {
    const many = Array.from({ length: 9 }, (_, index) => `v${index}`)
    const field: Json = { enum: many }
    expect(priceList(priced({ a: {}, b: {} }, { a: field, b: field }))).toEqual([])
  })
})

it('looks a price up by what is chosen, whatever else is set', () => {
  const list = priceList(priced(nested, { mode, quality }))
  expect(priceFor(list, { mode: 'smart', quality: 'hd', note: 'x' })).toBe(8)
  expect(priceFor(list, { mode: 'smart' })).toBeNull()
  expect(priceFor([], { mode: 'smart' })).toBeNull()
})
