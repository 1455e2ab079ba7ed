import { describe, expect, it } from 'vitest'
import type { ModelView } from '../../../src/contract/catalogue.ts'
import { emptyForm, formFromDraft } from '../../../src/renderer/forms/create-form.ts'
import { misfit, toGenerationOrder } from '../../../src/renderer/forms/model-fit.ts'

const wide: ModelView = {
  id: 'wide',
  name: 'Wide',
  provider: 'p',
  mediaType: 'image',
  ratios: ['1:1', '4:3'],
  resolutions: ['1K', '2K'],
  tiers: [],
  durations: [],
  adapts: false,
  continuesVideo: false,
  maxReferences: 5,
  nominalCredits: 4,
  listPrice: { credits: 4, per: 'picture', isLowest: false },
}
const plain: ModelView = { ...wide, id: 'plain', name: 'Plain', ratios: ['1:1'], resolutions: ['1K'], maxReferences: 0 }
const form = {
  ...emptyForm,
  prompt: 'dunes',
  aspectRatio: '4:3',
  resolution: '2K',
  references: ['/a.jpg', '/b.jpg'],
  count: 4,
}

describe('an order for a model', () => {
  it('holds all that was chosen where the model has it', () => {
    expect(toGenerationOrder(form, wide)).toEqual({
      prompt: 'dunes',
      modelId: 'wide',
      aspectRatio: '4:3',
      resolution: '2K',
      references: ['/a.jpg', '/b.jpg'],
      count: 4,
    })
    expect(misfit(form, wide)).toBeNull()
  })

  it('leaves out what the model cannot take, and names it', () => {
    expect(toGenerationOrder(form, plain)).toEqual({ prompt: 'dunes', modelId: 'plain', resolution: '1K', count: 4 })
    expect(misfit(form, plain)).toBe(
      'Plain has no 4:3, no 2K and no references. What it can’t use is kept but not sent.',
    )
  })

  it('says the quality only where it was chosen', () => {
    expect(toGenerationOrder({ ...form, quality: 'medium' }, wide).quality).toBe('medium')
    expect(toGenerationOrder(form, wide)).not.toHaveProperty('quality')
    expect(formFromDraft({ ...form, quality: 'best' }).quality).toBeNull()
  })

  it('always says the resolution, since it decides the price', () => {
    expect(toGenerationOrder({ ...form, resolution: null }, wide).resolution).toBe('1K')
  })
})

describe('rows of a table that name a tier (O31)', () => {
  const tier = (name: string, resolutions: string[], continuing = resolutions) => ({ name, resolutions, continuing })
  const film: ModelView = {
    ...wide,
    mediaType: 'video',
    resolutions: ['480p', '720p', '1080p'],
    tiers: [tier('mini', ['480p', '720p']), tier('pro', ['720p', '1080p'], ['1080p'])],
    durations: [4],
    continuesVideo: true,
  }
  const video = { ...emptyForm, prompt: 'x', tier: 'mini' }
  const rows = [{ prompt: 'a' }, { prompt: 'b', tier: 'pro' }, { prompt: 'c', tier: 'pro', resolution: '480p' }]
  const resolutionsOf = (part: Partial<typeof form>, model = film) => {
    const { resolution, variants = [] } = toGenerationOrder({ ...video, ...part }, model, rows)
    return [resolution, ...variants.map((each) => each.resolution)]
  }

  it('take the form’s resolution where that tier has it, else its first; what a row says stays', () => {
    expect(resolutionsOf({})).toEqual(['480p', undefined, '720p', '480p'])
    expect(resolutionsOf({ resolution: '720p' })).toEqual(['720p', undefined, undefined, '480p'])
    const referenceVideo = 'https://films.example/a.mp4'
    expect(resolutionsOf({ resolution: '720p', referenceVideo })).toEqual(['720p', undefined, '1080p', '480p'])
  })

  it('are left to the check where there is nothing to choose from', () => {
    expect(resolutionsOf({}, { ...film, tiers: [], resolutions: [] })).toEqual([
      undefined,
      undefined,
      undefined,
      '480p',
    ])
    const empty = { ...film, tiers: [tier('mini', ['480p']), tier('pro', [])] }
    expect(resolutionsOf({}, empty)).toEqual(['480p', undefined, undefined, '480p'])
  })
})

describe('a draft from the disk', () => {
  it('comes back as it was', () => {
    expect(formFromDraft(JSON.parse(JSON.stringify(form)))).toEqual(form)
  })

  it.each([null, 7, 'text', [], { prompt: 3, references: 'x', count: 1e9 }])('never breaks the form: %j', (draft) => {
    const read = formFromDraft(draft)
    expect(read.prompt).toBe('')
    expect(read.references).toEqual([])
    expect(read.count).toBeLessThanOrEqual(20)
  })
})
