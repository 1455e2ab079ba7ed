import { z } from 'zod'
import { decisionKind } from '../domain/request/receipt.ts'
import { requestStates } from '../domain/request/states.ts'
import { copiesView, copyCounts } from './copies.ts'
import { credits, instant, ownAddress } from './fields.ts'
import { quoteLineView } from './quotes.ts'

export const assetView = z.object({
  id: z.string(),
  requestId: z.string(),
  /** File name in the library. */
  name: z.string(),
  path: z.string(),
  sha256: z.string(),
  sizeBytes: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** `png`, `jpeg`, `webp`, `gif`, `mp4` …: sniffed, never taken from a name. */
  format: z.string(),
  hasAlpha: z.boolean(),
  /** `#rrggbb`, or null where it is not known. */
  dominantColour: z.string().nullable(),
  mediaType: z.enum(['image', 'video']),
  /** Title: the prompt, or the source file's name. */
  title: z.string(),
  kind: z.enum(['generation', 'skill']),
  skill: z.string().nullable(),
  modelName: z.string().nullable(),
  /** The picture that this one was made from here, at no cost; null for what a request made. */
  parentId: z.string().nullable(),
  createdAt: instant,
  /** Picture of at most 512 px on its longest edge. */
  thumbnail: ownAddress,
  /** The file itself. */
  full: ownAddress,
  /** False when the file is no longer where the library put it. */
  present: z.boolean(),
})
export type AssetView = z.infer<typeof assetView>

export const requestView = z.object({
  id: z.string(),
  kind: z.enum(['generation', 'skill']),
  skill: z.string().nullable(),
  /** The prompt, or the source file's name. */
  title: z.string(),
  /** Model or Skill and the settings that matter, in a few words. */
  subtitle: z.string(),
  /** The model's name; of a Skill null. */
  modelName: z.string().nullable().default(null),
  /** What its model makes, as the list called it; of a Skill `image`. */
  mediaType: z.string().default('image'),
  /** The shape of what is made, "16:9": as the service answered, else as it was asked for; null where neither names one. */
  ratio: z.string().nullable().default(null),
  state: z.enum(requestStates),
  /** True while bytes travel up (the word is then "Uploading"). */
  uploading: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
  batch: z.object({ id: z.string(), index: z.number().int(), size: z.number().int() }).nullable(),
  generationId: z.string().nullable(),
  creditsQuoted: credits,
  creditsUsed: credits,
  /** What the service calls refunded of it, job by job; null where it said nothing of a charge. */
  creditsRefunded: credits,
  /** As the service said it: `pending`, `confirmed`, `refunded` or a word not known yet; null where it said nothing. */
  creditsStatus: z.string().nullable(),
  /** The source picture, where there is one. */
  source: z.object({ name: z.string(), path: z.string(), thumbnail: ownAddress.nullable() }).nullable(),
  /**
   * Running since (the acceptance), the service's estimate and its own end; null where they do not apply. `isUnseen`: the
   * last look got no answer, so that nobody knows how far it is.
   */
  running: z
    .object({
      since: instant,
      expectedAt: instant.nullable(),
      endsAt: instant,
      isUnseen: z.literal(true).optional(),
    })
    .nullable(),
  progress: z.object({ done: z.number(), total: z.number(), unit: z.enum(['bytes', 'files']) }).nullable(),
  /** From the first sending to the end, in milliseconds; null before the end, and where nothing was sent. */
  tookMs: z.number().nullable(),
  /** What is happening, in words; one sentence. */
  now: z.string(),
  /** What happens next and when; null when nothing will. */
  next: z.object({ at: instant.nullable(), words: z.string() }).nullable(),
  /** After a lost answer: one of the three verdicts. */
  verdict: z.enum(['wait', 'safe-to-send', 'do-not-send']).nullable(),
  /** Something only a person can decide. */
  decision: z
    .object({
      /** What it is about: the window knows its words for each, and where the way out lies. */
      kind: decisionKind,
      question: z.string(),
      /** What is to be accepted, old and new; null where the decision is about something else than the price. */
      price: z.object({ from: credits, to: credits }).nullable(),
      /** When the figures of the choices were read off the service’s list; null: they are what was accepted before. */
      pricedAt: instant.nullable().default(null),
      choices: z.array(z.object({ id: z.string(), label: z.string(), credits, explains: z.string() })),
    })
    .nullable(),
  /** What happened, whether money was taken, what to do next; null when nothing went wrong. */
  error: z.string().nullable(),
  assets: z.array(assetView),
  /** Outputs that are paid for and not home yet, each with the reason. */
  owed: z.array(
    z.object({
      reason: z.string(),
      triedTimes: z.number().int(),
      /** The host inside a private network that a person may allow, where the service gives no other address for it. */
      insideHost: z.string().optional(),
      /** Until when its server asked to be left alone. */
      until: z.string().optional(),
    }),
  ),
  canCancel: z.boolean(),
  /** It has come to nothing, and can be ordered again as a new quoted order. */
  canRetry: z.boolean(),
  /** Sorts what waits to be sent, lowest first; null for what was sent. */
  place: z.string().nullable(),
  /** Copies of its results that go elsewhere too; null where none were wished. */
  copies: copyCounts.nullable(),
  /** What a person filed it under; null: under nothing. */
  project: z.string().nullable(),
})
export type RequestView = z.infer<typeof requestView>

/** One thing that happened to a request, in words, for its timeline. */
export const timelineEntryView = z.object({
  at: instant,
  /** `trouble` is drawn as a red diamond, `step` as a dot, `next` as a cyan dot. */
  tone: z.enum(['step', 'trouble', 'next']),
  title: z.string(),
  detail: z.string(),
})
export type TimelineEntryView = z.infer<typeof timelineEntryView>

/** Everything durable about one request, for people. */
export const receiptView = z.object({
  request: requestView,
  origin: z.string(),
  approvedAt: instant,
  answeredAt: instant.nullable(),
  keyFingerprint: z.string().nullable(),
  /** The settings as they were sent, name and value, in order. */
  settings: z.array(z.object({ name: z.string(), value: z.string() })),
  quoteLines: z.array(quoteLineView),
  /** One row per job. `creditsStatus` as above. */
  jobs: z.array(
    z.object({
      label: z.string(),
      generationId: z.string().nullable(),
      credits,
      creditsStatus: z.string().nullable(),
      error: z.string().nullable(),
      /** The service's word for why it failed, where it has one. */
      failureCode: z.string().nullable(),
    }),
  ),
  /** Quoted, charged, refunded, paid (charged less refunded); null where not known yet. */
  money: z.object({ quoted: credits, charged: credits, refunded: credits, paid: credits }),
  /** How often the paid request was sent, and how often it was only looked up. */
  sentTimes: z.number().int(),
  lookedUpTimes: z.number().int(),
  bodyBytes: z.number().int().nullable(),
  bodySha256: z.string().nullable(),
  /** What preparation did to each source and why. */
  preparation: z.array(z.object({ source: z.string(), words: z.string() })),
  timeline: z.array(timelineEntryView),
  /** Where its results go beside the library, and what became of each copy; null where they go nowhere else. */
  copies: copiesView.nullable(),
  /** Ordered by a watch folder, within what a person allowed it. */
  watched: z.boolean(),
})
export type ReceiptView = z.infer<typeof receiptView>

/** A prompt that was ordered before, with its newest order. */
export const promptView = z.object({
  prompt: z.string(),
  requestId: z.string(),
  at: instant,
  mediaType: z.string(),
  modelName: z.string(),
  /** How often it was ordered, as far as the history looks back. */
  times: z.number().int(),
  /** The first result of the newest order, where it is at home. */
  thumbnail: ownAddress.nullable(),
})
export type PromptView = z.infer<typeof promptView>
