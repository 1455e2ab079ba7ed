import { describe, expect, it } from 'vitest'
import { modelOf } from '../../../support/catalogue.ts'
import { checked, inTheWay, wordsOf } from '../../../support/generation-checks.ts'
import { videoModels } from '../../../support/video-models.ts'

const picture = { url: 'https://pictures.example/a.png' }
const file = { path: '/pictures/a.png' }

describe('the body of a generation', () => {
  it('always names its model and its ratio, and what decides the price (O26, O28, O37)', () => {
    expect(checked()).toEqual({
      fields: { prompt: 'a lighthouse', modelId: 'model-1', aspectRatio: 'auto', resolution: '1K' },
      problems: [],
      notes: [],
    })
    expect(checked({}, videoModels.v).fields).toEqual({
      prompt: 'a lighthouse',
      modelId: 'vid-v',
      aspectRatio: 'auto',
      resolution: '720p',
      tier: 'fast',
      duration: 4,
    })
  })

  it('holds every field that was said, as it was said, and none besides (O47)', () => {
    const said = {
      aspectRatio: '4:5',
      resolution: '2K',
      quality: 'high',
      referenceType: 'style',
      niji7Options: { stylize: 20, raw: true },
    }
    const { fields, problems } = checked({ ...said, prompt: '  spaces  kept ' })
    expect(problems).toEqual([])
    expect(fields).toEqual({ ...said, prompt: '  spaces  kept ', modelId: 'model-1' })
  })

  it('leaves out what the model does not list, and options that nobody set (O35, O45)', () => {
    const bare = modelOf({ extra: { resolutions: 'all', moods: [1, null], tiers: null } })
    expect(checked({}, bare)).toEqual({
      fields: { prompt: 'a lighthouse', modelId: 'model-1', aspectRatio: 'auto' },
      problems: [],
      notes: [],
    })
  })
})

describe('what stands in the way of a generation', () => {
  it.each(['', '   ', '\n\t', '\u00a0\u2003'])('is a prompt of %j (O27)', (prompt) => {
    expect(inTheWay({ prompt })).toEqual(['prompt'])
    expect(wordsOf({ prompt })).toMatch(/Enter a prompt/)
  })

  it.each(['audio', 'model', ''])('is a model that makes %j', (mediaType) => {
    expect(inTheWay({}, modelOf({ mediaType }))).toEqual(['modelId'])
    expect(wordsOf({}, modelOf({ mediaType }))).toMatch(/Choose another model/)
  })

  it.each(['16:9', '1:1 ', '', 'square', 'AUTO', '4:5 '])(
    'is a ratio that is not listed, such as %j, with those that are (O28)',
    (aspectRatio) => {
      expect(inTheWay({ aspectRatio })).toEqual(['aspectRatio'])
      expect(wordsOf({ aspectRatio })).toContain('auto, 1:1, 4:5')
    },
  )

  it.each(['4K', '2k', '1080p', ''])('is a resolution that is not listed in these letters: %j (O30)', (resolution) => {
    expect(inTheWay({ resolution })).toEqual(['resolution'])
    expect(wordsOf({ resolution })).toContain('1K, 2K')
  })

  it('is any resolution where the model lists none (O30)', () => {
    expect(inTheWay({ resolution: '1K' }, modelOf({ extra: {} }))).toEqual(['resolution'])
    expect(wordsOf({ resolution: '1K' }, modelOf({ extra: {} }))).toContain('Leave it out')
  })

  it('is a tier or a duration for a model that makes pictures (O38, O39)', () => {
    expect(inTheWay({ tier: 'pro' })).toEqual(['tier'])
    expect(inTheWay({ duration: 4 })).toEqual(['duration'])
    expect(inTheWay({ referenceVideo: 'https://films.example/a.mp4', referenceVideoDuration: 3 })).toEqual([
      'referenceVideo',
    ])
  })

  it('are all of them at once, each with its field', () => {
    const said = { prompt: ' ', aspectRatio: '7:1', resolution: '9K', quality: 'best', references: [file, file, file] }
    expect(new Set(inTheWay(said))).toEqual(
      new Set(['prompt', 'aspectRatio', 'resolution', 'quality', 'referenceImages']),
    )
  })
})

describe('reference pictures', () => {
  it.each([0, 1, 2])('may be %i where the model takes 2 (O34)', (count) => {
    expect(inTheWay({ references: Array.from({ length: count }, () => file) })).toEqual([])
  })

  it('are one too many at 3, counted together with addresses (O34)', () => {
    expect(inTheWay({ references: [file, picture, file] })).toEqual(['referenceImages'])
    expect(wordsOf({ references: [file, picture, file] })).toMatch(/2 reference pictures at most; there are 3/)
  })

  it('are refused by a model that takes none, in other words (O34)', () => {
    const none = modelOf({ maxReferences: 0 })
    expect(inTheWay({ references: [file] }, none)).toEqual(['referenceImages'])
    expect(wordsOf({ references: [file] }, none)).toMatch(/takes no reference pictures/)
    expect(inTheWay({}, none)).toEqual([])
  })

  it.each([
    'http://pictures.example/a.png',
    'file:///tmp/a.png',
    'https://user:secret@pictures.example/a.png',
    'https://10.0.0.1/a.png',
    'https://[::1]/a.png',
    'https://pictures.example:8080/a.png',
    'https://pictures.example/a.png#x',
  ])('by the address %s are refused (O33, A28)', (url) => {
    expect(inTheWay({ references: [{ url }] })).toEqual(['referenceImages'])
    expect(wordsOf({ references: [{ url }] })).toMatch(/A reference’s address/)
  })

  it('of the configured loopback service itself are taken over plain http', () => {
    const references = [{ url: 'http://127.0.0.1:7000/media/m.png' }]
    expect(inTheWay({ references }, modelOf(), 'http://127.0.0.1:7000')).toEqual([])
    expect(inTheWay({ references }, modelOf(), 'http://127.0.0.1:7001')).toEqual(['referenceImages'])
  })
})
