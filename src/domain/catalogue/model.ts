import { isWait } from '../figures.ts'
import { isRecord, type Json } from '../json.ts'

/** A model of the live list (§2.4). Ids and prices come from there only (O1). */
export interface Model {
  id: string
  name: string
  /** Display only. */
  provider: string
  /** `image` or `video`; any other word is kept and not offered. */
  mediaType: string
  ratios: string[]
  /** 0: references are not accepted. */
  maxReferences: number
  /** `credits_per_generation`: the price of an image, not of a video; null where absent. */
  nominalCredits: number | null
  /** Model-specific; keys this app does not know are kept and left alone (O45). */
  extra: Record<string, Json>
}

/** A list of words in `extra_config`, such as `resolutions`; empty where it is absent or no such list. */
function wordsIn(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : []
}

export const isVideo = (model: Model): boolean => model.mediaType === 'video'

export const tiersOf = (model: Model): string[] => wordsIn(model.extra.tiers)

/** Resolutions that may be sent: those of the tier where the model says so, else its own (§2.4; O30). */
export function resolutionsOf(model: Model, tier?: string | undefined): string[] {
  const { tierResolutions } = model.extra
  if (isRecord(tierResolutions) && tier !== undefined && Object.hasOwn(tierResolutions, tier))
    return wordsIn(tierResolutions[tier])
  return wordsIn(model.extra.resolutions)
}

/** Seconds that may be sent; empty where the model does not say. */
export function durationsOf(model: Model): number[] {
  const { durations } = model.extra
  return Array.isArray(durations) ? durations.filter(isWait).filter((seconds) => seconds > 0) : []
}

/**
 * The model that continues a video and knows `adaptive`. Nothing in the list names it: its keys do (O35).
 */
export const continuesVideo = (model: Model): boolean =>
  isRecord(model.extra.pricingPerSecWithVideo) || isRecord(model.extra.tierResolutions)
