import { randomUUID } from 'node:crypto'
import { ceilingShares, raisedCeiling } from '../../domain/quote/ceiling.ts'
import { acceptedAnew } from '../../domain/quote/quote.ts'
import { creditsInWords } from '../../domain/request/money-words.ts'
import type { ChoiceId, PaidOrder, Receipt, TimelineEntry } from '../../domain/request/receipt.ts'
import { sourceName } from '../../domain/request/sources.ts'
import type { ForeignFiles } from '../images/foreign-files.ts'
import { readTrouble } from '../platform/files.ts'
import { nameOf, type OrderDraft } from './build-quote.ts'

export interface Consent {
  atMs: number
  by: Receipt['consent']['by']
  origin: string
  keyFingerprint: string | null
  /** The most that a person named, in credits: for the whole order, or of a new one in place of another, for that one. */
  ceilingCredits?: number | null
  /** Something to be said of the price; null: nothing. */
  note?: string | null
}

/** The members of a receipt for which nothing has happened yet. */
const unsent = {
  phase: 'approved',
  place: null,
  watch: null,
  agent: null,
  preparation: [],
  body: null,
  firstSentAtMs: null,
  sentTimes: 0,
  lookedUpTimes: 0,
  missingInARow: 0,
  failuresInARow: 0,
  unheard: null,
  mayResend: false,
  resendDecidedAtMs: null,
  permittedAtMs: null,
  settled: false,
  sendPause: null,
  askedPause: null,
  mayBeElsewhere: false,
  isImported: undefined,
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
  surplus: undefined,
  error: null,
  next: null,
} satisfies Partial<Receipt>

/** A receipt as it is written first, and what its timeline begins with. */
export interface FirstStep {
  after: Receipt
  timeline: TimelineEntry[]
}

/** Its first line says who ordered in a person's place, and then what it said. */
export const orderedBy = (who: string, timeline: TimelineEntry[]): TimelineEntry[] =>
  timeline.map((one, n) => (n === 0 ? { ...one, detail: `${who} ${one.detail}` } : one))

/**
 * Turns what the user accepted into receipts, one a request, sources hashed. A file that cannot be read any more gets
 * a receipt that says so and is never sent; the others are not held up by it.
 */
export async function receiptsFor(
  drafts: OrderDraft[],
  consent: Consent,
  files: Pick<ForeignFiles, 'hash'>,
): Promise<FirstStep[]> {
  const batchId = randomUUID()
  const shares = sharesOf(drafts, consent.ceilingCredits ?? null)
  const made: FirstStep[] = []
  for (const [index, draft] of drafts.entries()) {
    const batch = drafts.length > 1 ? { id: batchId, index, size: drafts.length } : null
    made.push(await receiptFor(draft, { ...consent, ceilingCredits: shares?.[index] ?? null }, batch, files))
  }
  return made
}

/** What each may take of the ceiling. @throws Error where it is below what they cost, which is the caller's to refuse */
function sharesOf(drafts: OrderDraft[], ceiling: number | null): number[] | null {
  if (ceiling === null) return null
  const shares = ceilingShares(
    drafts.map(({ quote }) => quote.credits),
    ceiling,
  )
  if (shares === null) throw new Error('the ceiling is below the price')
  return shares
}

async function receiptFor(
  offered: OrderDraft,
  consent: Consent,
  batch: Receipt['batch'],
  files: Pick<ForeignFiles, 'hash'>,
): Promise<FirstStep> {
  const { atMs } = consent
  const draft = heldTo(offered, consent.ceilingCredits ?? null)
  const sources: OrderedPicture[] = []
  let trouble: string | null = null
  for (const { field, reencode, ...picture } of draft.pictures) {
    if ('url' in picture) {
      sources.push({ field, source: { url: picture.url } })
      continue
    }
    const { path } = picture
    const name = nameOf(path)
    try {
      const source = { path, name, ...(await files.hash(path)) }
      sources.push({ field, source, ...(reencode ? { reencode } : {}) })
    } catch (error) {
      sources.push({ field, source: { path, name, sha256: '', sizeBytes: 0 } })
      trouble = `${name}: ${readTrouble(error)}. Nothing was sent or charged. Put it back and order again.`
    }
  }
  const price = approvedAt(draft.quote.credits, consent.ceilingCredits ?? null)
  const approved: TimelineEntry = {
    atMs,
    tone: 'step',
    title: `Approved at ${price}`,
    detail: [
      'Written to disk before anything was sent.',
      ...(consent.note ? [consent.note] : []),
      ...sources.flatMap(reencodeWords),
    ].join(' '),
  }
  const timeline: TimelineEntry[] =
    trouble === null ? [approved] : [approved, { atMs, tone: 'trouble', title: 'Not sent', detail: trouble }]
  return {
    timeline,
    after: {
      id: randomUUID(),
      revision: 1,
      origin: consent.origin,
      order: orderFromDraft(draft, sources),
      quote: draft.quote,
      consent: { atMs, credits: draft.quote.credits, by: consent.by, ceilingCredits: consent.ceilingCredits ?? null },
      keyFingerprint: consent.keyFingerprint,
      batch,
      replaces: null,
      copies: draft.copies ?? null,
      approvedAtMs: atMs,
      updatedAtMs: atMs,
      ...unsent,
      phase: trouble === null ? 'approved' : 'rejected',
      error: trouble,
    },
  }
}

function approvedAt(credits: number | null, ceiling: number | null): string {
  if (credits !== null) return creditsInWords(credits)
  return ceiling === null ? 'a price not known yet' : `a price not known yet, ${creditsInWords(ceiling)} at most`
}

/** Where the price is not known, the service is told the most that a person pays (§4.14, rule 3: a whole number). */
const heldTo = (draft: OrderDraft, ceiling: number | null): OrderDraft =>
  draft.takesCeiling && draft.quote.credits === null && ceiling !== null
    ? { ...draft, fields: { ...draft.fields, confirmedCredits: Math.floor(ceiling) } }
    : draft

type OrderedPicture = Extract<PaidOrder, { kind: 'skill' }>['pictures'][number]

/** The choice of obligations.md A1, for the timeline. */
const reencodeWords = ({ source, reencode }: OrderedPicture): string[] =>
  reencode
    ? [`${sourceName(source)} goes as a copy encoded again at quality ${reencode.quality} of 100, as you chose.`]
    : []

export const orderFromDraft = (draft: OrderDraft, sources: OrderedPicture[]): PaidOrder =>
  draft.kind === 'generation'
    ? {
        kind: 'generation',
        modelName: draft.modelName,
        mediaType: draft.mediaType,
        fields: draft.fields,
        references: sources.map(({ source }) => source),
      }
    : {
        kind: 'skill',
        skill: draft.skill,
        fields: draft.fields,
        pictures: sources,
        ...(draft.mostOutputs === undefined ? {} : { mostOutputs: draft.mostOutputs }),
      }

/**
 * A new order in place of an earlier one, by a recorded act of the user: the only source of a second number for the
 * same wish. The sources keep the hashes they were approved with. An accepted price or resize goes into its fields
 * (§4.14 rules 2 and 3).
 */
export function replacementOf(receipt: Receipt, choice: ChoiceId, consent: Consent): FirstStep {
  const { atMs } = consent
  // The question showed the price of now, where that is another one than was accepted before.
  const accepted = receipt.decision?.price?.to ?? null
  const quote = accepted === null ? receipt.quote : acceptedAnew(receipt.quote, accepted)
  const { credits } = quote
  const ceilingCredits = consent.ceilingCredits ?? raisedCeiling(receipt.consent.ceilingCredits, accepted)
  const most = consent.ceilingCredits ?? null
  const detail = [
    `In place of ${receipt.id.slice(0, 8)}, by your decision`,
    ...(credits === null ? [] : [`at ${creditsInWords(credits)}`]),
    ...(most === null ? [] : [`${creditsInWords(most)} at most`]),
  ].join(', ')
  return {
    timeline: [{ atMs, tone: 'step', title: 'Reordered', detail: `${detail}.` }],
    after: {
      ...receipt,
      id: randomUUID(),
      revision: 1,
      replaces: receipt.id,
      order: orderAfter(receipt.order, choice, { credits, ceilingCredits }),
      quote,
      consent: { atMs, credits, by: consent.by, ceilingCredits },
      keyFingerprint: consent.keyFingerprint,
      approvedAtMs: atMs,
      updatedAtMs: atMs,
      ...unsent,
      // A person ordered this one; the agent still finds it under its key.
      agent: receipt.agent && { ...receipt.agent, budget: null },
    },
  }
}

/** What the service is told of the price is what was agreed to for this order, never what was for the one before. */
function orderAfter(
  order: PaidOrder,
  choice: ChoiceId,
  { credits, ceilingCredits }: { credits: number | null; ceilingCredits: number | null },
): PaidOrder {
  const fields = { ...order.fields }
  if (choice === 'accept-resize') fields.allowDownscale = true
  if (Object.hasOwn(fields, 'confirmedCredits')) {
    if (credits !== null) fields.confirmedCredits = Math.ceil(credits)
    else if (ceilingCredits !== null) fields.confirmedCredits = Math.floor(ceilingCredits)
  }
  return { ...order, fields }
}
