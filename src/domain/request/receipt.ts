import { z } from 'zod'
import { copyWish } from '../copies/wish.ts'
import { json } from '../json.ts'
import { quote } from '../quote/quote.ts'
import { asAskedNow } from './asked-before.ts'

/** Milliseconds since 1970, UTC: receipts hold numbers, so that comparing never parses. */
const instantMs = z.number()

/** A local file named by an order. Its hash is taken when the order is approved and checked when it is read again. */
export const localSource = z.object({
  path: z.string(),
  name: z.string(),
  sha256: z.string(),
  sizeBytes: z.number().int(),
})
export type LocalSource = z.infer<typeof localSource>

/** A public address that the service fetches itself. */
const addressSource = z.object({ url: z.string() })
const pictureSource = z.union([localSource, addressSource])
export type PictureSource = z.infer<typeof pictureSource>

/**
 * The lossy copy, at its full size, that somebody accepted in place of an original too large for an upload
 * (obligations.md A1). `quality` is the encoder's, 1 to 100: what is sent is never worse.
 */
export const reencode = z.object({ quality: z.number().int(), sizeBytes: z.number().int() })
export type Reencode = z.infer<typeof reencode>

/** What the user approved, before preparation. */
export const order = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('generation'),
    /** For people; the id is what is sent. */
    modelName: z.string(),
    /** `image` or `video`: decides the service's own end of a job (§3). */
    mediaType: z.string(),
    /** Body fields as they will be sent, without references and without the key (§4.1). */
    fields: z.record(z.string(), json),
    references: z.array(pictureSource),
  }),
  z.object({
    kind: z.literal('skill'),
    skill: z.string(),
    /** Body fields as they will be sent, without pictures and without `requestId` (§4.9). */
    fields: z.record(z.string(), json),
    /** Which field each picture fills; several for one field are a list, in order. */
    pictures: z.array(z.object({ field: z.string(), source: pictureSource, reencode: reencode.optional() })),
    /** The most pictures that the catalogue named for one run of it, when it was ordered (§4.7). */
    mostOutputs: z.number().optional(),
  }),
])
export type PaidOrder = z.infer<typeof order>

/**
 * The exact bytes of the paid request, as parts to be joined: text as it stands, or a prepared file
 * sent as base64. Large pictures stay in synced, content-addressed files, so that a receipt stays small.
 */
export const paidBody = z.object({
  parts: z.array(z.union([z.object({ text: z.string() }), z.object({ base64File: z.string(), sha256: z.string() })])),
  /** SHA-256 of the joined bytes, checked before every send. */
  sha256: z.string(),
  sizeBytes: z.number().int(),
})
export type PaidBody = z.infer<typeof paidBody>

/** What preparation did to one source. */
export const preparationReport = z.object({
  source: z.string(),
  sha256: z.string(),
  sizeBytes: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  format: z.string(),
  steps: z.array(z.string()),
})
export type PreparationReport = z.infer<typeof preparationReport>

/**
 * One job of the service (§2.2, §2.8 items). Words the document does not list (`status`, `creditsStatus`)
 * are kept as they came: unknown is not failed and not finished.
 */
export const job = z.object({
  generationId: z.string().nullable(),
  module: z.string().nullable(),
  status: z.string(),
  mediaType: z.string().nullable(),
  urls: z.array(z.string()),
  error: z.string().nullable(),
  failureCode: z.string().nullable(),
  creditsUsed: z.number().nullable(),
  creditsStatus: z.string().nullable(),
})
export type Job = z.infer<typeof job>

/** A result at home. */
export const broughtHome = z.object({
  assetId: z.string(),
  /** Index into `jobs` and into that job's `urls`: the identity of an output (addresses may be renewed). */
  jobIndex: z.number().int(),
  outputIndex: z.number().int(),
  sha256: z.string(),
  /** Nobody here could tell whether it is whole: kept, and never called checked. Absent where it was checked. */
  isUnchecked: z.literal(true).optional(),
  /** What speaks against it. It came the same each time, so that it is kept all the same. */
  doubt: z.enum(['damaged', 'other-kind']).optional(),
})
export type BroughtHome = z.infer<typeof broughtHome>

const owed = z.object({
  jobIndex: z.number().int(),
  outputIndex: z.number().int(),
  reason: z.string(),
  triedTimes: z.number().int(),
  /** The address that it was tried at last, and how much speaks against that one. Absent before the first failure. */
  address: z.string().optional(),
  failedHere: z.number().int().optional(),
  /** The service was asked for another address and gave the same one. */
  isSameAgain: z.boolean().optional(),
  /** The host inside a private network that it was not fetched from, which a person may allow. */
  insideHost: z.string().optional(),
  /** How often in a row there was no room for it on the library's disk, or that did not take it. */
  fullTimes: z.number().int().optional(),
  /** The last time it was not for want of room. */
  isDiskAway: z.literal(true).optional(),
  /** How often in a row it came whole and could not be looked into here. Absent: not once. */
  unreadTimes: z.number().int().optional(),
  /** What came last, whole by its length, and was not taken for it (same-bytes.ts). */
  came: z.object({ sha256: z.string(), times: z.number().int() }).optional(),
  /** Until when the server of its address asked to be left alone, and how long that was (`Retry-After`). */
  pause: z.object({ untilMs: instantMs, forMs: z.number() }).optional(),
})
export type Owed = z.infer<typeof owed>

export const decisionKind = z.enum([
  'resend',
  'credits',
  'key',
  'conflict',
  'price',
  'resize',
  'cap',
  'budget',
  'approval',
  'surplus',
  'other',
])
export const choiceIds = [
  'send-again',
  'look-again',
  'try-again',
  'new-order',
  'accept-price',
  'accept-resize',
  'fetch-more',
  'leave',
] as const
export type ChoiceId = (typeof choiceIds)[number]

/** Whether a choice can send something that is paid. What cannot takes no most, and changes nothing that was agreed to. */
export const maySpend = (choice: string): boolean =>
  choice !== 'look-again' && choice !== 'leave' && choice !== 'fetch-more'

/** Looking, leaving and downloading are free where no price stands on them; whatever else is chosen may be paid for. */
export const isFreeChoice = (choice: string, credits: number | null): boolean => credits === null && !maySpend(choice)

export const decision = z.object({
  kind: decisionKind,
  /** What happened, what was taken, what is asked. */
  question: z.string(),
  /** Whether the service may have taken the order, as far as is known at this point. */
  mayHaveCharged: z.boolean(),
  /** What is to be accepted, old and new: a price in credits. Null where the decision is about something else. */
  price: z.object({ from: z.number().nullable(), to: z.number().nullable() }).nullable().default(null),
  /** When the figures of its choices were read off the service's list, ms since 1970; null: they are not from there. */
  pricedAtMs: instantMs.nullable().default(null),
  choices: z.array(
    z.object({ id: z.enum(choiceIds), label: z.string(), explains: z.string(), credits: z.number().nullable() }),
  ),
})
export type Decision = z.infer<typeof decision>

/**
 * Where a request stands, durably.
 *
 *   approved ─▶ ready ─▶ running ─▶ downloading ─▶ completed
 *                 │  ▲      ▲                        partial │ failed
 *                 ▼  │      │
 *               uncertain ──┘         needs-decision · rejected · gone · cancelled
 *
 * `approved`: nothing was sent. `ready`: the body is on disk and may have been sent since that moment, so after
 * a restart it counts as sent. `uncertain`: sent, and no answer that settles it. `handed-over`: a studio drives it now, and
 * nothing more is done for it here (hand-over.ts).
 */
export const phases = [
  'approved',
  'ready',
  'uncertain',
  'running',
  'downloading',
  'completed',
  'partial',
  'failed',
  'rejected',
  'gone',
  'cancelled',
  'needs-decision',
  'handed-over',
] as const
export type Phase = (typeof phases)[number]

const storedReceipt = z.object({
  /** The UUID: `idempotencyKey` of a generation, `requestId` of a Skill run. */
  id: z.string(),
  /** Grows by one with each durable step. */
  revision: z.number().int(),
  /** The one service this receipt belongs to; the word `practice` for practice, whatever its port. */
  origin: z.string(),
  order,
  quote,
  consent: z.object({
    atMs: instantMs,
    credits: z.number().nullable(),
    by: z.enum(['window', 'terminal', 'agent']),
    /**
     * The most that a person allows for this one request, in credits; null: no such word. A price above it is never sent,
     * whatever was quoted, until a person accepts it. Of an order of several it is this request's share (ceiling.ts).
     */
    ceilingCredits: z.number().nullable().default(null),
  }),
  /** Salted hash of the key that the order was approved under; Skills receipts are bound to it (§4.15). */
  keyFingerprint: z.string().nullable(),
  batch: z.object({ id: z.string(), index: z.number().int(), size: z.number().int() }).nullable(),
  /** The receipt that this one replaces by a recorded act of the user. */
  replaces: z.string().nullable(),
  /** Where a person has put it in the queue (place.ts); null: where its approval puts it. */
  place: z.string().nullable().default(null),
  /** Where its results go beside the library; null: nowhere. */
  copies: copyWish.nullable().default(null),
  /** The watch folder that ordered it, and the SHA-256 of the file it was ordered for; null: a person did. */
  watch: z.object({ id: z.string(), content: z.string() }).nullable().default(null),
  /**
   * What an agent asked for: the key under which it may ask again without ordering twice, the hash over what it asked, and
   * the budget that it was ordered within (null: it waits for a person, or one has decided). Null: a person ordered it.
   */
  agent: z
    .object({ key: z.string().nullable(), asked: z.string(), budget: z.string().nullable() })
    .nullable()
    .default(null),
  approvedAtMs: instantMs,
  updatedAtMs: instantMs,
  phase: z.enum(phases),
  preparation: z.array(preparationReport),
  body: paidBody.nullable(),
  /** When the first send that may stand at the service left, and how often it was sent and only looked up. */
  firstSentAtMs: instantMs.nullable(),
  sentTimes: z.number().int(),
  lookedUpTimes: z.number().int(),
  /** Look-ups in a row, in this run of the app, that found no such request (A8). */
  missingInARow: z.number().int(),
  /** Failures in a row of whatever is being tried; grows the pause. */
  failuresInARow: z.number().int(),
  /** A person has decided to send it again, and nobody has yet: the next look-up that finds nothing charged permits it. */
  mayResend: z.boolean().default(false),
  /** When that was decided: a word of long ago is asked for anew. Null: before that was kept. */
  resendDecidedAtMs: instantMs.nullable().default(null),
  /**
   * Since when the service has permitted sending it again, all looks since the last send agreeing: the pause that comes with
   * each permission counts from the first. Null: it has not.
   */
  permittedAtMs: instantMs.nullable().default(null),
  /**
   * The service has answered each send so far with a “no” that starts nothing (429, 402, no such key), and has said nothing
   * else of it since: no copy of it is in doubt, so it need not be replayed at whatever it costs by now.
   */
  settled: z.boolean().default(false),
  /**
   * Until when it is not sent again, as the service asked after the last send (`Retry-After`) or as our own pace has it,
   * and how long that was: a clock that is set back must not make it longer. Null: never held back.
   */
  sendPause: z.object({ untilMs: instantMs, forMs: z.number() }).nullable().default(null),
  /**
   * Until when the service asked to be left alone with this request, and how long that was: neither looked at nor sent
   * sooner, by whatever program. It may lie in the past. Null: it never asked.
   */
  askedPause: z.object({ untilMs: instantMs, forMs: z.number() }).nullable().default(null),
  /**
   * Its home was copied, restored or moved to another disk since it was ordered: where the service knows no such order,
   * another copy may still send it, or has sent it long ago. A person says which of them sends it.
   */
  mayBeElsewhere: z.boolean().default(false),
  /** In a studio: it began in a home of one computer, and was not sent from here before it is looked up. */
  isImported: z.literal(true).optional(),
  /** Which studio it goes to, where it stood then, and whether the studio is known to have it (hand-over.ts). Null: to none. */
  handedOver: z
    .object({ studio: z.string(), name: z.string(), phase: z.enum(phases), isThere: z.boolean() })
    .nullable()
    .default(null),
  /** A person had left it in doubt and asked for it again: it is looked at, and sent only where they say so then. */
  wasLeft: z.boolean().default(false),
  /** A person ended it, where nothing was charged: shown as cancelled, and as no refusal of the service. */
  endedByPerson: z.literal(true).optional(),
  /** The wall clock was seen to run backwards: age is unknown, so a person is asked (A7). */
  clockWentBack: z.boolean(),
  /** Set by the first evidence that the service took the order; never taken back (I5). */
  acceptedAtMs: instantMs.nullable(),
  /** Accepted, and not found by the service since: under which key it was looked for when that was told. Null: it was not. */
  missingUnder: z.enum(['own-key', 'other-key']).nullable().default(null),
  jobs: z.array(job),
  /** Figures of the submit answer, kept apart from later ones (A38). */
  accepted: z
    .object({
      creditsUsed: z.number().nullable(),
      modelId: z.string().nullable(),
      aspectRatio: z.string().nullable(),
      expectedCount: z.number().nullable(),
      /** The balance ran out between the items (§4.11); absent where nothing said so. */
      paywallHitMidBatch: z.boolean().optional(),
      /** How the rendering of the whole stood last (§2.8); absent where nothing said so. */
      renderingStatus: z.string().optional(),
      /** Figures that cannot be true (a charge below nothing), as the service wrote them; absent where there were none. */
      oddFigures: z.array(z.string()).optional(),
      deduped: z.boolean(),
    })
    .nullable(),
  creditsUsed: z.number().nullable(),
  creditsStatus: z.string().nullable(),
  /** The service's estimate of when the job ends; an estimate only. */
  expectedAtMs: instantMs.nullable(),
  /** When it was first learned that it, or a job of it, has failed: late refunds are looked for so long after it (A10). */
  failedAtMs: instantMs.nullable().default(null),
  assets: z.array(broughtHome),
  owed: z.array(owed),
  /**
   * What a person said of results beyond what was ordered (surplus.ts): of how many, and how many of them come home. Absent
   * where nobody was asked.
   */
  surplus: z.object({ decided: z.number().int(), fetch: z.number().int() }).optional(),
  decision: decision.nullable(),
  /** What happened, whether money was taken, what to do next. */
  error: z.string().nullable(),
  /** When the next thing is due and what it is; the pause itself is measured by a monotonic clock. */
  next: z.object({ atMs: instantMs, words: z.string() }).nullable(),
  /** Since when its looks came to nothing, one after the other, and whether for want of a key. Null: its last look was answered. */
  unheard: z.object({ sinceMs: instantMs, isKeyless: z.boolean() }).nullable().default(null),
})
export const receipt = storedReceipt.transform(asAskedNow)
export type Receipt = z.infer<typeof storedReceipt>

/** One thing that happened, for the timeline. `title` and `detail` are for people. */
export const timelineEntry = z.object({
  atMs: instantMs,
  tone: z.enum(['step', 'trouble']),
  title: z.string(),
  detail: z.string(),
})
export type TimelineEntry = z.infer<typeof timelineEntry>
