import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import {
  addressFile,
  filledCount,
  labelled,
  problemWords,
  type SkillForm,
  standingValues,
  toSkillOrder,
} from '../../../src/renderer/forms/skill-form.ts'
import { file } from './requests.ts'
import { background, set, skillView } from './skills.ts'

const form = (part: Partial<SkillForm>): SkillForm => ({ values: {}, files: [], pictures: {}, reencode: [], ...part })
const one = [file('cup.jpg')]

describe('the order of a Skill’s form', () => {
  const skill = skillView(background, ['productImage'])

  it('sends what stands chosen, the schema’s own choices among it, so that nothing shown is left to chance (O70)', () => {
    expect(toSkillOrder(skill, form({ files: one }))).toEqual({
      skill: 'a-skill',
      files: ['f_cup.jpg'],
      values: { mode: 'smart', ratio: 'auto', quality: 'fast' },
    })
  })

  it('leaves out what the service would pass over, and keeps it on the form (O105, A18)', () => {
    const values = { mode: 'white', quality: 'hd', customPrompt: 'A shelf' }
    expect(toSkillOrder(skill, form({ files: one, values }))?.values).toEqual({ mode: 'white' })
    expect(toSkillOrder(skill, form({ files: one, values: { ...values, mode: 'custom' } }))?.values).toEqual({
      mode: 'custom',
      quality: 'hd',
      ratio: 'auto',
      customPrompt: 'A shelf',
    })
  })

  it('leaves out what the catalogue does not offer any more, fields and words (O92)', () => {
    const values = { mode: 'sparkle', gone: 'x' }
    expect(toSkillOrder(skill, form({ files: one, values }))?.values).toMatchObject({ mode: 'smart' })
    expect(toSkillOrder(skill, form({ files: one, values }))?.values).not.toHaveProperty('gone')
  })

  it('is none without a file that can be used, where each file is a request', () => {
    expect(toSkillOrder(skill, form({}))).toBeNull()
    expect(toSkillOrder(skill, form({ files: [file('notes.txt', 'This is no picture.')] }))).toBeNull()
  })

  it('sends the accepted copies only of files that are part of it (A1)', () => {
    const reencode = ['f_cup.jpg', 'f_gone.jpg']
    expect(toSkillOrder(skill, form({ files: one, reencode }))?.reencode).toEqual(['f_cup.jpg'])
  })
})

describe('the order of a set', () => {
  const skill = skillView(set, ['productImage'])
  const modules = skill.fields.find((field) => field.kind === 'several')

  it('keeps modules in the catalogue’s order, and an empty choice is a choice (O99)', () => {
    const values = { modules: ['scene', 'hero'], customModules: [{ name: ' ', description: '' }] }
    expect(toSkillOrder(skill, form({ files: one, values }))?.values).toEqual({ modules: ['hero', 'scene'] })
    expect(toSkillOrder(skill, form({ files: one, values: { modules: [] } }))?.values).toEqual({ modules: [] })
  })

  it('counts modules of one’s own as soon as something is written in them (O99, O100)', () => {
    const customModules = [
      { name: '', description: '' },
      { name: 'Size', description: '' },
    ]
    expect(modules && filledCount(modules, skill.fields, { customModules })).toBe(3)
  })

  it('takes other pictures along for every request, those that cannot be used left out', () => {
    const pictures = { logo: [file('logo.png')], extras: [file('a.jpg'), file('b.txt', 'This is no picture.')] }
    expect(toSkillOrder(skill, form({ files: one, pictures }))?.pictures).toEqual([
      { field: 'logo', source: 'f_logo.png' },
      { field: 'extras', source: 'f_a.jpg' },
    ])
  })
})

it('makes a request of words alone where no picture is required', () => {
  const skill = skillView({ brand: { type: 'string' }, styleId: { enum: ['a', 'b'] } })
  expect(toSkillOrder(skill, form({ values: { brand: 'Kiln' } }))).toEqual({
    skill: 'a-skill',
    files: [],
    values: { brand: 'Kiln' },
  })
  // Empty texts and a style that nobody chose are not values.
  expect(standingValues(skill.fields, { brand: '  ' })).toEqual({})
})

describe('what nobody touched', () => {
  it('sends a switch as it is drawn, never the opposite (O104)', () => {
    const { fields } = skillView({ autoCopy: { type: 'boolean' }, shadow: { type: 'boolean' } })
    expect(standingValues(fields, {})).toEqual({ autoCopy: true, shadow: false })
    expect(standingValues(fields, { autoCopy: false, shadow: true })).toEqual({ autoCopy: false, shadow: true })
  })

  it('leaves a list out that starts with nothing, but modules, where that would be three (O99)', () => {
    const items: Json = { enum: ['a', 'b'] }
    const { fields } = skillView({
      angles: { type: 'array', items, minItems: 1 },
      tags: { type: 'array', items, default: ['a'] },
      modules: { type: 'array', items },
    })
    expect(standingValues(fields, {})).toEqual({ tags: ['a'], modules: [] })
    expect(standingValues(fields, { angles: [], tags: [] })).toEqual({ tags: [], modules: [] })
    expect(standingValues(fields, { angles: ['b'] })).toMatchObject({ angles: ['b'] })
  })
})

it('says a problem with the label in place of the service’s name for a field', () => {
  const { fields } = skillView(background)
  expect(labelled('The mode “custom” needs customPrompt: say what the background is.', fields)).toBe(
    'The “Mode” “custom” needs “Scene”: say what the background is.',
  )
})

it('one’s own modules have one name, in the form and in what is wrong with them (O100)', () => {
  const { fields } = skillView({
    modules: { type: 'array', items: { enum: ['hero'] }, title: 'Modules' },
    customModules: { type: 'array', items: { type: 'object', properties: {} }, title: 'Own modules' },
  })
  expect(labelled('Custom module 2 needs a name of 1 to 40 characters.', fields)).toBe(
    '“Own modules” 2 needs a name of 1 to 40 characters.',
  )
})

it('takes a field’s name from the service as it is, whatever stands in it (O92)', () => {
  const names = { 'size[': 'Size ($& or $1)', 'a.b': 'Both', mode: 'The mode of size', '(': 'Open', '': 'Nothing' }
  const { fields } = skillView(
    Object.fromEntries(Object.entries(names).map(([name, title]) => [name, { type: 'string', title }])),
  )
  expect(labelled('size[ and a.b, not axb, go with mode and modes.', fields)).toBe(
    '“Size ($& or $1)” and “Both”, not axb, go with “The mode of size” and modes.',
  )
})

it('names a picture by the last part of its address, however it is written', () => {
  expect(addressFile('https://a.test/x/caf%C3%A9.jpg?size=2').name).toBe('café.jpg')
  expect(addressFile('https://a.test/%E0%A4%A.jpg').name).toBe('%E0%A4%A.jpg')
})

it('asks for what is missing by its label, and names any other trouble by it', () => {
  const { fields } = skillView({ brand: { type: 'string' }, ownStyle: { type: 'string' } })
  const missing = (field: string) => ({ field, message: `${field} is required.`, isMissing: true as const })
  expect(problemWords(missing('brand'), fields)).toBe('Enter a brand.')
  expect(problemWords(missing('ownStyle'), fields)).toBe('Enter an own style.')
  expect(problemWords(missing('other'), fields)).toBe('other is required.')
  expect(problemWords({ field: 'ownStyle', message: 'ownStyle has 201 characters.' }, fields)).toBe(
    '“Own style” has 201 characters.',
  )
})
