import { z } from 'zod'
import { skillField } from '../domain/form/skill-fields.ts'
import { listedPrice } from '../domain/quote/skill-prices.ts'
import { decisionKind, reencode } from '../domain/request/receipt.ts'
import { requestStates } from '../domain/request/states.ts'
import { copiesView, copyCounts } from './copies.ts'
import { fileHandle, fileOrAddress } from './handles.ts'
import { contrast, language, network } from './settings.ts'

/** ISO 8601, UTC. */
const instant = z.string()
/** Whole or fractional credits; null where the service has not said. */
const credits = z.number().nullable()

/** A picture's address in the app's own scheme. The renderer can load nothing else. */
const ownAddress = z.string().startsWith('printroom://')

export const keyStatus = z.object({
  /** `keychain`: kept by the operating system · `session`: held until the app closes · `practice`: practice issues its own. */
  where: z.enum(['none', 'keychain', 'session', 'environment', 'practice', 'unreadable']),
  /** First four characters of the salted fingerprint, or null without a key. Never part of the key itself. */
  fingerprint: z.string().nullable(),
  /** What the keychain says, and what the service said where it was asked, in words a designer understands. */
  words: z.string(),
  /** Whether the service took it when it was set; null where it was not asked in this run. */
  checked: z.enum(['accepted', 'unchecked']).nullable(),
  /** Open requests that were ordered under it. */
  open: z.number().int(),
  /**
   * Other keys with open requests. `keychain`, `session`: replaced and held, to look at those requests and for nothing
   * else · `nowhere`: not held here, so that somebody has to set it again.
   */
  others: z.array(
    z.object({
      fingerprint: z.string(),
      open: z.number().int(),
      where: z.enum(['keychain', 'session', 'nowhere']),
      /** The service refuses it: it is not used on. */
      isRefused: z.boolean(),
      words: z.string(),
    }),
  ),
})
export type KeyStatus = z.infer<typeof keyStatus>

/** Balances are snapshots of a submit answer (service.md §2.1). */
export const balance = z.object({
  purchased: z.number().nullable(),
  daily: z.number().nullable(),
  unlimited: z.boolean(),
  asOf: instant,
})
export type Balance = z.infer<typeof balance>

export const theme = z.enum(['system', 'light', 'dark'])

export const appSnapshot = z.object({
  version: z.string(),
  platform: z.string(),
  /** `first-run`: no service chosen yet · `practice`: the emulator on this computer · `service`: a real account. */
  mode: z.enum(['first-run', 'practice', 'service']),
  /** The service's address as the user gave it; null in first-run; the word `practice` in practice mode. */
  service: z.string().nullable(),
  /** Services that were left with a key, the last one first: each can be gone back to with the key that is kept for it. */
  leftServices: z.array(z.string()).default([]),
  /** In first-run: receipts of a service are in this home, so that practice is not what is offered first. */
  hadService: z.boolean().default(false),
  /** `reachable` after an answer, `unreachable` after a failed look, `unknown` before the first. */
  connection: z.enum(['unknown', 'reachable', 'unreachable']),
  /** A sentence about the connection or a trouble at start; null when there is nothing to say. */
  notice: z.string().nullable(),
  key: keyStatus,
  balance: balance.nullable(),
  paused: z.boolean(),
  theme,
  contrast,
  language,
  network,
  /** Orders above so many credits are asked about in a dialog of the system. */
  askAbove: z.number(),
  /** What the app wrote where: shown in Settings. */
  folders: z.object({ home: z.string(), library: z.string(), database: z.string(), journal: z.string() }),
})
export type AppSnapshot = z.infer<typeof appSnapshot>

/** One line of a quote or receipt: `label … amount`. `amount` is printed as it stands ("8 × 2", "free"). */
export const quoteLine = z.object({ label: z.string(), amount: z.string(), credits })
export type QuoteLine = z.infer<typeof quoteLine>

/** An original too large for an upload; `reencode` is the copy at its full size that may go instead, null where none may. */
const largeOriginal = z.object({
  sizeBytes: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  reencode: reencode.nullable(),
})

/** A local file as a Skill would get it that takes the original itself (service.md §4.14; obligations A1). */
export const originalView = z.object({
  file: fileHandle,
  /** `choice`: the original's public address, or `reencode` accepted · `address`: its public address alone. */
  way: z.enum(['upload', 'choice', 'address', 'refused']),
  /** What stands in the way and each way out; null for `upload`. */
  message: z.string().nullable(),
  sizeBytes: z.number().int(),
  /** Upright pixels. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  reencode: reencode.nullable(),
  /** The middle of both, pixel for pixel, to be shown side by side; null where no copy is offered. */
  details: z.object({ original: ownAddress, copy: ownAddress }).nullable(),
  /** Over 4096 px on an edge or 16 megapixels: the service asks before it makes it smaller (§4.14.2). */
  willAskResize: z.boolean(),
})
export type OriginalView = z.infer<typeof originalView>

export const quoteView = z.object({
  /** Names this quote when it is approved. */
  id: z.string(),
  /** SHA-256 over what approving it buys, with the prices. */
  contentHash: z.string(),
  /** `known`: credits stands · `unknown`: the service shows a price this app cannot read · `unavailable`: the service shows none. */
  price: z.enum(['known', 'unknown', 'unavailable']),
  /** Total for all its requests, in credits; null unless the price is known. */
  credits,
  lines: z.array(quoteLine),
  /** How many requests approving it makes. */
  requests: z.number().int(),
  /** What each of them is quoted at, where that is the same for all. */
  each: credits,
  /** When the prices were read from the service. */
  pricesReadAt: instant,
  /** Sentences that stand in the way: field, rule, way out. With any of these nothing can be approved. */
  problems: z.array(z.object({ field: z.string().nullable(), message: z.string() })),
  /** Files that cannot be used, each with the reason; the rest goes on without them and they are not in the price. */
  leftOut: z.array(
    z.object({
      file: fileOrAddress,
      message: z.string(),
      /** Set where the file can go after all: by its own public address, or as the lossy copy, where one is offered (A1). */
      original: largeOriginal.nullable(),
    }),
  ),
  /** Originals that go as the lossy copy which the order accepts. */
  reencoded: z.array(z.object({ file: fileHandle, reencode })),
  /** Things worth knowing before paying; they do not stand in the way. */
  notes: z.array(z.string()),
  /**
   * The service checks a sum before it starts (§4.14, rule 3), so that a person may name the most that is paid where the price
   * cannot be read.
   */
  takesCeiling: z.boolean(),
  /** A cap that this order does not fit under: approving it is refused. Null where it fits. */
  overCap: z.string().nullable(),
  /**
   * Pictures that stand in this order once more, under whatever name, as they were given: each is paid for, which `note`
   * says. Null where there are none.
   */
  repeated: z
    .object({ note: z.string(), sources: z.array(fileOrAddress) })
    .nullable()
    .default(null),
  /**
   * Requests of this order whose very content was ordered with the same settings before, with the files at home; or,
   * `isOpen`, with the earlier order in the queue or under way, so that its files are still to come. `source` is the picture
   * as it was given, null for an order of words alone; `credits` what it cost then, or is to cost.
   */
  alreadyPaid: z.array(
    z.object({
      source: fileOrAddress.nullable(),
      requestId: z.string(),
      assets: z.array(z.string()),
      credits,
      isOpen: z.boolean(),
    }),
  ),
  /** The order without those; null where there are none. */
  rest: z
    .object({
      contentHash: z.string(),
      requests: z.number().int(),
      price: z.enum(['known', 'unknown', 'unavailable']),
      credits,
      lines: z.array(quoteLine),
    })
    .nullable(),
})
export type QuoteView = z.infer<typeof quoteView>

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
  /** Running since (the acceptance), the service's estimate and its own end; null where they do not apply. */
  running: z.object({ since: instant, expectedAt: instant.nullable(), endsAt: instant }).nullable(),
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
export const timelineEntry = z.object({
  at: instant,
  /** `trouble` is drawn as a red diamond, `step` as a dot, `next` as a cyan dot. */
  tone: z.enum(['step', 'trouble', 'next']),
  title: z.string(),
  detail: z.string(),
})
export type TimelineEntry = z.infer<typeof timelineEntry>

/** Everything durable about one request, for people. */
export const receiptView = z.object({
  request: requestView,
  origin: z.string(),
  approvedAt: instant,
  answeredAt: instant.nullable(),
  keyFingerprint: z.string().nullable(),
  /** The settings as they were sent, name and value, in order. */
  settings: z.array(z.object({ name: z.string(), value: z.string() })),
  quoteLines: z.array(quoteLine),
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
  timeline: z.array(timelineEntry),
  /** Where its results go beside the library, and what became of each copy; null where they go nowhere else. */
  copies: copiesView.nullable(),
  /** Ordered by a watch folder, within what a person allowed it. */
  watched: z.boolean(),
})
export type ReceiptView = z.infer<typeof receiptView>

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

/** A file a user dropped or chose, before anything is done with it. */
export const inspectedFile = z.object({
  file: fileHandle,
  /** In words: nothing can be done with it. */
  path: z.string(),
  name: z.string(),
  sizeBytes: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  format: z.string().nullable(),
  /** Null when it can be used; else what is wrong and what to do. */
  problem: z.string().nullable(),
  thumbnail: ownAddress.nullable(),
})
export type InspectedFile = z.infer<typeof inspectedFile>

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

/** Budget caps of one service in credits, null for none, and what the last 24 hours hold of them (null: not known). */
export const capsView = z.object({
  day: credits,
  batch: credits,
  spent: credits,
  reserved: credits,
  /** What is left of the day's cap; null without one, or where it cannot be told. */
  left: credits,
})
export type CapsView = z.infer<typeof capsView>
