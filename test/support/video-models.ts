import type { Model } from '../../src/domain/catalogue/model.ts'
import { modelOf } from './catalogue.ts'

const secondsFrom = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

const video = (id: string, changes: Partial<Model>): Model =>
  modelOf({
    id,
    name: id.toUpperCase(),
    mediaType: 'video',
    ratios: ['16:9', '9:16'],
    maxReferences: 1,
    nominalCredits: 500,
    ...changes,
  })

/** The five kinds of video model of service.md §1, with the rates that §4.1 names and others made up. */
export const videoModels = {
  s: video('vid-s', {
    maxReferences: 2,
    extra: {
      tiers: ['mini', 'fast', 'pro'],
      resolutions: ['480p', '720p', '1080p', '4k'],
      tierResolutions: { mini: ['480p', '720p'], fast: ['480p', '720p'], pro: ['720p', '1080p', '4k'] },
      durations: secondsFrom(4, 15),
      pricingPerSec: {
        mini: { '480p': 10, '720p': 16 },
        fast: { '480p': 12, '720p': 20 },
        pro: { '720p': 30, '1080p': 50, '4k': 100 },
      },
      pricingPerSecWithVideo: {
        mini: { '480p': 7, '720p': 13 },
        fast: { '480p': 8, '720p': 14 },
        pro: { '720p': 16, '1080p': 28 },
      },
      minBillableTable: Object.fromEntries(secondsFrom(4, 15).map((s) => [String(s), Math.ceil(s * 1.8)])),
    },
  }),
  v: video('vid-v', {
    maxReferences: 2,
    extra: {
      tiers: ['fast', 'pro'],
      resolutions: ['720p', '1080p', '4k'],
      durations: [4, 6, 8],
      pricingPerCall: { fast: { '4': 40, '6': 60, '8': 80 }, pro: { '4': 100, '6': 150, '8': 200 } },
    },
  }),
  k: video('vid-k', {
    extra: {
      resolutions: ['720p', '1080p'],
      durations: secondsFrom(4, 15),
      pricingPerSec: { '720p': 9, '1080p': 14 },
    },
  }),
  h: video('vid-h', {
    extra: { resolutions: ['480p', '720p'], durations: secondsFrom(3, 15), pricingPerSec: { '480p': 5, '720p': 8 } },
  }),
  a: video('vid-a', { extra: { resolutions: ['720p'], durations: [5], pricingPerSec: { '720p': 7 } } }),
}
