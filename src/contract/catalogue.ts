import { z } from 'zod'
import { skillField } from '../domain/form/skill-fields.ts'
import { listedPrice } from '../domain/quote/skill-prices.ts'
import { credits, instant } from './fields.ts'

export const modelView = z.object({
  id: z.string(),
  name: z.string(),
  provider: z.string(),
  mediaType: z.string(),
  ratios: z.array(z.string()),
  resolutions: z.array(z.string()),
  /** Empty without a choice of tier. `continuing`: the resolutions that have a price with a reference video. */
  tiers: z.array(z.object({ name: z.string(), resolutions: z.array(z.string()), continuing: z.array(z.string()) })),
  /** Seconds of a video; empty where the list does not say. */
  durations: z.array(z.number()),
  /** Knows the ratio `adaptive`, and without a reference only explicit ones (§4.1). */
  adapts: z.boolean(),
  /** Takes a reference video. */
  continuesVideo: z.boolean(),
  maxReferences: z.number().int(),
  /** Nominal price of an image; for video not the price (service.md §2.4). */
  nominalCredits: credits,
  /** What the list shows for it, to choose by; null where it cannot be read. Only a quote is a price to pay. */
  listPrice: z
    .object({ credits: z.number(), per: z.enum(['picture', 'second', 'clip']), isLowest: z.boolean() })
    .nullable(),
})
export type ModelView = z.infer<typeof modelView>

export const modelsView = z.object({
  models: z.array(modelView),
  readAt: instant.nullable(),
  /** Past its hour, or the service does not answer: shown with its age. */
  stale: z.boolean(),
  /** Why there is no list, when there is none. */
  problem: z.string().nullable(),
  /** The model last used, where it is still listed. */
  lastUsedId: z.string().nullable(),
})
export type ModelsView = z.infer<typeof modelsView>

const skillView = z.object({
  id: z.string(),
  tool: z.string().nullable(),
  /** Whether this version of the app can run it. */
  supported: z.boolean(),
  /** Known price for one picture with default values; null where it depends or is not shown. */
  credits,
  price: z.enum(['known', 'unknown', 'unavailable']),
  maxOutputImages: z.number().nullable(),
  /** Its form, in the order to draw it. Empty where this version cannot run it. */
  fields: z.array(skillField),
  /** What one picture takes, by the choices that decide it. */
  prices: z.array(listedPrice),
  /** Takes the originals themselves, at their own size (service.md §4.14). */
  asOriginal: z.boolean(),
})
export type SkillView = z.infer<typeof skillView>

export const skillsView = z.object({
  skills: z.array(skillView),
  readAt: instant.nullable(),
  stale: z.boolean(),
  problem: z.string().nullable(),
})
export type SkillsView = z.infer<typeof skillsView>
