import { type FailedFetch, type RequestEvent, timingFor } from '../../src/domain/request/events.ts'
import type { Acceptance, LookUpOutcome, PollOutcome, SubmitOutcome } from '../../src/domain/request/outcomes.ts'
import type { Job, PaidBody, PaidOrder, Receipt } from '../../src/domain/request/receipt.ts'
import { step } from '../../src/domain/request/step.ts'
import type { Step } from '../../src/domain/request/transitions.ts'

/** Pauses and windows as the document gives them. */
export const timing = timingFor(1)
export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** The wall clock when the order was approved. */
export const t0 = Date.UTC(2026, 10, 3, 9)

const generationOrder: PaidOrder = {
  kind: 'generation',
  modelName: 'Model',
  mediaType: 'image',
  fields: { prompt: 'a lighthouse', modelId: 'model-1', aspectRatio: '1:1' },
  references: [],
}

export const skillOrder: PaidOrder = { kind: 'skill', skill: 'a-skill', fields: {}, pictures: [] }

/** A receipt as it stands right after approval. */
export const receiptOf = (changes: Partial<Receipt> = {}): Receipt => ({
  id: '0b7c3a52-6f0e-4c39-9d6b-5a6f3f1f2a01',
  revision: 1,
  origin: 'https://service.test',
  order: generationOrder,
  quote: { price: 'known', credits: 8, lines: [], pricesReadAtMs: t0 },
  consent: { atMs: t0, credits: 8, by: 'terminal', ceilingCredits: null },
  keyFingerprint: '00112233aabbccdd',
  batch: null,
  replaces: null,
  place: null,
  copies: null,
  watch: null,
  agent: null,
  approvedAtMs: t0,
  updatedAtMs: t0,
  phase: 'approved',
  preparation: [],
  body: null,
  firstSentAtMs: null,
  sentTimes: 0,
  lookedUpTimes: 0,
  missingInARow: 0,
  failuresInARow: 0,
  mayResend: false,
  resendDecidedAtMs: null,
  permittedAtMs: null,
  settled: false,
  sendPause: null,
  askedPause: null,
  mayBeElsewhere: false,
  handedOver: null,
  wasLeft: false,
  clockWentBack: false,
  acceptedAtMs: null,
  missingUnder: null,
  jobs: [],
  accepted: null,
  creditsUsed: null,
  creditsStatus: null,
  expectedAtMs: null,
  failedAtMs: null,
  assets: [],
  owed: [],
  decision: null,
  error: null,
  next: null,
  unheard: null,
  ...changes,
})

export const bodyOf = (text = '{"prompt":"a lighthouse"}'): PaidBody => ({
  parts: [{ text }],
  sha256: 'ab'.repeat(32),
  sizeBytes: text.length,
})

export const jobOf = (changes: Partial<Job> = {}): Job => ({
  generationId: 'gen-1',
  module: null,
  status: 'processing',
  mediaType: 'image',
  urls: [],
  error: null,
  failureCode: null,
  creditsUsed: 8,
  creditsStatus: null,
  ...changes,
})

export const madeJob = (urls = ['https://media.test/1.png'], changes: Partial<Job> = {}): Job =>
  jobOf({ status: 'completed', urls, ...changes })

const acceptanceOf = (jobs: Job[] = [jobOf()], changes: Partial<Acceptance> = {}): Acceptance => ({
  jobs,
  creditsUsed: 8,
  creditsStatus: null,
  modelId: null,
  aspectRatio: null,
  expectedCount: null,
  deduped: false,
  expectedWaitSeconds: null,
  pollHintSeconds: null,
  ...changes,
})

export const submitted = (outcome: SubmitOutcome, atMs = t0): RequestEvent => ({ type: 'submitted', outcome, atMs })
export const lookedUp = (outcome: LookUpOutcome, atMs = t0): RequestEvent => ({ type: 'lookedUp', outcome, atMs })
export const polled = (outcome: PollOutcome, atMs = t0): RequestEvent => ({ type: 'polled', outcome, atMs })
export const accepted = (
  jobs?: Job[],
  changes?: Partial<Acceptance>,
): { type: 'accepted'; acceptance: Acceptance } => ({
  type: 'accepted',
  acceptance: acceptanceOf(jobs, changes),
})
export const found = (jobs?: Job[], changes?: Partial<Acceptance>): { type: 'found'; acceptance: Acceptance } => ({
  type: 'found',
  acceptance: acceptanceOf(jobs, changes),
})
export const saidJob = (jobs?: Job[], changes?: Partial<Acceptance>): { type: 'job'; acceptance: Acceptance } => ({
  type: 'job',
  acceptance: acceptanceOf(jobs, changes),
})
export const broughtHome = (outputIndex = 0, jobIndex = 0, atMs = t0): RequestEvent => ({
  type: 'broughtHome',
  atMs,
  asset: { assetId: `asset.${jobIndex}.${outputIndex}`, jobIndex, outputIndex, sha256: 'cd'.repeat(32) },
})
export const notFetched = (changes: Partial<FailedFetch> & { atMs?: number } = {}): RequestEvent => ({
  type: 'bringingHomeFailed',
  atMs: t0,
  jobIndex: 0,
  outputIndex: 0,
  reason: 'The file’s address answered 500.',
  addressStale: false,
  ...changes,
})

/** Feeds events one after the other; returns the last step. */
export function play(start: Receipt, ...events: RequestEvent[]): Step {
  let last: Step = { accepted: true, receipt: start, effect: null, timeline: [] }
  for (const event of events) last = step(last.receipt, event, timing)
  return last
}

/** Its body is on disk and nothing is known of its first sending. */
export const ready = (changes: Partial<Receipt> = {}): Receipt =>
  receiptOf({ phase: 'ready', body: bodyOf(), firstSentAtMs: t0, ...changes })

/** Sent once, and the answer was lost. */
export const uncertain = (changes: Partial<Receipt> = {}): Receipt =>
  ready({ phase: 'uncertain', sentTimes: 1, ...changes })

/** Accepted, and at work. */
export const running = (jobs: Job[] = [jobOf()], changes: Partial<Receipt> = {}): Receipt => ({
  ...play(ready(), submitted(accepted(jobs))).receipt,
  ...changes,
})
