import { describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/domain/json.ts'
import { skillQuote } from '../../../../src/domain/quote/skill-quote.ts'
import { skillOf } from '../../../support/catalogue.ts'
import { t0 } from '../../../support/receipts.ts'

const priceOf = (pricing: Json, fields: Record<string, Json> = {}, skill = skillOf({ pricing })) => {
  const { price, credits } = skillQuote(skill, fields, t0)
  return price === 'known' ? credits : price
}

const withProperties = (pricing: Json, properties: { [name: string]: Json }) =>
  skillOf({ pricing, inputSchema: { type: 'object', properties } })

describe('the quote of a Skill', () => {
  it('fills in the schema’s defaults before it looks the price up (O70)', () => {
    const pricing = { mode: { white: 4, smart: 6 } }
    expect(priceOf(pricing)).toBe(6)
    expect(priceOf(pricing, { mode: 'white' })).toBe(4)
  })

  it('says unknown and unavailable apart, and neither is 0 (O71)', () => {
    expect(skillQuote(skillOf({ pricing: null }), {}, t0)).toMatchObject({ price: 'unavailable', credits: null })
    expect(skillQuote(skillOf({ pricing: 'ask us' }), {}, t0)).toMatchObject({ price: 'unknown', credits: null })
    expect(priceOf({ mode: { white: 4, smart: null } })).toBe('unavailable')
    expect(priceOf({ mode: { white: 4 } })).toBe('unavailable')
  })

  it('says in its line that there is no price, or none that can be read (O71)', () => {
    const linesOf = (pricing: Json) => skillQuote(skillOf({ pricing }), { mode: 'white' }, t0).lines
    expect(linesOf(null)).toEqual([{ label: 'a-skill, white', amount: 'no price', credits: null }])
    expect(linesOf('ask us')).toEqual([{ label: 'a-skill, white', amount: 'not known yet', credits: null }])
  })

  it('is the price of one image times the modules, custom ones counted (O99, A20)', () => {
    const pricing = { credits: 6 }
    const custom = { name: 'Box', description: 'Its box.' }
    expect(priceOf(pricing, { modules: ['hero', 'detail', 'scene'] })).toBe(18)
    expect(priceOf(pricing, { modules: ['hero'], customModules: [custom, custom] })).toBe(18)
    expect(priceOf(pricing, { modules: [], customModules: [custom] })).toBe(6)
    expect(skillQuote(skillOf({ pricing }), { modules: ['hero', 'scene'] }, t0).lines).toEqual([
      { label: 'a-skill', amount: '2 × 6', credits: 12 },
    ])
    expect(priceOf({ credits: 0.1 }, { modules: ['a', 'b', 'c'] })).toBe(0.3)
  })

  it('names what decided it in its line (O106)', () => {
    const { lines } = skillQuote(skillOf({ pricing: { mode: { white: 4 } } }), { mode: 'white', quality: 'hd' }, t0)
    expect(lines).toEqual([{ label: 'a-skill, white, hd', amount: '4', credits: 4 }])
  })

  it('is never decided by words that somebody wrote, only by choices (O71)', () => {
    const skill = withProperties(
      { standard: 5, premium: 9 },
      { quality: { type: 'string', enum: ['standard', 'premium'] }, brand: { type: 'string', maxLength: 60 } },
    )
    expect(priceOf(null, { brand: 'premium' }, skill)).toBe('unknown')
    expect(priceOf(null, { brand: 'premium', quality: 'standard' }, skill)).toBe(5)
    expect(priceOf(null, { brand: 'standard', quality: 'premium' }, skill)).toBe(9)
  })

  it('is decided by numbers and by yes or no (O70)', () => {
    const properties = { scale: { type: 'integer', default: 2 }, face: { type: 'boolean', default: false } }
    expect(priceOf(null, {}, withProperties({ '2': 5, '4': 9 }, properties))).toBe(5)
    expect(priceOf(null, { scale: 4 }, withProperties({ '2': 5, '4': 9 }, properties))).toBe(9)
    expect(priceOf(null, { face: true }, withProperties({ face: { true: 7, false: 3 } }, properties))).toBe(7)
  })

  it('does not take a condition on a field that nobody set for the price (O71)', () => {
    const skill = withProperties([{ mode: 'custom', credits: 9 }], {
      mode: { type: 'string', enum: ['smart', 'custom'] },
    })
    expect(priceOf(null, {}, skill)).toBe('unknown')
    expect(priceOf(null, { mode: 'custom' }, skill)).toBe(9)
  })

  it('is unknown where the product is beyond all numbers', () => {
    expect(priceOf({ credits: 1e308 }, { modules: ['a', 'b', 'c'] })).toBe('unknown')
  })
})
