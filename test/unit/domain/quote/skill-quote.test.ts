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

  it.each([
    ['of one choice, and another is made', { crisp: 6 }, { mode: 'creative', look: 'soft' }, 'unavailable'],
    ['of one choice, and it is made', { crisp: 6 }, { mode: 'crisp' }, 6],
    ['of one choice, beside words', { crisp: 6, unit: 'credits' }, { mode: 'creative', look: 'soft' }, 'unavailable'],
    ['of one choice, itself a table', { crisp: { credits: 6 } }, { mode: 'creative', look: 'soft' }, 'unavailable'],
    ['of choices below another', { smart: { fast: 5 } }, { mode: 'smart', quality: 'hd' }, 'unavailable'],
    ['of a choice of two fields, one of them not made', { crisp: 6 }, { mode: 'creative' }, 'unknown'],
    ['under a name that is the text of no choice', { odd: 6 }, { mode: 'creative' }, 6],
    ['of one choice, and none is made', { crisp: 6 }, {}, 'unknown'],
    ['of one choice, and something beside it', { credits: 4, crisp: 6 }, { mode: 'creative', look: 'soft' }, 'unknown'],
    ['of one choice, and a table beside it', { credits: 4, crisp: {} }, { mode: 'creative', look: 'soft' }, 'unknown'],
    [
      'of choices of two fields, one of them not made',
      { crisp: 6, hd: 9 },
      { mode: 'creative', look: 'soft' },
      'unknown',
    ],
    ['of one entry of a list', { hero: 6 }, { modules: ['scene'] }, 'unknown'],
    ['of one number', { '2': 6 }, { scale: 4 }, 'unavailable'],
    ['of one number, and it is that one', { '2': 6 }, { scale: 2 }, 6],
    ['of yes alone', { true: 6 }, { face: false }, 'unavailable'],
    ['under a name that is no number', { each: 6 }, { scale: 4 }, 6],
    ['under an empty name', { ' ': 6 }, { scale: 4 }, 6],
    ['under a name that a field which the form has not takes', { each: 6 }, { stray: 'each' }, 6],
  ] as [string, Json, Record<string, Json>, number | string][])(
    'is never that of another choice: where the price list is %s (O71)',
    (_, pricing, fields, price) => {
      const properties: { [name: string]: Json } = {
        mode: { type: 'string', enum: ['crisp', 'creative', 'smart', ['odd']] },
        quality: { type: 'string', enum: ['fast', 'hd'] },
        modules: { type: 'array', items: { enum: ['hero', 'scene'] } },
        extras: { type: 'array', items: true },
        scale: { type: 'integer' },
        face: { type: ['boolean', 'null'] },
        note: { type: 'string' },
        look: { enum: ['crisp', 'soft', 'rough'] },
      }
      expect(priceOf(null, fields, withProperties(pricing, properties))).toBe(price)
    },
  )

  describe('where the service passes a field over (O105, A18)', () => {
    const quality: Json = { type: 'string', enum: ['fast', 'hd'], default: 'fast' }
    const background: { [name: string]: Json } = {
      mode: { type: 'string', enum: ['white', 'smart', 'custom'], default: 'smart' },
      customPrompt: { type: 'string' },
      quality,
    }
    const white = (pricing: Json, more: { [name: string]: Json } = {}): number | string | null =>
      priceOf(null, { mode: 'white' }, withProperties(pricing, { ...background, ...more }))

    it('is not steered by that field’s default', () => {
      expect(white({ white: 3, fast: 4, hd: 8 })).toBe(3)
      expect(white({ mode: { white: 3 }, quality: { fast: 4, hd: 8 } })).toBe(3)
      expect(white({ fast: 4, hd: 8 })).toBe('unknown')
      expect(priceOf(null, {}, withProperties({ white: 3, fast: 4, hd: 8 }, background))).toBe(4)
    })

    it('is found where each of its values leads to the same price, and only then', () => {
      expect(white({ mode: { white: { quality: { fast: 3, hd: 3 } } } })).toBe(3)
      expect(white({ white: { fast: 3, hd: 3 } })).toBe(3)
      expect(white({ white: { fast: 3, hd: 5 } })).toBe('unknown')
      expect(white({ white: { fast: 3, hd: 'ask us' } })).toBe('unknown')
      expect(white({ white: { fast: 3 } })).toBe('unknown')
      const three = { ratio: { enum: ['1:1', '4:5', '16:9'] } }
      expect(white({ white: { '1:1': 3, '4:5': 3, '16:9': 3 } }, three)).toBe(3)
      expect(white({ white: { '1:1': 3, '4:5': 3, '16:9': 5 } }, three)).toBe('unknown')
    })

    it('is not there where the mode has none, whatever that field’s values lead to (O71)', () => {
      expect(white({ white: null, quality: { fast: 3, hd: 3 } })).toBe('unavailable')
    })

    it('is not looked for in more ways than can be looked at', () => {
      const ratios = Array.from({ length: 50 }, (_, index) => `${index}:1`)
      expect(white({ white: { fast: 3, hd: 3 } }, { ratio: { enum: ratios } })).toBe(3)
      expect(white({ white: { fast: 3, hd: 3 } }, { ratio: { enum: [...ratios, 'auto'] } })).toBe('unknown')
    })
  })
})
