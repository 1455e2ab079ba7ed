import type { Json } from '../json.ts'

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
export function wordsIn(extra: Record<string, Json>, key: string): string[] {
  const value = extra[key]
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : []
}

export const resolutionsOf = (model: Model): string[] => wordsIn(model.extra, 'resolutions')
