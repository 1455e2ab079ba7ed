import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import { readModels, readSkills } from '../../../src/engine/catalogue/read-lists.ts'

describe('the list of models', () => {
  it('keeps what it does not know of a model, and fills in nothing (O1, O45, O68, O71)', () => {
    const [model] =
      readModels({ models: [{ id: 'm', extra_config: { moods: ['calm'] }, credits_per_generation: '8' }] }) ?? []
    expect(model).toMatchObject({
      id: 'm',
      name: 'm',
      nominalCredits: null,
      maxReferences: 0,
      extra: { moods: ['calm'] },
    })
  })

  it('leaves out entries that are no models, and keeps the others (O1)', () => {
    expect(readModels({ models: [null, 7, { name: 'x' }, { id: '' }, { id: 'm' }] })?.map((m) => m.id)).toEqual(['m'])
  })

  it.each([null, [], 'no', { data: [] }, { models: {} }] as Json[])(
    'is not read from %j, and no list of our own stands in for it (O1)',
    (body) => {
      expect(readModels(body)).toBeNull()
    },
  )

  it('makes names from outside fit to be shown', () => {
    expect(readModels({ models: [{ id: 'm', name: '\u001b[31mRed\u202e' }] })?.[0]?.name).toBe('[31mRed')
  })
})

describe('the Skills catalogue (O70)', () => {
  const entry = { endpoint: '/api/skills/a-skill/run', inputSchema: { type: 'object' }, pricing: { credits: 2 } }

  it.each([
    ['a list', [entry]],
    ['a member called skills', { success: true, skills: [entry] }],
    ['a member called data', { data: { skills: [entry] } }],
    ['an object keyed by id', { 'a-skill': { ...entry, endpoint: null } }],
    ['a single entry', entry],
    ['entries that name themselves', [{ ...entry, endpoint: null, skill: 'a-skill' }]],
  ] as [string, Json][])('is read from %s', (_, body) => {
    expect(readSkills(body)).toMatchObject([{ id: 'a-skill', pricing: { credits: 2 } }])
  })

  it('without a price has none: absent and null are one (O71)', () => {
    const { pricing: _, ...unpriced } = entry
    expect(readSkills([unpriced])?.[0]?.pricing).toBeNull()
    expect(readSkills([{ ...entry, pricing: null }])?.[0]?.pricing).toBeNull()
  })

  it.each([null, [], {}, 'no', { skills: [] }, [{ pricing: 2 }]] as Json[])('is not read from %j', (body) => {
    expect(readSkills(body)).toBeNull()
  })

  it('ends on a body that goes very deep', () => {
    let deep: Json = entry
    for (let n = 0; n < 2000; n += 1) deep = { deeper: deep }
    expect(readSkills(deep)).toBeNull()
  })
})
