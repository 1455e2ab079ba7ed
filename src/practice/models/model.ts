/** The model object of §2.4, as it goes over the wire. */
export interface WireModel {
  id: string
  name: string
  provider: string
  credits_per_generation: number
  supported_ratios: string[]
  max_reference_images: number
  media_type: 'image' | 'video'
  extra_config: ExtraConfig
}

export type Rates = Record<string, number>
export type TieredRates = Record<string, Rates>

interface ExtraConfig {
  resolutions?: string[]
  tierResolutions?: Record<string, string[]>
  tiers?: string[]
  durations?: number[]
  pricingPerSec?: Rates | TieredRates
  pricingPerCall?: TieredRates
  pricingPerSecWithVideo?: TieredRates
  minBillableTable?: Rates
  [informational: string]: unknown
}

/** What the service knows about a model and does not list. */
export interface PracticeModel extends WireModel {
  /** Which row of §1's table it plays. */
  role: 'IMG-A' | 'IMG-B' | 'image' | 'VID-S' | 'VID-V' | 'VID-K' | 'VID-H' | 'VID-A'
  retired: boolean
  /** Basic low-cost models may be paid with a session's daily credits (§2.9). */
  basic: boolean
  /** Ids that are still accepted in its place (§9). */
  predecessors: string[]
  candidates: number
  /** How long a job usually takes, in seconds of practice time. */
  usualSeconds: [number, number]
}
