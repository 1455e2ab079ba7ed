import { describe, expect, it } from 'vitest'
import { standingOf } from '../../../../src/domain/form/field-standing.ts'
import { roleOf } from '../../../../src/domain/form/field-words.ts'
import { readable, type SkillField, skillFields } from '../../../../src/domain/form/skill-fields.ts'
import type { Json } from '../../../../src/domain/json.ts'
import { skillOf } from '../../../support/catalogue.ts'
import { background, details, larger, poster } from '../../../support/named-skills.ts'

const asItIs = (text: string): string => text

/** The fields that a schema with these properties leads to. */
const fieldsOf = (properties: { [name: string]: Json }, more: { [key: string]: Json } = {}) =>
  skillFields(skillOf({ materials: null, inputSchema: { type: 'object', properties, ...more } }), asItIs)

const fieldOf = (schema: Json, name = 'thing'): SkillField | undefined => fieldsOf({ [name]: schema })[0]

describe('a Skill’s form', () => {
  it('has every field of the live schema but the number and the accepted price, which the app gives (O70, O93, O110)', () => {
    const names = (skill: typeof poster) => skillFields(skill, asItIs).map(({ name }) => name)
    const listed = (skill: typeof poster) => Object.keys(skill.inputSchema.properties ?? {})
    for (const skill of [poster, details, background, larger])
      expect(names(skill).sort()).toEqual(
        listed(skill)
          .filter((name) => name !== 'requestId' && name !== 'confirmedCredits')
          .sort(),
      )
  })

  it('makes a request of each file for the required picture only; the others go with every request', () => {
    const pictures = skillFields(details, asItIs).filter((field) => field.kind === 'picture')
    expect(pictures.map(({ name, makesRequests, most }) => [name, makesRequests, most])).toEqual([
      ['productImage', true, 1],
      ['modelImage', false, 1],
      ['logo', false, 1],
      ['extraProductImages', false, 2],
    ])
    expect(skillFields(poster, asItIs).some((field) => field.kind === 'picture' && field.makesRequests)).toBe(false)
  })

  it('takes choices from an enumeration or from constants with titles, and what stands at first from the default (O70)', () => {
    expect(fieldOf({ type: 'string', enum: ['own-shop', 'hd', 'auto'], default: 'hd' })).toMatchObject({
      kind: 'choice',
      start: 'hd',
      isRatio: false,
      options: [
        { value: 'own-shop', label: 'Own shop' },
        { value: 'hd', label: 'HD' },
        { value: 'auto', label: 'Automatic' },
      ],
    })
    expect(fieldOf({ oneOf: [{ const: 's1', title: 'Woodcut' }, { const: 2 }] })).toMatchObject({
      kind: 'choice',
      start: null,
      options: [
        { value: 's1', label: 'Woodcut' },
        { value: 2, label: '2' },
      ],
    })
    // A default that is not offered is none.
    expect(fieldOf({ enum: ['a'], default: 'b' })).toMatchObject({ start: null })
  })

  it('knows proportions by their form alone', () => {
    expect(fieldOf({ enum: ['auto', '4:5', '16:9'] })).toMatchObject({ kind: 'choice', isRatio: true })
    expect(fieldOf({ enum: ['4:5', 'wide'] })).toMatchObject({ isRatio: false })
  })

  it('holds texts to the smaller of the schema’s and the document’s length (O101, O104)', () => {
    expect(fieldOf({ type: 'string', maxLength: 9000 }, 'sellingPoints')).toMatchObject({ kind: 'text', most: 2000 })
    expect(fieldOf({ type: 'string', maxLength: 12 }, 'sellingPoints')).toMatchObject({ most: 12, isLong: false })
    expect(fieldOf({ type: 'string' }, 'content')).toMatchObject({ most: 500, isLong: true })
    expect(fieldOf({ type: 'string' })).toMatchObject({ most: null, isLong: true })
  })

  it('counts modules and one’s own together, up to what one request makes (O99, O100)', () => {
    const skill = skillOf({
      materials: null,
      maxOutputImages: 4,
      inputSchema: {
        properties: {
          modules: { type: 'array', items: { enum: ['hero', 'scene'] }, default: ['scene', 'gone'], maxItems: 6 },
          customModules: {
            type: 'array',
            items: {
              required: ['name'],
              properties: { name: { type: 'string', maxLength: 40 }, description: { type: 'string', maxLength: 500 } },
            },
          },
        },
      },
    })
    expect(skillFields(skill, asItIs)).toMatchObject([
      { kind: 'several', start: ['scene'], most: 4, countedWith: 'customModules' },
      {
        kind: 'entries',
        most: 4,
        members: [
          { name: 'name', required: true, most: 40, isLong: false },
          { name: 'description', required: false, most: 500, isLong: true },
        ],
      },
    ])
  })

  it('draws nothing for a shape it does not know, and leaves it to the service', () => {
    expect(fieldOf({ type: 'object' })).toMatchObject({ kind: 'other' })
    expect(fieldOf({ type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } } } })).toMatchObject(
      {
        kind: 'other',
      },
    )
    expect(fieldOf({})).toMatchObject({ kind: 'other' })
  })

  it('reads numbers and switches with their bounds and defaults', () => {
    expect(fieldOf({ type: 'integer', minimum: 1, maximum: 4, default: 2 })).toMatchObject({
      kind: 'number',
      least: 1,
      most: 4,
      isWhole: true,
      start: 2,
    })
    expect(fieldOf({ type: ['boolean', 'null'], default: true })).toMatchObject({ kind: 'switch', start: true })
  })

  it('draws a switch as what the service does by itself, where that is known (O104)', () => {
    expect(fieldOf({ type: 'boolean' }, 'autoCopy')).toMatchObject({ kind: 'switch', start: true })
    expect(fieldOf({ type: 'boolean', default: false }, 'autoCopy')).toMatchObject({ start: false })
    expect(fieldOf({ type: 'boolean' })).toMatchObject({ kind: 'switch', start: false })
  })

  it('draws fields that may be null, or are written elsewhere, as what they are (O70)', () => {
    const $defs = { style: { oneOf: [{ const: 's1', title: 'Woodcut' }] }, part: { type: 'string', maxLength: 40 } }
    const drawn = fieldsOf(
      {
        style: { anyOf: [{ $ref: '#/$defs/style' }, { type: 'null' }], default: 's1' },
        words: { anyOf: [{ type: 'string', maxLength: 12 }, { type: 'null' }], title: 'Words' },
        own: { type: 'array', items: { properties: { name: { $ref: '#/$defs/part' } } } },
        edge: { $ref: '#/$defs/nowhere' },
      },
      { $defs },
    )
    expect(Object.fromEntries(drawn.map((field) => [field.name, field]))).toMatchObject({
      style: { kind: 'choice', start: 's1', options: [{ value: 's1', label: 'Woodcut' }] },
      words: { kind: 'text', label: 'Words', most: 12 },
      own: { kind: 'entries', members: [{ name: 'name', most: 40 }] },
      edge: { kind: 'other' },
    })
  })

  it('asks consent for a smaller original apart from the other switches (O109)', () => {
    expect(skillFields(larger, asItIs).find(({ name }) => name === 'allowDownscale')).toMatchObject({ kind: 'consent' })
  })

  it('shows no word of the catalogue as it came', () => {
    const [field] = skillFields(
      skillOf({
        materials: null,
        inputSchema: {
          properties: { a: { title: 'A\u202e', description: 'B\u202e', oneOf: [{ const: 'x', title: 'C\u202e' }] } },
        },
      }),
      (text) => text.replace('\u202e', ''),
    )
    expect(field).toMatchObject({ label: 'A', description: 'B', options: [{ label: 'C' }] })
  })
})

it('turns the service’s words into ours', () => {
  expect(['extraRequirements', 'own-shop', 'some_words', 'hd', 'low', 'auto'].map(readable)).toEqual([
    'Extra requirements',
    'Own shop',
    'Some words',
    'HD',
    'Low',
    'Automatic',
  ])
})

describe('what becomes of a text', () => {
  it('depends on who writes the copy: a brief for the service, or printed as it stands (O104)', () => {
    expect(roleOf('content', {})?.is).toBe('brief')
    expect(roleOf('content', { autoCopy: true })?.is).toBe('brief')
    expect(roleOf('content', { autoCopy: false })?.is).toBe('printed')
  })

  it('is never print for wishes about the look (O104)', () => {
    for (const name of ['extraNotes', 'customStyle', 'extraRequirements', 'customPrompt'])
      for (const autoCopy of [true, false]) expect(roleOf(name, { autoCopy })?.is, name).toBe('instructs')
  })

  it('is not made up where the document does not say', () => {
    for (const name of ['brand', 'constructor', 'toString']) expect(roleOf(name, {})).toBeNull()
  })
})

describe('a field that the service passes over', () => {
  const all = () => true
  it('is not drawn: ratio and quality on plain white, the scene unless it is one’s own (O105, A18)', () => {
    for (const name of ['ratio', 'quality']) {
      expect(standingOf(name, { mode: 'white' }, all)).toEqual({ is: 'away' })
      expect(standingOf(name, { mode: 'smart' }, all)).toEqual({ is: 'used' })
    }
    expect(standingOf('customPrompt', { mode: 'smart' }, all)).toEqual({ is: 'away' })
    expect(standingOf('customPrompt', { mode: 'custom' }, all)).toEqual({ is: 'used' })
  })

  it('says why where a style of one’s own wins (O104)', () => {
    expect(standingOf('styleId', { customStyle: 'loud' }, all)).toMatchObject({ is: 'passed-over' })
    expect(standingOf('styleId', { customStyle: '  ' }, all)).toEqual({ is: 'used' })
  })

  it('is none in a Skill with other fields of the same name', () => {
    const only = (name: string) => name === 'mode' || name === 'quality'
    expect(standingOf('quality', { mode: 'white' }, only)).toEqual({ is: 'used' })
    expect(standingOf('styleId', { customStyle: 'loud' }, (name) => name === 'styleId')).toEqual({ is: 'used' })
  })
})

it('names that mean nothing are told apart by their place, and a field of the document has a name to read', () => {
  const styles = ['style-2hn9y', 'style-x81mp', 'ink-wash', 'hd']
  const [style, locale] = fieldsOf({ styleId: { type: 'string', enum: styles }, uiLocale: { type: 'string' } })
  expect(style?.kind === 'choice' && style.options.map(({ label }) => label)).toEqual([
    'Style 1',
    'Style 2',
    'Ink wash',
    'HD',
  ])
  expect(locale?.label).toBe('Fallback language')
})
