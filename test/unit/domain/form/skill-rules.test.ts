import { describe, expect, it } from 'vitest'
import type { Skill } from '../../../../src/domain/catalogue/skill.ts'
import { applySkillRules, takesOriginal } from '../../../../src/domain/form/skill-rules.ts'
import type { Json } from '../../../../src/domain/json.ts'
import { skillOf } from '../../../support/catalogue.ts'
import { background, details, larger, poster } from '../../../support/named-skills.ts'

const ruled = (skill: Skill, values: Record<string, Json>, pictures: string[] = []) =>
  applySkillRules(
    skill,
    values,
    pictures.map((field) => ({ field })),
  )
const inTheWay = (...said: Parameters<typeof ruled>) => ruled(...said).problems.map(({ field }) => field)
const words = (...said: Parameters<typeof ruled>) =>
  ruled(...said)
    .problems.map(({ message }) => message)
    .join(' ')

describe('texts', () => {
  it.each([
    [details, 'productName', 200],
    [details, 'sellingPoints', 2000],
    [details, 'extraRequirements', 500],
    [details, 'uiLocale', 35],
    [poster, 'brand', 60],
    [poster, 'content', 500],
    [poster, 'extraNotes', 500],
    [poster, 'customStyle', 200],
    [poster, 'uiLocale', 35],
    [background, 'customPrompt', 300],
  ])(
    'of $id: %s has at most %i characters, counted as people count and trimmed (O101, O104, O105)',
    (skill, name, most) => {
      for (const character of ['a', 'é', '漢', '🎈']) {
        expect(inTheWay(skill, { [name]: character.repeat(most) })).toEqual([])
        expect(inTheWay(skill, { [name]: `\n ${character.repeat(most)}\t ` })).toEqual([])
        expect(inTheWay(skill, { [name]: character.repeat(most + 1) })).toEqual([name])
      }
      expect(words(skill, { [name]: 'a'.repeat(most + 1) })).toBe(
        `${name} has ${most + 1} characters; the limit is ${most}. Shorten it.`,
      )
    },
  )

  it('go out trimmed, so that whoever counts finds the same length (O104)', () => {
    expect(ruled(poster, { brand: '  Lumen \n', content: ' two  words ' }).fields).toEqual({
      brand: 'Lumen',
      content: 'two  words',
    })
  })

  it.each(['', ' ', '\n\t'])('a brand of %j is none (O104)', (brand) => {
    expect(inTheWay(poster, { brand })).toEqual(['brand'])
    expect(words(poster, { brand })).toBe('brand is required.')
  })

  it('of one character are enough for a brand, and optional ones may be empty (O104)', () => {
    expect(inTheWay(poster, { brand: 'x', content: '', extraNotes: '', customStyle: '' })).toEqual([])
  })

  it('that are no texts are left to the schema', () => {
    expect(inTheWay(poster, { brand: 5, content: null })).toEqual([])
  })
})

describe('the modules of product details (§4.11)', () => {
  const all = ['hero', 'detail', 'scene', 'material', 'usage', 'brand']
  const own = (name = 'Box', description = 'Its box.') => ({ name, description })
  const owns = (count: number) => Array.from({ length: count }, (_, index) => own(`Box ${index}`))

  it('are always sent: those of the document, else of the schema, where nobody said any (O99, A20)', () => {
    expect(ruled(details, {}).fields.modules).toEqual(['hero', 'detail', 'scene'])
    const { properties = {} } = details.inputSchema
    const schema = {
      ...details.inputSchema,
      properties: { ...(properties as object), modules: { type: 'array', default: ['x'] } },
    }
    expect(ruled(skillOf({ inputSchema: schema as { [key: string]: Json } }), {}).fields.modules).toEqual(['x'])
  })

  it('may be none beside custom ones: an empty list means custom ones only (O99)', () => {
    expect(ruled(details, { modules: [], customModules: [own()] })).toMatchObject({
      fields: { modules: [], customModules: [own()] },
      problems: [],
    })
  })

  it.each([
    [1, 0],
    [0, 1],
    [6, 0],
    [0, 6],
    [3, 3],
  ])('are 1 to 6 together: %i and %i are right (O99)', (modules, custom) => {
    expect(inTheWay(details, { modules: all.slice(0, modules), customModules: owns(custom) })).toEqual([])
  })

  it.each([
    [0, 0],
    [6, 1],
    [1, 6],
    [0, 7],
  ])('are 1 to 6 together: %i and %i are wrong (O99)', (modules, custom) => {
    const values = { modules: all.slice(0, modules), customModules: owns(custom) }
    expect(inTheWay(details, values)).toEqual(['modules'])
    expect(words(details, values)).toContain(`There are ${modules + custom} modules. Choose 1 to 6`)
  })

  it('stand once each (O99)', () => {
    expect(inTheWay(details, { modules: ['hero', 'hero'] })).toEqual(['modules'])
    expect(words(details, { modules: ['hero', 'hero'] })).toContain('twice')
  })

  it('of one’s own have a name of 1 to 40 and a description of 1 to 500 characters (O100)', () => {
    for (const right of [own('🎈'.repeat(40), '漢'.repeat(500)), own('a', 'b'), own(`  ${'a'.repeat(40)} `)])
      expect(inTheWay(details, { modules: [], customModules: [right] })).toEqual([])
    const wrong: Json[] = [
      own('🎈'.repeat(41)),
      own('a', '漢'.repeat(501)),
      own(''),
      own(' '),
      own('a', ' '),
      { name: 'a' },
      { description: 'a' },
      { name: 1, description: 'a' },
      {},
      [],
      'Box',
      null,
      { ...own(), colour: 'red' },
    ]
    for (const entry of wrong)
      expect(inTheWay(details, { modules: [], customModules: [entry] }), JSON.stringify(entry)).toEqual([
        'customModules',
      ])
    expect(words(details, { modules: [], customModules: [own(), own('')] })).toContain('Custom module 2')
  })

  it('of one’s own go out trimmed (O100)', () => {
    expect(ruled(details, { modules: [], customModules: [own(' Box ', ' Its box. ')] }).fields.customModules).toEqual([
      own(),
    ])
  })
})

describe('more pictures', () => {
  it.each([
    [details, 'extraProductImages', 2],
    [poster, 'productImages', 3],
  ])('of $id: %s takes %i at most (O101, O104)', (skill, name, most) => {
    const given = (count: number) => Array.from({ length: count }, () => name)
    expect(inTheWay(skill, { brand: 'x' }, [...given(most), 'logo'])).toEqual([])
    expect(inTheWay(skill, { brand: 'x' }, given(most + 1))).toEqual([name])
    expect(words(skill, { brand: 'x' }, given(most + 1))).toContain(`up to ${most} pictures; there are ${most + 1}`)
  })
})

describe('the style of a poster (§4.12)', () => {
  it('in words wins over a listed one, which is then not sent, and that is said (O104)', () => {
    const { fields, notes } = ruled(poster, { brand: 'x', styleId: 'swiss', customStyle: 'ink on rice paper' })
    expect(fields).toEqual({ brand: 'x', customStyle: 'ink on rice paper' })
    expect(notes.join()).toContain('used instead of styleId')
  })

  it('in empty words wins over nothing (O104)', () => {
    for (const customStyle of ['', '  '])
      expect(ruled(poster, { brand: 'x', styleId: 'swiss', customStyle }).fields).toMatchObject({ styleId: 'swiss' })
    expect(ruled(poster, { brand: 'x', styleId: 'swiss' })).toMatchObject({ fields: { styleId: 'swiss' }, notes: [] })
  })
})

describe('the background (§4.13)', () => {
  it.each([undefined, '', '  ', 5, null] as (Json | undefined)[])(
    'in the mode “custom” needs its prompt, and %j is none (O105)',
    (customPrompt) => {
      const values: Record<string, Json> = { mode: 'custom', ...(customPrompt === undefined ? {} : { customPrompt }) }
      expect(inTheWay(background, values)).toEqual(['customPrompt'])
    },
  )

  it('in the mode “custom” takes it (O105)', () => {
    expect(inTheWay(background, { mode: 'custom', customPrompt: 'on moss' })).toEqual([])
  })

  it('in the mode “white” leaves out what the service ignores, and says so (A18, O105)', () => {
    const { fields, notes } = ruled(background, { mode: 'white', ratio: '1:1', quality: 'hd' })
    expect(fields).toEqual({ mode: 'white' })
    expect(notes).toHaveLength(2)
  })

  it.each(['smart', 'custom'])('in the mode “%s” keeps ratio and quality (O105)', (mode) => {
    const values = { mode, customPrompt: 'on moss', ratio: '1:1', quality: 'hd' }
    expect(ruled(background, values).fields).toEqual(values)
  })

  it('says that a prompt is used in the mode “custom” only (O105)', () => {
    expect(ruled(background, { customPrompt: 'on moss' })).toMatchObject({ problems: [] })
    expect(ruled(background, { customPrompt: 'on moss' }).notes.join()).toContain('“custom”')
    expect(ruled(background, { mode: 'custom', customPrompt: 'on moss' }).notes).toEqual([])
  })

  it('takes the schema’s own default for the mode (O70)', () => {
    const properties = { mode: { type: 'string', default: 'custom' }, customPrompt: { type: 'string' } }
    expect(inTheWay(skillOf({ inputSchema: { type: 'object', properties } }), {})).toEqual(['customPrompt'])
  })
})

describe('the upscale (§4.14)', () => {
  it.each([0, 5, '5', null] as Json[])(
    'gets confirmedCredits from the accepted price, never from the user: %j (O110)',
    (credits) => {
      expect(inTheWay(larger, { confirmedCredits: credits })).toEqual(['confirmedCredits'])
    },
  )

  it('may be allowed a smaller copy by the user’s own word (O109)', () => {
    expect(ruled(larger, { allowDownscale: true })).toMatchObject({ fields: { allowDownscale: true }, problems: [] })
    expect(ruled(larger, {}).fields).toEqual({})
  })

  it('is told from other Skills by its fields: it alone takes the original (O107, O108)', () => {
    expect([details, poster, background, larger].map(takesOriginal)).toEqual([false, false, false, true])
  })
})

describe('a Skill that has none of these fields', () => {
  it('meets none of these rules', () => {
    const values = { note: 'x'.repeat(5000), mode: 'white', quality: 'hd', ratio: '1:1' }
    expect(ruled(skillOf(), values, ['productImages', 'productImages', 'productImages', 'productImages'])).toEqual({
      fields: values,
      problems: [],
      notes: [],
    })
  })
})
