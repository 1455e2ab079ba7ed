import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Model } from '../../../../src/domain/catalogue/model.ts'
import type { Json } from '../../../../src/domain/json.ts'
import { generationQuote } from '../../../../src/domain/quote/generation-quote.ts'
import { quote as quoteSchema } from '../../../../src/domain/quote/quote.ts'
import { modelOf } from '../../../support/catalogue.ts'
import { t0 } from '../../../support/receipts.ts'
import { videoModels } from '../../../support/video-models.ts'

const { s, v, k, h, a } = videoModels
const film = 'https://films.example/a.mp4'
const continued = (seconds: number) => ({ referenceVideo: film, referenceVideoDuration: seconds })

const quoteOf = (model: Model, fields: Record<string, Json>) => generationQuote(model, fields, 0, t0)
/** The sum, or why there is none. */
const priceOf = (model: Model, fields: Record<string, Json>) => {
  const { price, credits } = quoteOf(model, fields)
  return price === 'known' ? credits : price
}
const videoWith = (extra: Record<string, Json>): Model => modelOf({ mediaType: 'video', nominalCredits: 500, extra })

describe('the worked values of the document (§4.1)', () => {
  it('are 63, 72 and 80 credits (O42, O43, A32)', () => {
    const reference = { resolution: '480p', duration: 5, ...continued(3) }
    expect(priceOf(s, { tier: 'mini', ...reference })).toBe(63)
    expect(priceOf(s, { tier: 'fast', ...reference })).toBe(72)
    expect(priceOf(s, { tier: 'mini', resolution: '720p', duration: 5 })).toBe(80)
  })

  it('are drawn with the seconds that are billed and why (O43)', () => {
    const { lines } = quoteOf(s, { tier: 'mini', resolution: '480p', duration: 5, ...continued(3) })
    expect(lines).toEqual([
      { label: 'VID-S, mini, 480p', amount: '7 × 9 s', credits: 63 },
      { label: 'Reference 3 s and output 5 s', amount: '8 s', credits: null },
      { label: 'At least billed for 5 s', amount: '9 s', credits: null },
    ])
  })

  it.each([
    ['mini', '480p', 7],
    ['mini', '720p', 13],
    ['fast', '480p', 8],
    ['fast', '720p', 14],
    ['pro', '720p', 16],
    ['pro', '1080p', 28],
  ])('cost %s at %s %i a second with a reference video (O43)', (tier, resolution, rate) => {
    expect(priceOf(s, { tier, resolution, duration: 4, ...continued(10) })).toBe(rate * 14)
  })
})

describe('the quote of a video', () => {
  it('is the rate of its tier and resolution times its seconds (O42)', () => {
    expect(priceOf(s, { tier: 'fast', resolution: '720p', duration: 15 })).toBe(300)
    expect(priceOf(k, { resolution: '1080p', duration: 6 })).toBe(84)
    expect(priceOf(h, { resolution: '480p', duration: 3 })).toBe(15)
    expect(priceOf(a, { resolution: '720p', duration: 5 })).toBe(35)
  })

  it('is found by resolution where the table leaves the tier out', () => {
    const table = videoWith({ pricingPerSec: { '720p': 9, '1080p': 12 } })
    expect(priceOf(table, { tier: 'fast', resolution: '1080p', duration: 4 })).toBe(48)
    expect(priceOf(table, { resolution: '720p', duration: 4 })).toBe(36)
  })

  it('is unknown where nothing says which rate of the table holds (O71)', () => {
    expect(priceOf(videoWith({ pricingPerSec: { '720p': 9 } }), { duration: 4 })).toBe('unknown')
  })

  it('names the call or the seconds in its line', () => {
    expect(quoteOf(v, { tier: 'pro', resolution: '4k', duration: 6 }).lines).toEqual([
      { label: 'VID-V, pro, 4k', amount: '150, 6 s', credits: 150 },
    ])
    expect(quoteOf(k, { resolution: '1080p', duration: 6 }).lines).toEqual([
      { label: 'VID-K, 1080p', amount: '14 × 6 s', credits: 84 },
    ])
  })

  it('is the price of the call by tier and seconds, which wins over seconds (O42)', () => {
    expect(priceOf(v, { tier: 'pro', resolution: '4k', duration: 6 })).toBe(150)
    const both = videoWith({
      pricingPerCall: { fast: { '4': 40 } },
      pricingPerSec: { '720p': 1 },
      pricingPerSecWithVideo: { fast: { '720p': 1 } },
    })
    expect(priceOf(both, { tier: 'fast', resolution: '720p', duration: 4 })).toBe(40)
    expect(priceOf(both, { tier: 'fast', resolution: '720p', duration: 4, ...continued(9) })).toBe(40)
  })

  it('takes the seconds by their sum where that is more than the minimum (O43)', () => {
    const at = (seconds: number) => priceOf(s, { tier: 'mini', resolution: '480p', duration: 5, ...continued(seconds) })
    expect([at(1), at(4), at(5), at(10)]).toEqual([63, 63, 70, 105])
  })

  it('says that a minimum is billed only where it is more than the sum (O43)', () => {
    const said = (seconds: number) =>
      quoteOf(s, { tier: 'mini', resolution: '480p', duration: 5, ...continued(seconds) }).lines.map((l) => l.label)
    expect(said(3)).toContain('At least billed for 5 s')
    for (const seconds of [4, 5]) expect(said(seconds)).not.toContain('At least billed for 5 s')
  })

  it('counts a fraction of a credit as a whole one where the rates are whole: never below the charge (O2)', () => {
    expect(priceOf(s, { tier: 'mini', resolution: '480p', duration: 5, ...continued(4.5) })).toBe(67)
    expect(priceOf(videoWith({ pricingPerSec: 0.3 }), { duration: 4 })).toBe(1.2)
  })

  it('is never the nominal price: not without a duration, not without rates (O37, O44)', () => {
    for (const model of [s, v, k]) expect(priceOf(model, { tier: 'fast', resolution: '720p' })).toBe('unknown')
    expect(priceOf(videoWith({ pricingPerCall: 40 }), { tier: 'fast' })).toBe('unknown')
    expect(priceOf(videoWith({ pricingPerSec: 9 }), { duration: '5' })).toBe('unknown')
    expect(priceOf(videoWith({}), { duration: 5 })).toBe('unknown')
    expect(priceOf(videoWith({ pricingPerSec: null }), { duration: 5 })).toBe('unknown')
    expect(priceOf(modelOf({ mediaType: 'video', nominalCredits: null, extra: {} }), { duration: 5 })).toBe(
      'unavailable',
    )
  })

  it('is unavailable where its rate is null or missing at any level, never 0 (O71)', () => {
    const fields = { tier: 'mini', resolution: '720p', duration: 5 }
    const tables: Json[] = [{ mini: { '720p': null } }, { mini: null }, { mini: {} }, {}, { fast: { '720p': 20 } }]
    for (const pricingPerSec of tables)
      expect(priceOf(videoWith({ pricingPerSec }), fields), JSON.stringify(pricingPerSec)).toBe('unavailable')
    for (const table of [{ mini: { '5': null } }, { mini: { '6': 3 } }, {}] as Json[])
      expect(priceOf(videoWith({ pricingPerCall: table, pricingPerSec: 9 }), fields)).toBe('unavailable')
    expect(priceOf(s, { tier: 'pro', resolution: '4k', duration: 5, ...continued(3) })).toBe('unavailable')
    expect(priceOf(k, { resolution: '720p', duration: 5, ...continued(3) })).toBe('unavailable')
  })

  it('takes a null table by call as none, and the seconds hold (O42, O71)', () => {
    expect(
      priceOf(videoWith({ pricingPerCall: null, pricingPerSec: { '720p': 9 } }), { resolution: '720p', duration: 4 }),
    ).toBe(36)
  })

  it('is unknown where something else than a price stands there (O71)', () => {
    const fields = { tier: 'mini', resolution: '720p', duration: 5 }
    for (const garbage of ['16', true, [16], -16, { credits: 16 }] as Json[])
      expect(
        priceOf(videoWith({ pricingPerSec: { mini: { '720p': garbage } } }), fields),
        JSON.stringify(garbage),
      ).toBe('unknown')
    for (const table of ['cheap', [1, 2], false] as Json[])
      expect(priceOf(videoWith({ pricingPerSec: table }), fields)).toBe('unknown')
  })

  it('is unknown with a reference video whose seconds are not there (O41)', () => {
    const fields = { tier: 'mini', resolution: '480p', duration: 5, referenceVideo: film }
    expect(priceOf(s, fields)).toBe('unknown')
    expect(priceOf(s, { ...fields, referenceVideoDuration: '3' })).toBe('unknown')
  })

  it('is unknown where the sum is beyond all numbers', () => {
    expect(priceOf(videoWith({ pricingPerSec: 1e308 }), { duration: 15 })).toBe('unknown')
  })
})

describe('the table of minimum seconds, whose shape is not shown (A31)', () => {
  const priced = (minBillableTable?: Json) =>
    priceOf(
      videoWith({
        pricingPerSecWithVideo: { '480p': 7 },
        ...(minBillableTable === undefined ? {} : { minBillableTable }),
      }),
      { resolution: '480p', duration: 5, ...continued(3) },
    )

  it.each([
    [undefined, 56],
    [null, 56],
    [{ '5': 9 }, 63],
    [{ '5': 2 }, 56],
    [{ '5': 0 }, 56],
    [{ '5': 9, '4': 100 }, 63],
    [[{ duration: 5, minimum: 9 }], 63],
    [[null, { duration: 5, minimum: 9 }, 5], 63],
    [
      [
        { duration: 4, seconds: 7 },
        { seconds: 9, duration: 5 },
      ],
      63,
    ],
  ] as [Json | undefined, number][])('is read from %j', (table, credits) => {
    expect(priced(table)).toBe(credits)
  })

  it.each([
    [{}],
    [{ '4': 8 }],
    [{ '5': null }],
    [{ '5': '9' }],
    [{ '5': -9 }],
    [{ '5': { seconds: 9 } }],
    [[]],
    [[9]],
    [[{ duration: 4, minimum: 9 }]],
    [[{ duration: 5, minimum: 9, maximum: 20 }]],
    [[{ duration: 5 }]],
    [
      [
        { duration: 5, minimum: 9 },
        { duration: 5, minimum: 12 },
      ],
    ],
    ['9'],
    [9],
    [true],
  ] as [Json][])('leaves the price unknown as %j', (table) => {
    expect(priced(table)).toBe('unknown')
  })
})

const rates = fc.letrec<{ node: Json }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(null, 0, 3, 16, 2.5, -1, 'x', true),
    fc.dictionary(fc.constantFrom('mini', 'fast', '480p', '720p', '4', '5', 'duration'), tie('node'), { maxKeys: 4 }),
    fc.array(tie('node'), { maxLength: 2 }),
  ),
})).node

describe('whatever a model’s prices look like', () => {
  it('the quote is a price that can be stored, or none; a known one has lines that add up to it (O71)', () => {
    const extra = fc.record(
      {
        pricingPerCall: rates,
        pricingPerSec: rates,
        pricingPerSecWithVideo: rates,
        minBillableTable: rates,
      },
      { requiredKeys: [] },
    )
    const fields = fc.record(
      {
        tier: fc.constantFrom('mini', 'fast'),
        resolution: fc.constantFrom('480p', '720p'),
        duration: fc.constantFrom(4, 5),
        referenceVideo: fc.constant(film),
        referenceVideoDuration: fc.constantFrom(0.5, 3, 60),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(extra, fields, (prices, said) => {
        const quote = quoteOf(videoWith(prices), said as Record<string, Json>)
        expect(quoteSchema.safeParse(quote).success).toBe(true)
        expect(quote.price === 'known').toBe(quote.credits !== null)
        if (quote.credits !== null)
          expect(quote.lines.reduce((sum, line) => sum + (line.credits ?? 0), 0)).toBe(quote.credits)
      }),
      { numRuns: 3000 },
    )
  })
})
