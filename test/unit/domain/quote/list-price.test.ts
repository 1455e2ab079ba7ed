import { describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/domain/json.ts'
import { listPrice } from '../../../../src/domain/quote/list-price.ts'
import { modelOf } from '../../../support/catalogue.ts'
import { videoModels } from '../../../support/video-models.ts'

describe('the price a list shows for a model', () => {
  it('of an image is its price; of a video the lowest by second or by clip, never the nominal one (O44)', () => {
    expect(listPrice(modelOf())).toEqual({ credits: 8, per: 'picture', isLowest: false })
    expect(listPrice(videoModels.s)).toEqual({ credits: 10, per: 'second', isLowest: true })
    expect(listPrice(videoModels.v)).toMatchObject({ per: 'clip' })
  })

  it('is the lowest only where there are higher ones, and by second where no price by clip is given', () => {
    const video = (extra: { [name: string]: Json }) => listPrice(modelOf({ mediaType: 'video', extra }))
    expect(video({ pricingPerCall: null, pricingPerSec: { '720p': 10 } })).toEqual({
      credits: 10,
      per: 'second',
      isLowest: false,
    })
    expect(video({ pricingPerCall: { '5': 40, '10': 40 } })).toEqual({ credits: 40, per: 'clip', isLowest: false })
  })

  it('is none where nothing can be read (O71)', () => {
    expect(listPrice(modelOf({ nominalCredits: null }))).toBeNull()
    expect(listPrice(modelOf({ mediaType: 'video', nominalCredits: 90, extra: {} }))).toBeNull()
    expect(listPrice(modelOf({ mediaType: 'video', extra: { pricingPerSec: { '720p': 'ask' } } }))).toBeNull()
  })
})
