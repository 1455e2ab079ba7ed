import { describe, expect, it } from 'vitest'
import { checkSkill, defaultsOf, pictureFields, readSetting } from '../../../../src/domain/form/skill-form.ts'
import type { Json } from '../../../../src/domain/json.ts'
import { skillOf } from '../../../support/catalogue.ts'

const problemsOf = (fields: Record<string, Json>, pictures = ['picture'], skill = skillOf()) =>
  checkSkill(skill, fields, pictures)

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

  it.each(['__proto__', 'constructor', 'toString'])('is a field called %s, which every object has', (name) => {
    expect(problemsOf(JSON.parse(`{"${name}":"x"}`)).map((p) => p.field)).toEqual([name])
  })

  it('is a requestId from the user: the number belongs to the app (O93, I2)', () => {
    expect(problemsOf({ requestId: '0b7c3a52-6f0e-4c39-9d6b-5a6f3f1f2a01' }).map((p) => p.field)).toEqual(['requestId'])
  })

  it('is a required picture that is not there', () => {
    expect(problemsOf({}, [])).toEqual([{ field: 'picture', message: 'A picture is needed. Add a file.' }])
  })

  it('is a value that the schema does not take, by its field', () => {
    expect(problemsOf({ mode: 'sepia' }).map((p) => p.field)).toContain('mode')
    expect(problemsOf({ note: 'much too long' }).map((p) => p.field)).toContain('note')
    expect(problemsOf({ note: 3 }).map((p) => p.field)).toContain('note')
  })

  it('is found in a schema without properties, too', () => {
    const bare = skillOf({ inputSchema: { type: 'object' }, materials: null })
    expect(problemsOf({ anything: 1 }, [], bare).map((p) => p.field)).toEqual(['anything'])
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
})

describe('defaults and settings', () => {
  it('takes the schema’s own defaults', () => {
    expect(defaultsOf(skillOf())).toEqual({ mode: 'smart' })
  })

  it('reads text as it is for string fields and JSON for others', () => {
    expect(readSetting(skillOf(), 'note', '12')).toEqual({ value: '12' })
    expect(readSetting(skillOf(), 'extras', '["a"]')).toEqual({ value: ['a'] })
    expect(readSetting(skillOf(), 'extras', 'a,b')).toHaveProperty('problem')
  })
})
