import { randomUUID } from 'node:crypto'
import { acceptedAnew } from '../domain/quote/quote.ts'
import { creditsInWords } from '../domain/request/money-words.ts'
import type { ChoiceId, Happening, Order, Receipt } from '../domain/request/receipt.ts'
import { sourceName } from '../domain/request/sources.ts'
import { hashFile, readTrouble } from './files.ts'
import { type Draft, nameOf } from './orders.ts'

export interface Consent {
  atMs: number
  by: 'window' | 'terminal'
  origin: string
  keyFingerprint: string | null
}

/** The members of a receipt for which nothing has happened yet. */
const unsent = {
  phase: 'approved',
  place: null,
  watch: null,
  preparation: [],
  body: null,
  firstSentAtMs: null,
  sentTimes: 0,
  lookedUpTimes: 0,
  missingInARow: 0,
  failuresInARow: 0,
  mayResend: false,
  settled: false,
  sendPause: null,
  clockWentBack: false,
  acceptedAtMs: null,
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
} satisfies Partial<Receipt>

/**
 * Turns what the user accepted into receipts, one a request, sources hashed. A file that cannot be read any more gets
 * a receipt that says so and is never sent; the others are not held up by it.
 */
export async function receiptsFor(
  drafts: Draft[],
  consent: Consent,
): Promise<{ after: Receipt; happenings: Happening[] }[]> {
  const batchId = randomUUID()
  const made: { after: Receipt; happenings: Happening[] }[] = []
  for (const [index, draft] of drafts.entries())
    made.push(await receiptFor(draft, consent, drafts.length > 1 ? { id: batchId, index, size: drafts.length } : null))
  return made
}

async function receiptFor(
  draft: Draft,
  consent: Consent,
  batch: Receipt['batch'],
): Promise<{ after: Receipt; happenings: Happening[] }> {
  const { atMs } = consent
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
      const source = { path, name, ...(await hashFile(path)) }
      sources.push({ field, source, ...(reencode ? { reencode } : {}) })
    } catch (error) {
      sources.push({ field, source: { path, name, sha256: '', sizeBytes: 0 } })
      trouble = `${name}: ${readTrouble(error)}. Nothing was sent or charged. Put it back and order again.`
    }
  }
  const price = draft.quote.credits === null ? 'a price not known yet' : creditsInWords(draft.quote.credits)
  const approved: Happening = {
    atMs,
    tone: 'step',
    title: `Approved at ${price}`,
    detail: ['Written to disk before anything was sent.', ...sources.flatMap(reencodeWords)].join(' '),
  }
  const happenings: Happening[] =
    trouble === null ? [approved] : [approved, { atMs, tone: 'trouble', title: 'Not sent', detail: trouble }]
  return {
    happenings,
    after: {
      id: randomUUID(),
      revision: 1,
      origin: consent.origin,
      order: orderOf(draft, sources),
      quote: draft.quote,
      consent: { atMs, credits: draft.quote.credits, by: consent.by },
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

type OrderedPicture = Extract<Order, { kind: 'skill' }>['pictures'][number]

/** The choice of obligations.md A1, for the timeline. */
const reencodeWords = ({ source, reencode }: OrderedPicture): string[] =>
  reencode
    ? [`${sourceName(source)} goes as a copy encoded again at quality ${reencode.quality} of 100, as you chose.`]
    : []

export const orderOf = (draft: Draft, sources: OrderedPicture[]): Order =>
  draft.kind === 'generation'
    ? {
        kind: 'generation',
        modelName: draft.modelName,
        mediaType: draft.mediaType,
        fields: draft.fields,
        references: sources.map(({ source }) => source),
      }
    : { kind: 'skill', skill: draft.skill, fields: draft.fields, pictures: sources }

/**
 * A new order in place of an earlier one, by a recorded act of the user: the only source of a second number for the
 * same wish. The sources keep the hashes they were approved with. An accepted price or resize goes into its fields
 * (§4.14 rules 2 and 3).
 */
export function replacementOf(
  receipt: Receipt,
  choice: ChoiceId,
  consent: Consent,
): { after: Receipt; happenings: Happening[] } {
  const { atMs } = consent
  const accepted = choice === 'accept-price' ? (receipt.decision?.price?.to ?? null) : null
  const quote = accepted === null ? receipt.quote : acceptedAnew(receipt.quote, accepted)
  const { credits } = quote
  const detail = `In place of ${receipt.id.slice(0, 8)}, by your decision${credits === null ? '' : `, at ${creditsInWords(credits)}`}.`
  return {
    happenings: [{ atMs, tone: 'step', title: 'Ordered anew', detail }],
    after: {
      ...receipt,
      id: randomUUID(),
      revision: 1,
      replaces: receipt.id,
      order: orderAfter(receipt.order, choice, credits),
      quote,
      consent: { atMs, credits, by: consent.by },
      keyFingerprint: consent.keyFingerprint,
      approvedAtMs: atMs,
      updatedAtMs: atMs,
      ...unsent,
    },
  }
}

function orderAfter(order: Order, choice: ChoiceId, credits: number | null): Order {
  const fields = { ...order.fields }
  if (choice === 'accept-resize') fields.allowDownscale = true
  if (choice === 'accept-price' && credits !== null && Object.hasOwn(fields, 'confirmedCredits'))
    fields.confirmedCredits = Math.ceil(credits)
  return { ...order, fields }
}
