import fc, { type Arbitrary } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Skill } from '../../../../src/domain/catalogue/skill.ts'
import { schemaProblems } from '../../../../src/domain/form/schema-words.ts'
import { checkSkill, pictureFields, propertiesOf } from '../../../../src/domain/form/skill-form.ts'
import { type Json, json } from '../../../../src/domain/json.ts'
import { readSkills } from '../../../../src/engine/catalogue/read-lists.ts'
import { brandPoster } from '../../../../src/practice/skills/brand-poster.ts'
import { productDetail } from '../../../../src/practice/skills/product-detail.ts'
import { removeBg } from '../../../../src/practice/skills/remove-bg.ts'
import { upscaleSkill } from '../../../../src/practice/skills/upscale.ts'
import { whiteBg } from '../../../../src/practice/skills/white-bg.ts'
import { ajvFor, fits } from '../../../support/schema-oracle.ts'

type Schema = { [key: string]: Json }

/** As they come over the wire. */
const catalogue = [removeBg, productDetail, brandPoster, whiteBg, upscaleSkill].map((skill) => ({
  endpoint: `/api/skills/${skill.id}/run`,
  inputSchema: skill.inputSchema,
  materials: skill.materials,
}))
const skills = readSkills(json.parse(JSON.parse(JSON.stringify(catalogue)))) ?? []

const isSchema = (value: Json | undefined): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Chance texts that begin with a scheme, such as "A:": what counts as a URI differs between its two standards there
 * (RFC 3986, WHATWG), so they say nothing about the schema. Real addresses come from `text` below.
 */
const isChanceScheme = (value: Json): boolean => /"\s*[a-z][a-z0-9+.-]*:/i.test(JSON.stringify(value))

const anything: Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, -1, 1.5, '', 'x', [], {}),
  fc
    .jsonValue({ maxDepth: 2 })
    .map((value) => json.parse(value))
    .filter((value) => !isChanceScheme(value)),
)

/** Values that fit a schema, or, where they need not, lie about its borders and sometimes far beyond. */
function valueFor(schema: Schema, mustFit: boolean): Arbitrary<Json> {
  const near = nearly(schema, mustFit)
  return mustFit ? near : fc.oneof({ weight: 4, arbitrary: near }, { weight: 1, arbitrary: anything })
}

function nearly(schema: Schema, mustFit: boolean): Arbitrary<Json> {
  if (Array.isArray(schema.enum)) return fc.constantFrom<Json[]>(...schema.enum)
  switch (schema.type) {
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: mustFit ? Number(schema.minimum ?? 0) : -2, max: 20 })
    case 'array': {
      const entry = isSchema(schema.items) ? valueFor(schema.items, mustFit) : anything
      const most = Number(schema.maxItems ?? 3)
      return mustFit && schema.uniqueItems === true
        ? fc.uniqueArray(entry, { maxLength: most, selector: (one) => JSON.stringify(one) })
        : fc.array(entry, { maxLength: mustFit ? most : most + 1 })
    }
    case 'object':
      return fc.record(membersOf(schema, mustFit))
    default:
      return text(schema, mustFit)
  }
}

function text({ format, minLength, maxLength }: Schema, mustFit: boolean): Arbitrary<Json> {
  if (format === 'uuid') return mustFit ? fc.uuid() : fc.constantFrom('x', '')
  if (format === 'uri')
    return fc.constantFrom(
      'https://pictures.example/a.png',
      'http://127.0.0.1:1/a.png',
      ...(mustFit ? [] : ['a.png', '']),
    )
  const [least, most] = [Number(minLength ?? 0), Number(maxLength ?? 20)]
  const lengths = mustFit ? [least, most - 1, most] : [0, 1, most, most + 1]
  return fc
    .tuple(fc.constantFrom('a', 'é', '漢', '🎈', 'e\u0301', '👩‍🚀'), fc.constantFrom(...lengths))
    .map(([unit, length]) => [...unit.repeat(length)].slice(0, length).join(''))
}

const membersOf = (schema: Schema, mustFit: boolean): Record<string, Arbitrary<Json>> =>
  Object.fromEntries(
    Object.entries(isSchema(schema.properties) ? schema.properties : {}).map(([name, rule]) => [
      name,
      valueFor(isSchema(rule) ? rule : {}, mustFit),
    ]),
  )

/** A whole form: right but for two fields at most, and now and then with one too few or too many. */
function forms(schema: Schema): Arbitrary<Json> {
  const required = Array.isArray(schema.required) ? schema.required.map(String) : []
  const names = Object.keys(membersOf(schema, false))
  const odd = fc.oneof(
    { weight: 6, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom('odd', 'toString', '__proto__', 'RequestId', 'constructor') },
  )
  return fc
    .record({
      right: fc.record(membersOf(schema, true), { requiredKeys: required }),
      near: fc.record(membersOf(schema, false)),
      taken: fc.subarray(names, { maxLength: Math.min(2, names.length) }),
      lost: fc.oneof(
        { weight: 8, arbitrary: fc.constant('') },
        { weight: 1, arbitrary: fc.constantFrom('', ...required) },
      ),
      odd,
      extra: anything,
    })
    .map(({ right, near, taken, lost, odd: name, extra }) => {
      const changed = new Map<string, Json | undefined>(Object.entries(right))
      for (const field of taken) changed.set(field, near[field])
      changed.delete(lost)
      if (name !== '') changed.set(name, extra)
      return json.parse(JSON.parse(JSON.stringify(Object.fromEntries(changed))))
    })
}

describe('our validator and one that shares nothing with it (O70, O92)', () => {
  it('reads all five Skills of practice', () => {
    expect(skills.map(({ id }) => id)).toEqual(['remove-bg', 'product-detail', 'brand-poster', 'white-bg', 'upscale'])
  })

  it.each(skills)('agree on every value for $id', (skill: Skill) => {
    const ajv = ajvFor(skill.inputSchema)
    const seen = { right: 0, wrong: 0 }
    fc.assert(
      fc.property(forms(skill.inputSchema), (value) => {
        const ours = schemaProblems(skill.inputSchema, value, skill.id).length === 0
        expect(ours, JSON.stringify(value)).toBe(fits(skill.inputSchema, value))
        if (ajv) expect(ours, JSON.stringify(value)).toBe(ajv(value))
        seen[ours ? 'right' : 'wrong'] += 1
      }),
      { numRuns: 1000 },
    )
    if (ajv === null) console.info(`${skill.id}: Ajv is not here; the hand-written check stood alone.`)
    expect(Math.min(seen.right, seen.wrong)).toBeGreaterThan(20)
  })

  it.each(skills)('let through for $id just what fits once pictures and number are there', (skill: Skill) => {
    const pictures = pictureFields(skill)
    const own = new Set([...pictures.map(({ name }) => name), 'requestId'])
    const rest = Object.fromEntries(Object.entries(propertiesOf(skill)).filter(([name]) => !own.has(name)))
    const required = pictures.filter((field) => field.required).map(({ name }) => name)
    fc.assert(
      fc.property(forms({ ...skill.inputSchema, properties: rest, required: [] }), (value) => {
        if (!isSchema(value)) return
        if (Object.keys(value).some((name) => own.has(name))) return
        const address = 'https://pictures.example/a.png'
        const sent = {
          requestId: 'f4b1f3c2-6d1e-4a53-9a0e-5d0f1c2b3a49',
          ...value,
          ...Object.fromEntries(required.map((name) => [name, address])),
        }
        expect(checkSkill(skill, value, required).length === 0, JSON.stringify(value)).toBe(
          fits(skill.inputSchema, sent),
        )
      }),
      { numRuns: 500 },
    )
  })

  it.each(skills)('say of what does not fit $id which field it is, in a sentence', (skill: Skill) => {
    fc.assert(
      fc.property(forms(skill.inputSchema), (value) => {
        for (const { field, message } of schemaProblems(skill.inputSchema, value, skill.id)) {
          expect(message).toMatch(/\.$/)
          expect(message.startsWith(field ?? 'The')).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })
})
