import { describe, expect, it } from 'vitest'
import type { Skill } from '../../../../src/domain/catalogue/skill.ts'
import { skillFields } from '../../../../src/domain/form/skill-fields.ts'
import { checkSkill } from '../../../../src/domain/form/skill-form.ts'
import type { Json } from '../../../../src/domain/json.ts'
import { priceList } from '../../../../src/domain/quote/skill-prices.ts'
import { skillQuote } from '../../../../src/domain/quote/skill-quote.ts'
import { readSkills } from '../../../../src/engine/catalogue/read-lists.ts'
import { skillOf } from '../../../support/catalogue.ts'
import { inThreadTime } from '../../../support/thread-time.ts'

type Schema = Skill['inputSchema']

const sentence =
  'The form that the service gives for a-skill cannot be read. Nothing was sent or charged. Try again later.'
const unread = [{ field: null, message: sentence }]

/** None of these would end at all. */
const soon = <T>(work: () => T): T => inThreadTime(5000, work)

const levels = (count: number, of: (next: Json) => Schema): Schema =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `d${n}`,
      n + 1 < count ? of({ $ref: `#/$defs/d${n + 1}` }) : { type: 'string' },
    ]),
  )
const nested = (depth: number, of: (inner: Schema) => Schema): Schema =>
  depth === 0 ? { type: 'string' } : of(nested(depth - 1, of))

const doubling: Record<string, Schema> = {
  'allOf with two references a level': {
    properties: { note: { $ref: '#/$defs/d0' } },
    $defs: levels(40, (next) => ({ allOf: [next, next] })),
  },
  'anyOf with two references a level': {
    properties: { note: { $ref: '#/$defs/d0' } },
    $defs: levels(40, (next) => ({ anyOf: [{ not: next }, { not: next }] })),
  },
  'if and else with references': {
    properties: { note: { $ref: '#/$defs/d0' } },
    $defs: levels(40, (next) => ({ if: { not: next }, else: next, allOf: [next] })),
  },
  'a reference to itself': { properties: { note: { $ref: '#/properties/note' } } },
  'two references to the whole': { properties: { note: {} }, allOf: [{ $ref: '#' }, { $ref: '#' }] },
  'an id at each of many levels': {
    properties: { note: nested(28, (inner) => ({ $id: 'https://a.example/x', not: inner })) },
  },
}

describe('a schema that is made to stop whoever reads it', () => {
  it.each(Object.keys(doubling))('is not read to its end: %s (W4)', (name) => {
    const schema = doubling[name]
    const skill = skillOf({ materials: [], inputSchema: { type: 'object', ...schema } })
    expect(soon(() => checkSkill(skill, { note: 'x' }, []))).toEqual(unread)
    soon(() => [skillFields(skill, String), priceList(skill), skillQuote(skill, { note: 'x' }, 0)])
  })

  it('is told by its size where it is more than a form can be, and the others go on (W4)', () => {
    const entry = (inputSchema: Json, more: Json = null): Json => ({
      skill: 'a-skill',
      pricing: { credits: 6 },
      materials: more,
      inputSchema,
    })
    const sound = { properties: { note: { type: 'string' } } }
    const wide = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`f${n}`, { type: 'string' }]))
    const options = Array.from({ length: 4000 }, (_, n) => `style ${n}`)
    const hostile: Json[] = [
      entry({ properties: wide }),
      entry({ properties: { note: nested(40, (not) => ({ not })) } }),
      entry({ properties: { note: { enum: [...options, ...options] } } }),
      entry({ properties: { note: { enum: options } } }, options),
      entry({ properties: { note: { const: 'x'.repeat(600_000) } } }),
      entry(sound, [[['x'.repeat(600_000)]]]),
    ]
    for (const one of hostile) {
      const read = soon(() => readSkills([one, { skill: 'sound', pricing: { credits: 6 }, inputSchema: sound }])) ?? []
      expect(read.map(({ id, unreadable }) => [id, unreadable ?? false])).toEqual([
        ['a-skill', true],
        ['sound', false],
      ])
      const [skill, other] = read
      if (!skill || !other) throw new Error('two were listed')
      expect(checkSkill(skill, { note: 'x' }, [])).toEqual(unread)
      // Neither free nor gone: nothing of it was read.
      expect(skillQuote(skill, {}, 0)).toMatchObject({ price: 'unknown', credits: null })
      expect(skillQuote(other, {}, 0)).toMatchObject({ price: 'known', credits: 6 })
    }
    expect(readSkills([entry(sound, options)])?.[0]?.unreadable).toBeUndefined()
  })
})
