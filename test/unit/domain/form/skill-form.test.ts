import { describe, expect, it } from 'vitest'
import {
  checkSkill,
  defaultsOf,
  needsAcceptedPrice,
  pictureFields,
  propertiesOf,
  readSetting,
} from '../../../../src/domain/form/skill-form.ts'
import type { Json } from '../../../../src/domain/json.ts'
import { skillOf } from '../../../support/catalogue.ts'
import { background, details, larger, poster } from '../../../support/named-skills.ts'

const problemsOf = (fields: Record<string, Json>, pictures = ['picture'], skill = skillOf()) =>
  checkSkill(skill, fields, pictures)
const fieldsOf = (...said: Parameters<typeof problemsOf>) => problemsOf(...said).map(({ field }) => field)
const wordsOf = (...said: Parameters<typeof problemsOf>) =>
  problemsOf(...said)
    .map(({ message }) => message)
    .join(' ')

const withProperties = (properties: { [name: string]: Json }, more: { [key: string]: Json } = {}) =>
  skillOf({ materials: null, inputSchema: { type: 'object', properties, ...more } })

describe('what stands in the way of a Skill', () => {
  it('is nothing when the fields fit the live schema (O70, O92)', () => {
    expect(problemsOf({ mode: 'white', note: 'short' })).toEqual([])
  })

  it('is a field that the schema does not have, named with those it has (O92)', () => {
    const [problem] = problemsOf({ colour: 'red' })
    expect(problem).toMatchObject({ field: 'colour' })
    expect(problem?.message).toContain('picture, mode, note, extras')
    expect(problem?.message).not.toContain('requestId')
  })

  it.each(['__proto__', 'constructor', 'toString'])('is a field called %s, which every object has (O92)', (name) => {
    expect(fieldsOf(JSON.parse(`{"${name}":"x"}`))).toEqual([name])
  })

  it('is a requestId from the user: the number belongs to the app (O93, I2)', () => {
    expect(fieldsOf({ requestId: '0b7c3a52-6f0e-4c39-9d6b-5a6f3f1f2a01' })).toEqual(['requestId'])
  })

  it('is a required picture that is not there', () => {
    expect(problemsOf({}, [])).toEqual([{ field: 'picture', message: 'Add a picture.' }])
  })

  it('is said with the field, the rule and the way out (O70)', () => {
    expect(problemsOf({ mode: 'sepia' })).toEqual([{ field: 'mode', message: 'mode must be one of white, smart.' }])
    expect(problemsOf({ note: 'much too long' })).toEqual([
      { field: 'note', message: 'note must have at most 10 characters.' },
    ])
    expect(problemsOf({ note: 3 })).toEqual([{ field: 'note', message: 'note must be a text.' }])
  })

  it('is a quality in another Skill’s words (O106)', () => {
    for (const quality of ['low', 'medium', 'fast', 'hd', '1K']) {
      const inPosters = quality === 'low' || quality === 'medium' ? [] : ['quality']
      expect(fieldsOf({ quality }, ['productImage'], details), quality).toEqual(inPosters)
      expect(fieldsOf({ brand: 'x', quality }, [], poster), quality).toEqual(inPosters)
      const inBackgrounds = quality === 'fast' || quality === 'hd' ? [] : ['quality']
      expect(fieldsOf({ quality }, ['productImage'], background), quality).toEqual(inBackgrounds)
    }
  })

  it('is a field that the schema requires and nobody set, by its name (O70)', () => {
    const skill = withProperties({ brand: { type: 'string' } }, { required: ['brand'] })
    expect(problemsOf({}, [], skill)).toEqual([{ field: 'brand', message: 'brand is required.', isMissing: true }])
  })

  it.each([
    [{ type: 'integer', minimum: 2 }, 1, 'n must be 2 or more.'],
    [{ type: 'number', maximum: 2 }, 2.5, 'n must be 2 or less.'],
    [{ type: 'integer' }, 2.5, 'n must be a whole number.'],
    [{ type: 'boolean' }, 'true', 'n must be true or false.'],
    [{ const: 4 }, 5, 'n must be 4.'],
    [{ type: 'string', minLength: 1 }, '', 'n must not be empty.'],
    [{ type: 'string', minLength: 3 }, 'ab', 'n must have at least 3 characters.'],
    [{ type: 'array', minItems: 1 }, [], 'n needs at least 1 entry.'],
    [{ type: 'array', maxItems: 1 }, [1, 2], 'n takes at most 1 entry. Remove some.'],
    [{ type: 'array', uniqueItems: true }, [1, 1], 'n lists an entry twice. Use each once.'],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, ['a', 'c'], 'n, entry 2 must be one of a, b.'],
    [{ type: 'string', format: 'uuid' }, 'x', 'n must be a valid uuid.'],
    [{ type: 'string', pattern: '^a' }, 'b', 'n does not fit'],
    [{ multipleOf: 2 }, 3, 'n does not fit'],
    [{ not: { type: 'string' } }, 'x', 'n does not fit'],
    [false, 1, 'n'],
  ] as [Json, Json, string][])('is said in words for the rule %j', (rule, value, words) => {
    const skill = withProperties({ other: { type: 'string' } }, { properties: { n: rule } })
    const said = checkSkill(skill, { n: value }, [])
    expect(said.map(({ field }) => field)).toEqual(['n'])
    expect(said[0]?.message).toContain(words)
  })

  it('is found in what lies deeper, by its place', () => {
    const item = { type: 'object', properties: { name: { type: 'string', maxLength: 3 } }, additionalProperties: false }
    const skill = withProperties({ own: { type: 'array', items: { ...item, required: ['name'] } } })
    expect(wordsOf({ own: [{ name: 'abcd' }] }, [], skill)).toBe('own, entry 1, name must have at most 3 characters.')
    expect(wordsOf({ own: [{ name: 'abc' }, {}] }, [], skill)).toBe('own, entry 2, name is required.')
    expect(fieldsOf({ own: [{ name: 'abc', x: 1 }] }, [], skill)).toContain('own')
  })

  it('is found by rules across fields, too (O73)', () => {
    const properties = { a: { type: 'string' }, b: { type: 'string' } }
    const either = { oneOf: [{ required: ['a'] }, { required: ['b'] }] }
    expect(problemsOf({ a: 'x' }, [], withProperties(properties, either))).toEqual([])
    expect(problemsOf({ a: 'x', b: 'y' }, [], withProperties(properties, either))).toHaveLength(1)
    expect(problemsOf({}, [], withProperties(properties, either)).length).toBeGreaterThan(0)
    const together = JSON.parse('{"if":{"required":["a"]},"then":{"required":["b"]}}')
    expect(fieldsOf({ a: 'x' }, [], withProperties(properties, together))).toEqual(['b'])
    expect(problemsOf({ a: 'x' }, [], withProperties(properties, { not: { required: ['a'] } }))).toHaveLength(1)
  })

  it('is found in a schema without properties, too', () => {
    expect(fieldsOf({ anything: 1 }, [], skillOf({ inputSchema: { type: 'object' }, materials: null }))).toEqual([
      'anything',
    ])
  })

  it.each([
    [{ $ref: '#/$defs/nowhere' }],
    [{ type: 'string', pattern: '(' }],
    [{ enum: 'low' }],
    [{ anyOf: {} }],
    [{ allOf: 3 }],
  ] as [Json][])('is a schema that cannot be read, such as %j: nothing is sent by it', (rule) => {
    const skill = withProperties({ n: rule })
    const said = checkSkill(skill, { n: 'x' }, [])
    expect(said).toHaveLength(1)
    expect(said[0]?.message).toMatch(/cannot be read.*Nothing was sent or charged/)
  })
})

describe('an accepted price, which the app gives (§4.14)', () => {
  const needing = (schema: Json) =>
    withProperties({ mode: { enum: ['a'] }, confirmedCredits: schema }, { required: ['confirmedCredits'] })

  it('stands in the way of nothing, whatever the schema wants of it (O110)', () => {
    expect(problemsOf({ mode: 'a' }, [], needing({ type: 'integer', minimum: 1 }))).toEqual([])
    expect(fieldsOf({ mode: 'b' }, [], needing({ type: 'integer' }))).toEqual(['mode'])
  })

  it('is needed where the schema requires it (O110)', () => {
    expect(needsAcceptedPrice(needing({ type: 'integer' }))).toBe(true)
    expect(needsAcceptedPrice(larger)).toBe(false)
  })
})

describe('fields written in a roundabout way', () => {
  const defs = { words: { type: 'string', maxLength: 3, title: 'Text' }, loop: { $ref: '#/$defs/loop' }, 'a/b': true }
  const roundabout = (schema: Json) =>
    withProperties({}, { properties: { thing: schema }, $defs: defs, definitions: { 'x/y~': { type: 'boolean' } } })
  const plainOf = (schema: Json) => propertiesOf(roundabout(schema)).thing

  it.each([
    [
      { $ref: '#/$defs/words', title: 'Mine' },
      { type: 'string', maxLength: 3, title: 'Mine' },
    ],
    [{ $ref: '#/definitions/x~1y~0' }, { type: 'boolean' }],
    [
      { allOf: [{ $ref: '#/$defs/words' }], default: 'a' },
      { type: 'string', maxLength: 3, default: 'a' },
    ],
    [
      { anyOf: [{ type: 'integer' }, { type: 'null' }], default: null, title: 'N' },
      { type: 'integer', title: 'N' },
    ],
    [{ oneOf: [{ type: 'null' }, { $ref: '#/$defs/words' }] }, { type: 'string', maxLength: 3 }],
    [{ anyOf: [{ const: 'a' }, { const: 'b' }, { const: null }] }, { anyOf: [{ const: 'a' }, { const: 'b' }] }],
    [{ type: 'array', items: { $ref: '#/$defs/words' } }, { items: { type: 'string', maxLength: 3 } }],
    [
      {
        anyOf: [{ type: 'array', items: { properties: { a: { $ref: '#/$defs/words' }, b: true } } }, { type: 'null' }],
      },
      { type: 'array', items: { properties: { a: { type: 'string' }, b: true } } },
    ],
  ] as [Json, { [key: string]: Json }][])('are read as they are meant: %j (O70)', (schema, plain) => {
    expect(plainOf(schema)).toMatchObject(plain)
    expect(plainOf(schema)).not.toHaveProperty('$ref')
  })

  it.each([
    [{ $ref: '#/$defs/loop' }],
    [{ $ref: '#/$defs/nowhere' }],
    [{ $ref: '#/$defs/__proto__' }],
    [{ $ref: '#/$defs/a~1b' }],
    [{ $ref: 'https://elsewhere.example/schema' }],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }],
    [{ anyOf: [true, { type: 'null' }] }],
    [{ allOf: [{ type: 'string' }, { maxLength: 2 }] }],
    [{ allOf: [true] }],
  ] as [Json][])('stay as they are where they mean nothing plain: %j', (schema) => {
    const plain = plainOf(schema) ?? {}
    expect(Object.keys(plain)).toHaveLength(1)
    expect(plain).not.toHaveProperty('type')
  })

  it('have their values checked against what the service wrote (O92)', () => {
    const skill = roundabout({ anyOf: [{ $ref: '#/$defs/words' }, { type: 'null' }] })
    expect(problemsOf({ thing: 'abc' }, [], skill)).toEqual([])
    expect(problemsOf({ thing: null }, [], skill)).toEqual([])
    expect(fieldsOf({ thing: 'abcd' }, [], skill)).toContain('thing')
  })

  it('take pictures, many where it is a list that may also be none (O94, O101)', () => {
    const listed = { items: { $ref: '#/$defs/picture' }, maxItems: 2 }
    const skill = withProperties(
      {
        shot: { $ref: '#/$defs/picture' },
        some: { ...listed, type: ['array', 'null'] },
        others: { anyOf: [{ ...listed, type: 'array' }, { type: 'null' }] },
        more: listed,
      },
      { $defs: { picture: { type: 'string', format: 'uri' } } },
    )
    expect(pictureFields(skill).map(({ name, many }) => [name, many])).toEqual([
      ['shot', false],
      ['some', true],
      ['others', true],
      ['more', true],
    ])
    expect(fieldsOf({}, ['shot', 'some', 'some', 'others', 'others', 'more'], skill)).toEqual([])
    expect(fieldsOf({}, ['some', 'some', 'some'], skill)).toEqual(['some'])
    expect(fieldsOf({}, ['others', 'others', 'others'], skill)).toEqual(['others'])
  })
})

describe('pictures before they have an address', () => {
  const listed = (rule: { [key: string]: Json }) =>
    withProperties({ extras: { type: 'array', items: { type: 'string', format: 'uri' }, ...rule } })

  it('are counted as the schema wants (O101, O104)', () => {
    const two = skillOf({ materials: ['picture', 'extras'] })
    expect(fieldsOf({}, ['picture', 'extras', 'extras'], two)).toEqual([])
    expect(fieldsOf({}, ['picture', 'extras', 'extras', 'extras'], two)).toEqual(['extras'])
    expect(fieldsOf({}, ['extras'], listed({ minItems: 2 }))).toEqual(['extras'])
    expect(fieldsOf({}, ['extras', 'extras'], listed({ minItems: 2, uniqueItems: true }))).toEqual([])
  })

  it('are not held against the form of addresses that only an upload gives (O94)', () => {
    const hosted = { type: 'string', format: 'uri', pattern: '^https://images\\.service\\.example/' }
    expect(fieldsOf({}, ['shot'], withProperties({ shot: hosted }, { required: ['shot'] }))).toEqual([])
    expect(fieldsOf({}, ['extras'], listed({ items: hosted }))).toEqual([])
  })
})

describe('picture fields', () => {
  it('are those that the catalogue’s materials name (O70)', () => {
    expect(pictureFields(skillOf())).toEqual([{ name: 'picture', required: true, many: false }])
  })

  it('are those of the form of an address where materials name none', () => {
    expect(pictureFields(skillOf({ materials: [] }))).toEqual([
      { name: 'picture', required: true, many: false },
      { name: 'extras', required: false, many: true },
    ])
  })

  it.each([
    [['shot']],
    [{ shot: { max: 1 } }],
    [[{ field: 'shot', label: 'Shot', quality: 'any' }]],
    ['shot'],
    [{ required: [{ name: 'shot' }] }],
  ] as [Json][])('are found in materials of the shape %j, and not confused with its own words', (materials) => {
    const inputSchema = {
      type: 'object',
      properties: {
        shot: { type: 'string', format: 'uri' },
        label: { type: 'string' },
        quality: { type: 'string' },
        required: { type: 'boolean' },
      },
    }
    expect(pictureFields(skillOf({ materials, inputSchema })).map(({ name }) => name)).toEqual(['shot'])
  })

  it('are named by materials even where the schema does not speak of addresses', () => {
    const inputSchema = { type: 'object', properties: { shot: { type: 'string' }, brand: { type: 'string' } } }
    expect(pictureFields(skillOf({ materials: ['shot'], inputSchema }))).toEqual([
      { name: 'shot', required: false, many: false },
    ])
  })
})

describe('a service that says of no field that it takes a picture', () => {
  const bare = skillOf({
    materials: [],
    inputSchema: {
      type: 'object',
      required: ['productImage'],
      properties: {
        productImage: { type: 'string' },
        logo: { type: 'string', format: 'url' },
        brand: { type: 'string' },
      },
    },
  })

  it('has them where the document has them (§4.11–4.14, O94)', () => {
    expect(pictureFields(bare)).toEqual([
      { name: 'productImage', required: true, many: false },
      { name: 'logo', required: false, many: false },
    ])
    expect(checkSkill(bare, {}, ['productImage'])).toEqual([])
  })

  it.each(['/pictures/chair.jpg', 'C:\\work\\chair.PNG', '~/chair.webp', '../chair.heic', 'file:///chair.png'])(
    'is not sent the path of a file: %s (O94)',
    (path) => {
      const named = [{ field: 'productImage', message: expect.stringContaining('on this computer') }]
      expect(checkSkill(bare, { productImage: path }, [])).toEqual(named)
      expect(checkSkill(bare, { productImage: 'https://cdn.example/chair.jpg', brand: 'and/or .png' }, [])).toEqual([])
    },
  )
})

describe('defaults and settings', () => {
  it('takes the schema’s own defaults', () => {
    expect(defaultsOf(skillOf())).toEqual({ mode: 'smart' })
  })

  it('reads text as it is for string fields and JSON for others', () => {
    expect(readSetting(skillOf(), 'note', '12')).toEqual({ value: '12' })
    expect(readSetting(skillOf(), 'note', '')).toEqual({ value: '' })
    expect(readSetting(skillOf(), 'mode', 'white')).toEqual({ value: 'white' })
    expect(readSetting(skillOf(), 'extras', '["a"]')).toEqual({ value: ['a'] })
    expect(readSetting(skillOf(), 'extras', 'a,b')).toHaveProperty('problem')
    const nullable = withProperties({ note: { type: ['string', 'null'] } })
    expect(readSetting(nullable, 'note', 'word')).toEqual({ value: 'word' })
  })

  it('takes a listed value for what it is, however the schema lists it (O70)', () => {
    const skill = withProperties({
      scale: { enum: [2, 4, 'auto', null, { a: 1 }] },
      titled: { oneOf: [{ const: 1, title: 'One' }, { const: 's1' }] },
      fixed: { const: 3 },
      face: { type: ['boolean', 'null'] },
      nullable: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      words: { type: 'string', enum: ['2'] },
      any: {},
    })
    const read = (name: string, text: string) => readSetting(skill, name, text)
    expect(read('scale', '4')).toEqual({ value: 4 })
    expect(read('scale', 'auto')).toEqual({ value: 'auto' })
    expect(read('scale', 'null')).toEqual({ value: 'null' })
    expect(read('scale', '[object Object]')).toEqual({ value: '[object Object]' })
    expect(read('titled', '1')).toEqual({ value: 1 })
    expect(read('titled', 's1')).toEqual({ value: 's1' })
    expect(read('titled', 'none')).toEqual({ value: 'none' })
    expect(read('fixed', '3')).toEqual({ value: 3 })
    expect(read('face', 'true')).toEqual({ value: true })
    expect(read('face', 'yes')).toEqual({ problem: 'face takes JSON of type boolean; “yes” is not.' })
    expect(read('nullable', '12')).toEqual({ value: '12' })
    expect(read('words', '2')).toEqual({ value: '2' })
    expect(read('any', '{"a":1}')).toEqual({ value: { a: 1 } })
    expect(read('any', 'x')).toEqual({ problem: 'any takes JSON; “x” is not.' })
  })

  it.each(['__proto__', 'toString', 'colour'])(
    'keeps text for %s, which is no field, so that it can be refused',
    (name) => {
      expect(readSetting(skillOf(), name, '{"mode":"white"}')).toEqual({ value: '{"mode":"white"}' })
    },
  )
})
