import { z } from 'zod'
import { isCount, isHttpStatus, isSide, isWait } from '../domain/figures.ts'
import { isRecord, json } from '../domain/json.ts'
import { isCredits } from '../domain/quote/amount.ts'

/**
 * The service's answers as they come over the wire (service.md §2), read tolerantly: members this app does not know
 * are kept out of the way, members that are absent or of another kind read as null. Nothing is guessed.
 */
const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((v) => v ?? null)
/** The number of a job. An empty one is none. */
const jobNumber = text.transform((v) => (v === '' ? null : v))
const number = z
  .number()
  .nullish()
  .catch(null)
  .transform((v) => v ?? null)
/** Seconds, also where they stand as text ("60"). */
const seconds = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\s*\d+(\.\d+)?\s*$/)
      .transform(Number),
  ])
  .nullish()
  .catch(null)
  .transform((v) => v ?? null)
/** Null too where it cannot be true, as a charge below nothing is (`oddFigures` tells of it). */
const sane = (is: (value: unknown) => boolean) => number.transform((v) => (is(v) ? v : null))
const sum = sane(isCredits)
const wait = sane(isWait)
const count = sane(isCount)
const side = sane(isSide)
const flag = z
  .boolean()
  .nullish()
  .catch(null)
  .transform((v) => v ?? null)
const texts = z
  .array(z.unknown())
  .transform((entries) => entries.filter((entry): entry is string => typeof entry === 'string'))
  .nullish()
  .catch(null)
  .transform((v) => v ?? null)

/** §2.4. An entry without an id is no model. */
export const wireModel = z.object({
  id: z.string().min(1),
  name: text,
  provider: text,
  credits_per_generation: number,
  supported_ratios: texts,
  max_reference_images: count,
  media_type: text,
  extra_config: z
    .record(z.string(), json)
    .nullish()
    .catch(null)
    .transform((v) => v ?? {}),
})
export const wireModels = z.object({ models: z.array(z.unknown()) })

/** §4.7. What an entry must have to be of use; its id may stand in a member or only in the endpoint. */
export const wireSkill = z.object({
  id: text,
  skill: text,
  endpoint: text,
  tool: text,
  materials: json.nullish().transform((v) => v ?? null),
  pricing: json.nullish().transform((v) => v ?? null),
  maxOutputImages: count,
  inputSchema: z.record(z.string(), json),
})

/** §2.1: balances after a deduction. */
export const wireBalances = z.object({ daily: sum, purchased: sum, unlimited: flag })

const credits = wireBalances
  .nullish()
  .catch(null)
  .transform((v) => v ?? null)

/** Figures of an answer that a person is told of where they cannot be true. */
const figures: Record<string, (value: unknown) => boolean> = {
  creditsUsed: isCredits,
  daily: isCredits,
  purchased: isCredits,
  expectedCount: isCount,
  expectedWaitSeconds: isWait,
  pollHintSeconds: isWait,
}

/** As many as a person reads, and the service's own text of each. */
const mostOdd = 6
const longestOdd = 40

/** With `oddFigures`: what cannot be true, as the service wrote it, in the answer, its balances and its items. */
function withOddFigures(body: unknown): unknown {
  if (!isRecord(body)) return body
  const items = Array.isArray(body.items) ? body.items : []
  const odd = [body, body.credits, ...items].filter(isRecord).flatMap((part) =>
    Object.entries(part)
      .filter(([name, value]) => Object.hasOwn(figures, name) && value !== null && !figures[name]?.(value))
      .map(([name, value]) => `${name}: ${JSON.stringify(value).slice(0, longestOdd)}`),
  )
  return { ...body, oddFigures: [...new Set(odd)].slice(0, mostOdd) }
}

const oddFigures = z.array(z.string()).default([])

/** §2.1, §2.2 and §2.3 in one: which members are there depends on the answer. */
const generation = z.object({
  success: flag,
  generationId: jobNumber,
  jobId: jobNumber,
  requestId: text,
  status: text,
  modelId: text,
  aspectRatio: text,
  mediaType: text,
  imageUrl: text,
  imageUrls: texts,
  videoUrl: text,
  error: text,
  failureCode: text,
  creditsUsed: sum,
  creditsStatus: text,
  credits,
  deduped: flag,
  expectedWaitSeconds: wait,
  pollHintSeconds: wait,
  oddFigures,
})
export const wireGeneration = z.preprocess(withOddFigures, generation)
export type WireGeneration = z.infer<typeof wireGeneration>

/** Whom an answer is about (§2.2, §2.3, §2.8), whatever else it says. */
export const wireIdentity = z.object({ requestId: text, generationId: jobNumber, jobId: jobNumber })

/** An error as text, or as an object that holds its words or nothing of the kind. */
const errorText = z
  .union([
    z.string(),
    z.record(z.string(), z.unknown()).transform(({ error, message, code }) => {
      const words = [message, error, code].find((each) => typeof each === 'string')
      return typeof words === 'string' ? words : ''
    }),
  ])
  .nullish()
  .catch(null)
  .transform((v) => v ?? null)

/** One job of a Skill (§2.8). */
export const wireItem = z.object({
  generationId: jobNumber,
  module: text,
  status: text,
  imageUrl: text,
  imageUrls: texts,
  error: errorText,
  failureCode: text,
  creditsUsed: sum,
  creditsStatus: text,
})
export type WireItem = z.infer<typeof wireItem>

/** A run's answer (§4.9–4.14) or a receipt (§2.8). */
const skillReceipt = z.object({
  success: flag,
  requestId: text,
  status: text,
  submissionStatus: text,
  submission: json.nullish().transform((v) => v ?? null),
  submissionHttpStatus: sane(isHttpStatus),
  items: z
    .array(z.unknown())
    .nullish()
    .catch(null)
    .transform((v) => v ?? null),
  imageUrl: text,
  imageUrls: texts,
  generationId: jobNumber,
  expectedCount: count,
  paywallHitMidBatch: flag,
  creditsUsed: sum,
  creditsStatus: text,
  credits,
  error: text,
  deduped: flag,
  retryable: flag,
  retryParameters: json.nullish().transform((v) => v ?? null),
  batchId: text,
  oddFigures,
})
export const wireSkillReceipt = z.preprocess(withOddFigures, skillReceipt)
export type WireSkillReceipt = z.infer<typeof wireSkillReceipt>

/** §7: error bodies. */
export const wireError = z.object({
  success: flag,
  error: text,
  message: text,
  code: text,
  retryAfterSeconds: seconds,
  generationId: jobNumber,
  batchId: text,
  required: sum,
  available: sum,
  supportedRatios: texts,
  quotedCredits: sum,
  confirmedCredits: sum,
  sourceWidth: side,
  sourceHeight: side,
})
export type WireError = z.infer<typeof wireError>

/** §2.7. */
export const wireUpload = z.object({
  success: flag,
  imageUrl: z.string().min(1),
  width: side,
  height: side,
  firstFrameOnly: flag,
})
