import { describe, expect, it } from 'vitest'
import { modelOf } from '../../../support/catalogue.ts'
import { checked, inTheWay, wordsOf } from '../../../support/generation-checks.ts'
import { videoModels } from '../../../support/video-models.ts'

const { s, v, k, h, a } = videoModels
const reference = { references: [{ url: 'https://pictures.example/a.png' }] }
const continued = { referenceVideo: 'https://films.example/a.mp4', referenceVideoDuration: 3 }

describe('the duration of a video', () => {
  it.each([
    [s, 4, 15],
    [k, 4, 15],
    [h, 3, 15],
    [a, 5, 5],
  ])('of $id goes from %i to %i seconds (O38)', (model, first, last) => {
    expect(inTheWay({ duration: first }, model)).toEqual([])
    expect(inTheWay({ duration: last }, model)).toEqual([])
    expect(inTheWay({ duration: first - 1 }, model)).toEqual(['duration'])
    expect(inTheWay({ duration: last + 1 }, model)).toEqual(['duration'])
  })

  it.each([3, 5, 7, 9, 4.5, 0, -4, Number.NaN, Number.POSITIVE_INFINITY])(
    'is not %d where 4, 6 and 8 are listed (O38)',
    (duration) => {
      expect(inTheWay({ duration }, v)).toEqual(['duration'])
    },
  )

  it('that is left out becomes the first listed one, is sent, and the trap is named (O37, O44)', () => {
    for (const model of [s, v, k, h, a]) {
      const { fields, problems, notes } = checked({}, model)
      expect(problems).toEqual([])
      expect(fields.duration).toBe((model.extra.durations as number[])[0])
      expect(notes.join()).toContain('500 credits')
    }
    expect(checked({ duration: 4 }, k).notes).toEqual([])
  })

  it('must be given where the model lists none: without it a flat price would be charged (O37)', () => {
    const unlisted = modelOf({ mediaType: 'video', extra: { pricingPerSec: 3 } })
    expect(inTheWay({}, unlisted)).toEqual(['duration'])
    expect(checked({ duration: 7 }, unlisted)).toMatchObject({ fields: { duration: 7 }, problems: [] })
    expect(inTheWay({ duration: 0 }, unlisted)).toEqual(['duration'])
  })
})

describe('tier and resolution', () => {
  it('go together as the model lists them, every pair of them (O30, O31, O39)', () => {
    const there = new Set(['mini 480p', 'mini 720p', 'fast 480p', 'fast 720p', 'pro 720p', 'pro 1080p', 'pro 4k'])
    for (const tier of ['mini', 'fast', 'pro'])
      for (const resolution of ['480p', '720p', '1080p', '4k']) {
        const pair = `${tier} ${resolution}`
        expect(inTheWay({ tier, resolution }, s), pair).toEqual(there.has(pair) ? [] : ['resolution'])
      }
  })

  it('name the tier that has the resolution (O31)', () => {
    for (const resolution of ['1080p', '4k'])
      for (const tier of ['mini', 'fast'])
        expect(wordsOf({ tier, resolution }, s)).toContain('Choose the tier pro, or 480p, 720p.')
    expect(wordsOf({ resolution: '4k' }, s)).toContain('pro')
  })

  it('are written in small letters for videos (O30, O31)', () => {
    expect(inTheWay({ tier: 'pro', resolution: '4K' }, s)).toEqual(['resolution'])
    expect(inTheWay({ tier: 'pro', resolution: '4k' }, v)).toEqual([])
    expect(inTheWay({ resolution: '4k' }, v)).toEqual([])
  })

  it.each(['mini', 'Fast', '', 'ultra', 'toString', '__proto__'])(
    'have no tier %j where only fast and pro are listed (O39)',
    (tier) => {
      expect(inTheWay({ tier }, v)).toEqual(['tier'])
      expect(wordsOf({ tier }, v)).toContain('fast, pro')
    },
  )

  it('have no tier at all where none is listed (O39)', () => {
    expect(inTheWay({ tier: 'fast' }, k)).toEqual(['tier'])
    expect(checked({}, k).fields).not.toHaveProperty('tier')
  })

  it('become the first listed ones, that of the tier where it has its own list (O30, O39)', () => {
    expect(checked({}, s).fields).toMatchObject({ tier: 'mini', resolution: '480p' })
    expect(checked({ tier: 'pro' }, s).fields).toMatchObject({ tier: 'pro', resolution: '720p' })
    expect(checked({}, v).fields).toMatchObject({ tier: 'fast', resolution: '720p' })
  })
})

describe('the ratio of a video', () => {
  it('is explicit for text alone where the model adapts: what is left out would be adaptive (O28, O29)', () => {
    expect(checked({}, s).fields.aspectRatio).toBe('16:9')
    expect(checked(reference, s).fields.aspectRatio).toBe('adaptive')
    expect(checked(continued, s).fields.aspectRatio).toBe('adaptive')
    expect(checked({}, k).fields.aspectRatio).toBe('auto')
  })

  it('is adaptive only with a reference, and only where the model adapts (O29)', () => {
    const aspectRatio = 'adaptive'
    expect(inTheWay({ aspectRatio }, s)).toEqual(['aspectRatio'])
    expect(wordsOf({ aspectRatio }, s)).toContain('16:9, 9:16')
    expect(inTheWay({ aspectRatio, ...reference }, s)).toEqual([])
    expect(inTheWay({ aspectRatio, ...continued }, s)).toEqual([])
    for (const model of [v, k, h, a, modelOf()])
      expect(inTheWay({ aspectRatio, ...reference }, model)).toContain('aspectRatio')
  })

  it('is never adaptive or auto for text alone, even where the live list names them (O28, O29)', () => {
    const listing = modelOf({ ...s, ratios: ['adaptive', 'auto', '16:9'] })
    expect(inTheWay({ aspectRatio: 'adaptive' }, listing)).toEqual(['aspectRatio'])
    expect(inTheWay({ aspectRatio: 'auto' }, listing)).toEqual(['aspectRatio'])
    expect(checked({}, listing)).toMatchObject({ fields: { aspectRatio: '16:9' }, problems: [] })
    expect(inTheWay({ aspectRatio: 'adaptive', ...reference }, listing)).toEqual([])
  })

  it('is asked for where the list gives none to choose from (O28)', () => {
    expect(inTheWay({}, modelOf({ ...s, ratios: [] }))).toEqual(['aspectRatio'])
  })
})

describe('a reference video', () => {
  it('goes with its seconds to a model that continues videos (O40, O41)', () => {
    expect(checked(continued, s)).toMatchObject({ fields: continued, problems: [] })
  })

  it('is refused by every other model (O40)', () => {
    for (const model of [v, k, h, a]) {
      expect(inTheWay(continued, model)).toEqual(['referenceVideo'])
      expect(wordsOf(continued, model)).toContain('choose another model')
    }
  })

  it.each(['/films/a.mp4', './a.mp4', 'C:\\films\\a.mp4', 'file:///films/a.mp4', 'http://films.example/a.mp4'])(
    'from %s is refused, naming the rule and that a local file cannot be used (O40)',
    (referenceVideo) => {
      expect(inTheWay({ ...continued, referenceVideo }, s)).toEqual(['referenceVideo'])
      expect(wordsOf({ ...continued, referenceVideo }, s)).toMatch(/https:\/\/.*a file on this computer cannot be used/)
    },
  )

  it.each([undefined, 0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    'needs its seconds, and %d is none: left out they count as 0 (O41)',
    (referenceVideoDuration) => {
      expect(inTheWay({ ...continued, referenceVideoDuration }, s)).toEqual(['referenceVideoDuration'])
    },
  )

  it('that is not there has no seconds (O41)', () => {
    expect(inTheWay({ referenceVideoDuration: 3 }, s)).toEqual(['referenceVideoDuration'])
  })

  it('counts beside reference pictures, and does not use them up (O34, O40)', () => {
    const two = { references: [{ path: '/a.png' }, { path: '/b.png' }] }
    expect(inTheWay({ ...continued, ...two }, s)).toEqual([])
  })
})
