import type { PracticeModel } from './model.ts'

const filmRatios = ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9']

const secondsFrom = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)

const common = {
  media_type: 'video',
  retired: false,
  basic: false,
  predecessors: [] as string[],
  candidates: 1,
  usualSeconds: [20, 40] as [number, number],
} as const

/** §4.1 "Billing rules" gives the rates with video and two without; the others are invented. */
export const videoModels: PracticeModel[] = [
  {
    ...common,
    role: 'VID-S',
    id: 'driftwood-5m',
    name: 'Driftwood 5',
    provider: 'Longshore',
    credits_per_generation: 240,
    supported_ratios: filmRatios,
    max_reference_images: 2,
    extra_config: {
      tiers: ['mini', 'fast', 'pro'],
      resolutions: ['480p', '720p', '1080p', '4k'],
      tierResolutions: { mini: ['480p', '720p'], fast: ['480p', '720p'], pro: ['720p', '1080p', '4k'] },
      durations: secondsFrom(4, 15),
      pricingPerSec: {
        mini: { '480p': 9, '720p': 16 },
        fast: { '480p': 11, '720p': 20 },
        pro: { '720p': 26, '1080p': 44, '4k': 90 },
      },
      pricingPerSecWithVideo: {
        mini: { '480p': 7, '720p': 13 },
        fast: { '480p': 8, '720p': 14 },
        pro: { '720p': 16, '1080p': 28 },
      },
      minBillableTable: Object.fromEntries(secondsFrom(4, 15).map((s) => [String(s), Math.ceil(s * 1.8)])),
    },
  },
  {
    ...common,
    role: 'VID-V',
    id: 'caldera-3x',
    name: 'Caldera 3',
    provider: 'Caldera Motion',
    credits_per_generation: 200,
    supported_ratios: ['16:9', '9:16'],
    max_reference_images: 2,
    extra_config: {
      tiers: ['fast', 'pro'],
      resolutions: ['720p', '1080p', '4k'],
      durations: [4, 6, 8],
      pricingPerCall: { fast: { '4': 44, '6': 64, '8': 84 }, pro: { '4': 110, '6': 160, '8': 210 } },
    },
  },
  {
    ...common,
    role: 'VID-K',
    id: 'moraine-k8',
    name: 'Moraine',
    provider: 'Moraine Labs',
    credits_per_generation: 90,
    supported_ratios: ['16:9', '9:16', '1:1'],
    max_reference_images: 1,
    extra_config: {
      resolutions: ['720p', '1080p'],
      durations: secondsFrom(4, 15),
      pricingPerSec: { '720p': 9, '1080p': 14 },
    },
  },
  {
    ...common,
    role: 'VID-H',
    id: 'halcyon-2d',
    name: 'Halcyon 2',
    provider: 'Halcyon',
    credits_per_generation: 80,
    supported_ratios: ['16:9', '9:16', '1:1', '4:3', '3:4'],
    max_reference_images: 1,
    extra_config: {
      resolutions: ['480p', '720p', '1080p'],
      durations: secondsFrom(3, 15),
      pricingPerSec: { '480p': 5, '720p': 8, '1080p': 13 },
    },
  },
  {
    ...common,
    role: 'VID-A',
    id: 'ostinato-a5',
    name: 'Ostinato',
    provider: 'Ostinato Film',
    credits_per_generation: 60,
    supported_ratios: ['16:9', '9:16', '1:1'],
    max_reference_images: 1,
    extra_config: { resolutions: ['720p'], durations: [5], pricingPerSec: { '720p': 7 } },
  },
]
