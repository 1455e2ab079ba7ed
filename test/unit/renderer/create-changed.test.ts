import { describe, expect, it } from 'vitest'
import type { ModelView } from '../../../src/contract/catalogue.ts'
import { modelChange, priceChange, type Seen, seenFromDraft } from '../../../src/renderer/format/changed-since.ts'

const model: ModelView = {
  id: 'm',
  name: 'Model',
  provider: 'p',
  mediaType: 'image',
  ratios: ['1:1', '4:3'],
  resolutions: ['1K', '4K'],
  tiers: [],
  durations: [],
  adapts: false,
  continuesVideo: false,
  maxReferences: 5,
  nominalCredits: 6,
  listPrice: null,
}
const now = new Date(2026, 10, 21, 15, 0).getTime()
const seen: Seen = { order: '{"a":1}', credits: 24, at: new Date(2026, 10, 21, 14, 2).toISOString(), model }
const quote = { price: 'known' as const, credits: 24 as number | null, problems: [] }

describe('what changed since the form was last looked at', () => {
  it('a price that moved is said with the old and the new figure', () => {
    expect(priceChange(seen, seen.order, { ...quote, credits: 30 }, now)?.message).toBe(
      'This was quoted at 24 credits at 14:02. The price went up to 30 credits. Nothing was sent.',
    )
    expect(priceChange(seen, seen.order, { ...quote, credits: 20 }, now)?.message).toContain('went down to 20')
    const gone = { ...quote, price: 'unavailable' as const, credits: null }
    expect(priceChange(seen, seen.order, gone, now)?.message).toContain('shows no price now')
  })

  it('says nothing where nothing is known, the order is another one or cannot be had, or the price stands', () => {
    const dearer = { ...quote, credits: 30 }
    expect(priceChange(null, seen.order, dearer, now)).toBeNull()
    expect(priceChange(seen, '{"a":2}', dearer, now)).toBeNull()
    expect(priceChange(seen, seen.order, quote, now)).toBeNull()
    expect(priceChange({ ...seen, credits: null }, seen.order, dearer, now)).toBeNull()
    const wrong = { ...dearer, problems: [{ field: null, message: 'x' }] }
    expect(priceChange(seen, seen.order, wrong, now)).toBeNull()
  })

  it('what a model lost and gained is named, with the day where it was another', () => {
    const changed = { ...model, resolutions: ['1K', '2K'], maxReferences: 3 }
    const yesterday = { ...seen, at: new Date(2026, 10, 20, 9, 5).toISOString() }
    expect(modelChange(yesterday, changed, [changed], now)).toBe(
      'Model changed since your last visit on 20 Nov 2026 at 09:05: it no longer has 4K, now has 2K and takes 3 references instead of 5.',
    )
    expect(modelChange(seen, model, [model], now)).toBeNull()
    const other = { ...changed, id: 'other', name: 'Other' }
    expect(modelChange(seen, other, [model, other], now)).toBeNull()
    expect(modelChange(seen, other, [other], now)).toBe('Model is unavailable; Other replaces it.')
    expect(modelChange(seen, { ...other, mediaType: 'video' }, [], now)).toBeNull()
  })

  it.each([null, 7, 'x', {}, { ...seen, at: 'never' }, { ...seen, model: null }, { ...seen, credits: 'x' }])(
    'what was kept and is not whole is nothing: %j',
    (draft) => {
      expect(seenFromDraft(draft)).toBeNull()
      expect(seenFromDraft(JSON.parse(JSON.stringify(seen)))).toEqual(seen)
    },
  )
})
