import type { QuoteLineView } from '../../contract/quotes.ts'
import type { AssetView, ReceiptView, RequestView } from '../../contract/views.ts'
import { saneCredits } from '../../domain/figures.ts'
import { moneyOf } from '../../domain/ledger/money.ts'
import { fetchLeftMs } from '../../domain/request/dead-address.ts'
import { isToGoOut, mayBeTakenOut, wasLeftInDoubt } from '../../domain/request/doubt.ts'
import type { Timing } from '../../domain/request/events.ts'
import { endAfterMs } from '../../domain/request/jobs.ts'
import { leaveInDoubtDecision, mayBeLeft } from '../../domain/request/long-doubt.ts'
import { canMove, placeOf } from '../../domain/request/place.ts'
import type { Owed, Receipt, TimelineEntry } from '../../domain/request/receipt.ts'
import { retryOf } from '../../domain/request/retry.ts'
import { isLocal, sourceName } from '../../domain/request/sources.ts'
import { isEndState } from '../../domain/request/states.ts'
import { surplusDecision } from '../../domain/request/surplus.ts'
import { unheardOf } from '../../domain/request/unheard.ts'
import { type Activity, nowWords, outputsOf, stateOf, verdictOf } from '../../domain/request/words.ts'
import { fileLeftAlone, notBeforeText, sinceText } from '../pace/words.ts'
import { sanitizeText } from '../platform/text.ts'
import type { Asset } from '../store/assets.ts'
import type { CopyRow } from '../store/copies.ts'
import { subtitleOf, titleOf } from './titles.ts'

/** The furthest moments that a calendar has, ms from 1970. */
const furthestMs = 8.64e15

/** Total: what no calendar has, such as a time that a damaged disk gives out, is the nearest that one has. */
export const iso = (ms: number): string =>
  new Date(Number.isNaN(ms) ? 0 : Math.min(furthestMs, Math.max(-furthestMs, ms))).toISOString()

export function toAssetView(asset: Asset, path: string, present: boolean): AssetView {
  const {
    createdMs,
    relativePath: _relative,
    perceptualHash: _hash,
    profile: _profile,
    origin: _origin,
    jobIndex: _job,
    outputIndex: _output,
    ...rest
  } = asset
  return {
    ...rest,
    path,
    createdAt: iso(createdMs),
    thumbnail: `printroom://library/${encodeURIComponent(asset.id)}/thumbnail`,
    full: `printroom://library/${encodeURIComponent(asset.id)}/full`,
    present,
  }
}

export interface RequestViewParts {
  receipt: Receipt
  activity: Activity
  assets: AssetView[]
  timing: Timing
  /** The moment for which it is shown: a question may be offered by then. */
  nowMs: number
  /** What comes next waits for a pause that the service asked for, of the account: `next` says until when. */
  isLeftAlone?: boolean
  /** What became of its copies; none where none were wished. */
  copies?: CopyRow[]
  /** What it is filed under; left out where that is nobody's business. */
  project?: string | null
}

/** `auto` and `adaptive` name no shape until the service has said which it took (§2.1). */
function shapeOf({ accepted, order }: Receipt): string | null {
  const said = [accepted?.aspectRatio, order.fields.aspectRatio, order.fields.ratio]
  return said.find((ratio) => typeof ratio === 'string' && /^\d+:\d+$/.test(ratio))?.toString() ?? null
}

/** The picture that a Skill was ordered for. */
function sourceView({ id, order }: Receipt): RequestView['source'] {
  const source = order.kind === 'skill' ? order.pictures[0]?.source : undefined
  if (!source) return null
  return {
    name: sanitizeText(sourceName(source)),
    path: isLocal(source) ? source.path : source.url,
    thumbnail: isLocal(source) ? `printroom://source/${encodeURIComponent(id)}/thumbnail` : null,
  }
}

/** Since when the service works on it, and until when it may. */
function runningView(receipt: Receipt, timing: Timing): RequestView['running'] {
  if (receipt.phase !== 'running' || receipt.acceptedAtMs === null) return null
  return {
    since: iso(receipt.acceptedAtMs),
    expectedAt: expectedAt(receipt),
    endsAt: iso(receipt.acceptedAtMs + endAfterMs(receipt, timing)),
    ...(receipt.failuresInARow > 0 && { isUnseen: true as const }),
  }
}

export function toRequestView({
  receipt,
  activity,
  assets,
  timing,
  nowMs,
  isLeftAlone = false,
  copies = [],
  project = null,
}: RequestViewParts): RequestView {
  const state = stateOf(receipt, activity)
  const { order } = receipt
  return {
    id: receipt.id,
    kind: order.kind,
    skill: order.kind === 'skill' ? order.skill : null,
    title: titleOf(receipt),
    subtitle: subtitleOf(receipt),
    modelName: order.kind === 'generation' ? order.modelName : null,
    mediaType: order.kind === 'generation' ? order.mediaType : 'image',
    ratio: shapeOf(receipt),
    state,
    uploading: activity === 'uploading',
    createdAt: iso(receipt.approvedAtMs),
    updatedAt: iso(receipt.updatedAtMs),
    batch: receipt.batch,
    generationId: receipt.jobs[0]?.generationId ?? null,
    creditsQuoted: receipt.quote.credits,
    creditsUsed: saneCredits(receipt.creditsUsed),
    creditsRefunded: moneyOf(receipt).refunded,
    creditsStatus: receipt.creditsStatus,
    source: sourceView(receipt),
    running: runningView(receipt, timing),
    progress:
      receipt.phase === 'downloading'
        ? { done: receipt.assets.length, total: outputsOf(receipt), unit: 'files' }
        : null,
    tookMs:
      isEndState(state) && receipt.firstSentAtMs !== null
        ? Math.max(0, receipt.updatedAtMs - receipt.firstSentAtMs)
        : null,
    now: nowOf(receipt, activity, { nowMs, isLeftAlone }),
    next: receipt.next === null ? null : { at: iso(receipt.next.atMs), words: receipt.next.words },
    verdict: verdictOf(receipt),
    decision: decisionView(receipt, { atMs: nowMs, timing }),
    error: receipt.error,
    assets,
    owed: receipt.owed.map((owed) => owedView(owed, nowMs)),
    canCancel: mayBeTakenOut(receipt) && (receipt.phase === 'approved' || activity === null),
    canRetry: retryOf(receipt).do === 'order' || wasLeftInDoubt(receipt),
    place: canMove(receipt) ? placeOf(receipt) : null,
    copies: receipt.copies === null ? null : copyCounts(copies),
    project,
  }
}

/** What is happening, and until when it waits. */
function nowOf(
  receipt: Receipt,
  activity: Activity,
  { nowMs, isLeftAlone }: { nowMs: number; isLeftAlone: boolean },
): string {
  const message = nowWords(receipt, activity, sinceText(unheardOf(receipt)?.sinceMs ?? null, nowMs))
  const { next, phase } = receipt
  if (next === null || (activity !== null && activity !== 'prepared')) return message
  if (phase === 'approved' && isLeftAlone) return `${next.words}. Nothing was sent.`
  if (!isToGoOut(receipt) || isLeftAlone) return message
  const until = notBeforeText(next.atMs, nowMs)
  return until === '' ? message : `${message.replace(/\.$/, '')}.${until}`
}

function owedView(owed: Owed, nowMs: number): RequestView['owed'][number] {
  const { reason, triedTimes, insideHost, isSameAgain } = owed
  const leftMs = fetchLeftMs(owed, nowMs)
  return {
    reason: leftMs > 0 ? `${reason} ${fileLeftAlone(nowMs + leftMs, nowMs)}` : reason,
    triedTimes,
    ...(insideHost === undefined || isSameAgain !== true ? {} : { insideHost }),
    ...(leftMs > 0 ? { until: iso(nowMs + leftMs) } : {}),
  }
}

/** An estimate beyond a day is none: versions before kept whatever was named. */
const expectedAt = ({ acceptedAtMs, expectedAtMs }: Receipt): string | null =>
  expectedAtMs === null || !(Math.abs(expectedAtMs - (acceptedAtMs ?? 0)) <= dayMs) ? null : iso(expectedAtMs)

const dayMs = 86_400_000

/** What a person is asked, or may decide without being asked. */
function decisionView(receipt: Receipt, now: { atMs: number; timing: Timing }): RequestView['decision'] {
  const offered = mayBeLeft(receipt, now) ? leaveInDoubtDecision() : surplusDecision(receipt)
  const decision = receipt.phase === 'needs-decision' ? receipt.decision : offered
  return decision && { ...decision, pricedAt: decision.pricedAtMs === null ? null : iso(decision.pricedAtMs) }
}

function copyCounts(rows: CopyRow[]): NonNullable<RequestView['copies']> {
  const count = (state: CopyRow['state']) => rows.filter((row) => row.state === state).length
  return { made: count('made'), waiting: count('waiting'), failed: count('failed') }
}

function copiesView({ receipt, assets, copies = [] }: RequestViewParts): ReceiptView['copies'] {
  if (receipt.copies === null) return null
  const { to, template } = receipt.copies
  const files = copies.map(({ assetId, state, path, problem }) => ({
    name: assets.find(({ id }) => id === assetId)?.name ?? 'a result',
    state,
    path,
    problem,
  }))
  return { folder: to.kind === 'folder' ? to.folder : null, template, files }
}

export function toReceiptView(parts: RequestViewParts, entries: TimelineEntry[]): ReceiptView {
  const { receipt } = parts
  const request = toRequestView(parts)
  const timeline = entries.map((h) => ({ at: iso(h.atMs), tone: h.tone, title: h.title, detail: h.detail }))
  const next = request.next
    ? [
        {
          at: request.next.at ?? request.updatedAt,
          tone: 'next' as const,
          title: `Next: ${lowerFirst(request.next.words)}`,
          detail: 'Goes on after sleep or restart.',
        },
      ]
    : []
  return {
    request,
    origin: receipt.origin,
    approvedAt: iso(receipt.approvedAtMs),
    answeredAt: receipt.acceptedAtMs === null ? null : iso(receipt.acceptedAtMs),
    keyFingerprint: receipt.keyFingerprint,
    settings: settingsOf(receipt),
    quoteLines: receipt.quote.lines satisfies QuoteLineView[],
    jobs: receipt.jobs.map((job, index) => ({
      label: job.module ?? (receipt.jobs.length > 1 ? `Job ${index + 1}` : 'Job'),
      generationId: job.generationId,
      credits: saneCredits(job.creditsUsed ?? (receipt.jobs.length === 1 ? receipt.creditsUsed : null)),
      creditsStatus: job.creditsStatus ?? (receipt.jobs.length === 1 ? receipt.creditsStatus : null),
      error: job.error,
      failureCode: job.failureCode,
    })),
    money: moneyOf(receipt),
    sentTimes: receipt.sentTimes,
    lookedUpTimes: receipt.lookedUpTimes,
    bodyBytes: receipt.body?.sizeBytes ?? null,
    bodySha256: receipt.body?.sha256 ?? null,
    preparation: receipt.preparation.map((p) => ({
      source: p.source,
      words: p.steps.length > 0 ? p.steps.join('; ') : 'Passed on as it is.',
    })),
    timeline: [...timeline, ...next],
    copies: copiesView(parts),
    watched: receipt.watch !== null,
  }
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** The service's field names in a designer's words; what is not listed keeps its own name. */
const fieldWords: Record<string, string> = {
  prompt: 'Prompt',
  modelId: 'Model',
  aspectRatio: 'Ratio',
  resolution: 'Resolution',
  quality: 'Quality',
  referenceImages: 'References',
  imageUrl: 'Picture',
}

const inWords = (name: string, value: string): { name: string; value: string } => ({
  name: fieldWords[name] ?? name,
  value,
})

function settingsOf(receipt: Receipt): { name: string; value: string }[] {
  const { order } = receipt
  const fields = Object.entries(order.fields).map(([name, value]) =>
    inWords(name, typeof value === 'string' ? value : JSON.stringify(value)),
  )
  if (order.kind === 'skill')
    return [
      ...order.pictures.map(({ field, source, reencode }) => {
        const copy = reencode ? `, as a copy encoded again at quality ${reencode.quality} of 100` : ''
        return inWords(field, `${sanitizeText(sourceName(source))}${copy}`)
      }),
      ...fields,
    ]
  const names = order.references.map((reference) => sanitizeText(sourceName(reference))).join(', ')
  return names === '' ? fields : [...fields, inWords('referenceImages', names)]
}
