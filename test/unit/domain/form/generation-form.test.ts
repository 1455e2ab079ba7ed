import { describe, expect, it } from 'vitest'
import { checkGeneration, type GenerationInputs } from '../../../../src/domain/form/generation-form.ts'
import { modelOf } from '../../../support/catalogue.ts'

const fieldsOf = (inputs: Partial<GenerationInputs>, model = modelOf()) =>
  checkGeneration(model, { prompt: 'a lighthouse', references: 0, ...inputs }).map((problem) => problem.field)

describe('what stands in the way of a generation', () => {
  it('is nothing when every choice is on the live list (O28, O30)', () => {
    expect(fieldsOf({ aspectRatio: '4:5', resolution: '2K', references: 2 })).toEqual([])
    expect(fieldsOf({ aspectRatio: 'auto' })).toEqual([])
  })

  it.each(['', '   ', '\n\t'])('is a prompt of %j (O27)', (prompt) => {
    expect(fieldsOf({ prompt })).toEqual(['prompt'])
  })

  it('is a ratio that the model does not list, with those that it does (O28, O29)', () => {
    const [problem] = checkGeneration(modelOf(), { prompt: 'x', references: 0, aspectRatio: 'adaptive' })
    expect(problem).toMatchObject({ field: 'aspectRatio' })
    expect(problem?.message).toContain('auto, 1:1, 4:5')
  })

  it('is a resolution that is not listed, in the letters of the list (O30, O31)', () => {
    expect(fieldsOf({ resolution: '4K' })).toEqual(['resolution'])
    expect(fieldsOf({ resolution: '2k' })).toEqual(['resolution'])
    expect(fieldsOf({ resolution: '1K' }, modelOf({ extra: {} }))).toEqual(['resolution'])
  })

  it('is more references than the model takes, and any where it takes none (O34)', () => {
    expect(fieldsOf({ references: 3 })).toEqual(['referenceImages'])
    expect(fieldsOf({ references: 1 }, modelOf({ maxReferences: 0 }))).toEqual(['referenceImages'])
  })

  it('is a model of a kind that this app cannot order yet', () => {
    expect(fieldsOf({}, modelOf({ mediaType: 'video' }))).toEqual(['modelId'])
    expect(fieldsOf({}, modelOf({ mediaType: 'audio' }))).toEqual(['modelId'])
  })

  it('leaves unknown keys of the model alone (O45)', () => {
    expect(fieldsOf({}, modelOf({ extra: { resolutions: 'all', moods: [1, null] } }))).toEqual([])
  })
})
