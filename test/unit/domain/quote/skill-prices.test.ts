import { describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/domain/json.ts'
import { listedPrice, priceFor, priceList } from '../../../../src/domain/quote/skill-prices.ts'
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

  it('follows a list of conditions', () => {
    const conditions: Json = [
      { mode: 'white', credits: 3 },
      { mode: 'smart', credits: 4 },
    ]
    expect(priceList(priced(conditions, { mode, quality }))).toEqual([
      { values: { mode: 'white' }, credits: 3 },
      { values: { mode: 'smart' }, credits: 4 },
    ])
  })

  it('has a row for each choice where only some are named: the others have no price, never that of their neighbour (O71)', () => {
    expect(priceList(priced({ hd: 8 }, { quality }))).toEqual([
      { values: { quality: 'fast' }, credits: null },
      { values: { quality: 'hd' }, credits: 8 },
    ])
  })

  it('knows the choices of a field however its schema writes them (O70)', () => {
    const titled: Json = { oneOf: [{ const: 'fast', title: 'Fast' }, { const: 'hd' }] }
    const nullable: Json = { anyOf: [{ $ref: '#/$defs/quality' }, { type: 'null' }] }
    const skill = skillOf({
      materials: null,
      pricing: { fast: 1, hd: 2 },
      inputSchema: { type: 'object', properties: { quality: nullable }, $defs: { quality: titled } },
    })
    expect(priceList(skill)).toEqual([
      { values: { quality: 'fast' }, credits: 1 },
      { values: { quality: 'hd' }, credits: 2 },
    ])
  })

  it('hangs on no field that offers nothing to choose, whatever the price list calls it', () => {
    const words: Json = { type: 'string' }
    expect(priceList(priced({ note: 2 }, { note: words }))).toEqual([{ values: {}, credits: 2 }])
    const some: Json = { enum: ['white', null, { white: true }, ['white']] }
    expect(priceList(priced({ mode: { white: 3 } }, { mode: some }))).toEqual([
      { values: { mode: 'white' }, credits: 3 },
    ])
  })

  it('reads back as it was written, and nothing else reads as one', () => {
    const row = { values: { mode: 'white', sharp: true, edge: 4096 }, credits: null }
    expect(listedPrice.parse(row)).toEqual(row)
    expect(listedPrice.safeParse({ values: { mode: {} }, credits: 3 }).success).toBe(false)
    expect(listedPrice.safeParse({ values: {} }).success).toBe(false)
  })

  it('has as many rows as are worth showing', () => {
    const words = (count: number): Json => ({ enum: Array.from({ length: count }, (_, index) => `v${index}`) })
    expect(priceList(priced({ a: {}, b: {} }, { a: words(6), b: words(10) }))).toHaveLength(60)
    expect(priceList(priced({ a: {}, b: {} }, { a: words(1), b: words(61) }))).toEqual([])
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
