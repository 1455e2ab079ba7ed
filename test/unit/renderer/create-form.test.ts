import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ModelView } from '../../../src/contract/catalogue.ts'
import { mostOfOnePrompt } from '../../../src/contract/limits.ts'
import { billingWarnings } from '../../../src/renderer/features/create/billing-warnings.ts'
import { emptyForm, formFromDraft, formOfOrder, withMedia } from '../../../src/renderer/forms/create-form.ts'
import {
  durationOf,
  misfit,
  ratioOf,
  ratiosOf,
  resolutionOf,
  resolutionPairs,
  resolutionsHere,
  secondsWords,
  tierOf,
  toGenerationOrder,
} from '../../../src/renderer/forms/model-fit.ts'
import { presetsFromDraft, withFormPreset, withoutFormPreset } from '../../../src/renderer/forms/presets.ts'

const tiered: ModelView = {
  id: 'tiered',
  name: 'Tiered',
  provider: 'p',
  mediaType: 'video',
  ratios: ['16:9', '9:16'],
  resolutions: ['480p', '720p', '1080p', '4k'],
  tiers: [
    { name: 'mini', resolutions: ['480p', '720p'], continuing: ['480p', '720p'] },
    { name: 'pro', resolutions: ['720p', '1080p', '4k'], continuing: ['720p', '1080p'] },
  ],
  durations: [4, 5, 6, 7],
  adapts: true,
  continuesVideo: true,
  maxReferences: 2,
  nominalCredits: 240,
  listPrice: { credits: 9, per: 'second', isLowest: true },
}
const flat: ModelView = {
  ...tiered,
  id: 'flat',
  name: 'Flat',
  tiers: [],
  resolutions: ['720p'],
  durations: [5],
  adapts: false,
  continuesVideo: false,
  nominalCredits: null,
  listPrice: { credits: 44, per: 'clip', isLowest: false },
}
const image: ModelView = { ...flat, id: 'image', name: 'Image', mediaType: 'image', durations: [], resolutions: ['1K'] }

describe('a form with several models', () => {
  const form = { ...emptyForm, media: 'video' as const, prompt: 'waves', resolution: '480p', tier: 'pro' }

  it('sends each model only what it has, and as many references as it takes', () => {
    const fewer = { ...flat, maxReferences: 1 }
    const references = ['https://a.example/1.png', 'https://a.example/2.png']
    const order = toGenerationOrder({ ...form, references }, tiered, undefined, [fewer])
    expect(order).toMatchObject({ modelId: 'tiered', tier: 'pro', resolution: '720p', references })
    expect(order.alongside).toEqual([{ modelId: 'flat', resolution: '720p', duration: 5, references: 1 }])
    expect(toGenerationOrder(form, tiered)).not.toHaveProperty('alongside')
  })

  it('gives a model prompts of its own only where a choice of theirs is another for it', () => {
    const half = { ...tiered, id: 'half', tiers: [{ name: 'mini', resolutions: ['480p'], continuing: ['480p'] }] }
    const at = { ...form, tier: 'mini', resolution: '720p' }
    const same = toGenerationOrder(at, tiered, [{ prompt: 'a' }], [half])
    expect(same.alongside?.[0]).not.toHaveProperty('variants')
    const own = toGenerationOrder({ ...at, resolution: '480p' }, tiered, [{ prompt: 'a', tier: 'pro' }], [half])
    expect(own.variants).toEqual([{ prompt: 'a', tier: 'pro', resolution: '720p' }])
    expect(own.alongside?.[0]?.variants).toEqual([{ prompt: 'a', tier: 'pro' }])
  })

  it('comes back from a draft with its models, whatever else stands there', () => {
    expect(formFromDraft({ ...form, beside: ['one', 7, 'two'] }).beside).toEqual(['one', 'two'])
    expect(formFromDraft({ ...form, beside: 'one' }).beside).toEqual([])
  })
})

describe('a form for videos', () => {
  const form = { ...emptyForm, media: 'video' as const, prompt: 'waves' }

  it('says tier, resolution, duration and ratio always, since they decide the price (O37, O28)', () => {
    expect(toGenerationOrder(form, tiered)).toEqual({
      prompt: 'waves',
      modelId: 'tiered',
      aspectRatio: '16:9',
      tier: 'mini',
      resolution: '480p',
      duration: 4,
      count: 1,
    })
    expect(toGenerationOrder(form, flat)).toMatchObject({ resolution: '720p', duration: 5 })
    expect(toGenerationOrder(form, flat)).not.toHaveProperty('tier')
  })

  it('offers a resolution only with a tier that makes it, and says which does (O30, O31)', () => {
    expect(resolutionPairs(form, tiered)).toEqual([
      { value: '480p', off: false, needs: ['mini'] },
      { value: '720p', off: false, needs: ['mini', 'pro'] },
      { value: '1080p', off: true, needs: ['pro'] },
      { value: '4k', off: true, needs: ['pro'] },
    ])
    const pro = { ...form, tier: 'pro', resolution: '4k' }
    expect(toGenerationOrder(pro, tiered)).toMatchObject({ tier: 'pro', resolution: '4k' })
    const continued = { ...pro, referenceVideo: 'https://a.example/v.mp4', referenceVideoSeconds: 3 }
    expect(resolutionsHere(continued, tiered)).toEqual(['720p', '1080p'])
    expect(misfit({ ...pro, tier: 'mini' }, tiered)).toContain('no 4k in mini')
  })

  it('adapts its ratio only to a reference (O29)', () => {
    expect(ratiosOf(form, tiered)).toEqual(['16:9', '9:16'])
    const referenced = { ...form, references: ['/a.jpg'] }
    expect(ratiosOf(referenced, tiered)).toEqual(['adaptive', '16:9', '9:16'])
    expect(ratioOf(referenced, tiered)).toBe('adaptive')
    expect(ratioOf({ ...referenced, aspectRatio: '9:16' }, tiered)).toBe('9:16')
    expect(ratioOf({ ...form, aspectRatio: 'adaptive' }, flat)).toBe('auto')
  })

  it('sends a reference video with its seconds, and only to a model that continues (O40, O41)', () => {
    const continued = { ...form, referenceVideo: ' https://a.example/v.mp4 ', referenceVideoSeconds: 3 }
    expect(toGenerationOrder(continued, tiered)).toMatchObject({
      referenceVideo: 'https://a.example/v.mp4',
      referenceVideoDuration: 3,
    })
    expect(toGenerationOrder(continued, flat)).not.toHaveProperty('referenceVideo')
    expect(misfit(continued, flat)).toContain('no reference video')
  })

  it('whatever the form holds, the order holds only what the model lists', () => {
    const word = fc.constantFrom('16:9', '1:1', 'auto', 'adaptive', '480p', '4k', 'mini', 'pro', 'x')
    const chosen = fc.record({
      aspectRatio: word,
      resolution: fc.option(word),
      tier: fc.option(word),
      duration: fc.option(fc.integer({ min: 1, max: 20 })),
      references: fc.array(fc.constantFrom('/a', '/b', '/c')),
      referenceVideo: fc.constantFrom('', 'https://a.example/v.mp4'),
    })
    fc.assert(
      fc.property(chosen, fc.constantFrom(tiered, flat), (parts, model) => {
        const any = { ...form, ...parts }
        const order = toGenerationOrder(any, model)
        expect(ratiosOf(any, model)).toContain(order.aspectRatio ?? 'auto')
        expect(resolutionsHere(any, model)).toContain(order.resolution)
        expect(model.durations).toContain(order.duration)
        expect(order.references?.length ?? 0).toBeLessThanOrEqual(model.maxReferences)
        expect([tierOf(any, model), resolutionOf(any, model), durationOf(any, model)]).toEqual([
          order.tier ?? null,
          order.resolution,
          order.duration,
        ])
      }),
    )
  })

  it('has its seconds in few words', () => {
    expect([secondsWords([4, 5, 6, 7]), secondsWords([4, 6, 8]), secondsWords([5])]).toEqual([
      '4–7 s',
      '4, 6, 8 s',
      '5 s',
    ])
  })

  it('explains what the service bills otherwise than one would think (O37, O43)', () => {
    const titles = (model: ModelView, parts = {}): string[] =>
      billingWarnings({ ...form, ...parts }, model).map((t) => t.title)
    expect(titles(tiered)).toEqual(['A length is always set.', 'A ratio is always set.'])
    expect(titles(tiered, { referenceVideo: 'https://a.example/v.mp4' })).toContain(
      'The reference video is billed too.',
    )
    expect(titles(flat)).toEqual(['Priced per clip.'])
    expect(titles(image)).toEqual([])
    expect(titles(image, { style: { chaos: 3 } })).toHaveLength(1)
  })
})

describe('a form for images', () => {
  it('sends style options only where they are set (O35, O36)', () => {
    const form = { ...emptyForm, style: { chaos: 20, quality: '1' as const }, referenceType: 'style' as const }
    expect(toGenerationOrder(form, image)).toMatchObject({
      niji7Options: { chaos: 20, quality: '1' },
      referenceType: 'style',
    })
    expect(toGenerationOrder(emptyForm, image)).not.toHaveProperty('niji7Options')
    expect(toGenerationOrder(form, tiered)).not.toHaveProperty('niji7Options')
  })

  it('sends several prompts at once, each with its own choices', () => {
    const prompts = [{ prompt: 'a' }, { prompt: 'b', aspectRatio: '9:16' }]
    expect(toGenerationOrder(emptyForm, image, prompts).variants).toEqual(prompts)
  })
})

describe('the settings of images and videos', () => {
  it('are kept apart; the prompt and its references go along', () => {
    const form = { ...emptyForm, prompt: 'waves', modelId: 'image', aspectRatio: '1:1', references: ['/a.jpg'] }
    const video = { ...withMedia(form, 'video'), modelId: 'tiered', aspectRatio: '9:16' }
    expect(video).toMatchObject({ media: 'video', prompt: 'waves', references: ['/a.jpg'] })
    expect(withMedia(video, 'image')).toMatchObject({ modelId: 'image', aspectRatio: '1:1', media: 'image' })
    expect(withMedia(withMedia(video, 'image'), 'video')).toEqual(video)
  })

  it('come back from an order as it was made', () => {
    const made = {
      ...emptyForm,
      media: 'image' as const,
      prompt: 'dunes',
      modelId: 'image',
      aspectRatio: '9:16',
      resolution: '1K',
      references: ['/a.jpg'],
      style: { chaos: 20 },
    }
    const order = toGenerationOrder(made, image)
    expect(toGenerationOrder(formOfOrder(emptyForm, order, 'image'), image)).toEqual(order)
    const video = { ...emptyForm, media: 'video' as const, prompt: 'w', tier: 'pro', duration: 6, resolution: '1080p' }
    const videoOrder = toGenerationOrder(
      { ...video, referenceVideo: 'https://a.example/v', referenceVideoSeconds: 2 },
      tiered,
    )
    expect(toGenerationOrder(formOfOrder(emptyForm, videoOrder, 'video'), tiered)).toEqual(videoOrder)
  })

  it('survive the disk, whatever is on it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (draft) => {
        const form = formFromDraft(draft)
        expect(formFromDraft(JSON.parse(JSON.stringify(form)))).toEqual(form)
        expect(form.count).toBeGreaterThanOrEqual(1)
        expect(form.count).toBeLessThanOrEqual(mostOfOnePrompt)
      }),
    )
    const form = { ...emptyForm, many: 'table' as const, table: 'prompt\na', lines: 'x', style: { raw: true } }
    expect(formFromDraft(JSON.parse(JSON.stringify(form)))).toEqual(form)
  })
})

describe('presets', () => {
  const preset = { name: 'square', media: 'image' as const, prompt: null, settings: emptyForm.aside }

  it('have one name once for each medium, and come back from the disk', () => {
    const video = { ...preset, media: 'video' as const }
    const presets = withFormPreset(withFormPreset([preset], video), { ...preset, prompt: 'dunes' })
    expect(presets).toEqual([{ ...preset, prompt: 'dunes' }, video])
    expect(presetsFromDraft(JSON.parse(JSON.stringify(presets)))).toEqual(presets)
    expect(withoutFormPreset(presets, preset)).toEqual([video])
    expect(presetsFromDraft([null, 7, { name: '' }, { name: 'x', media: 'sound' }, video])).toEqual([video])
  })
})
