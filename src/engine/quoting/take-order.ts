import { capSentence } from '../../domain/quote/cap.ts'
import { holdsToNothing } from '../../domain/quote/ceiling.ts'
import { totalOf } from '../../domain/quote/total.ts'
import { creditsInWords } from '../../domain/request/money-words.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import { localSourcesOf } from '../../domain/request/sources.ts'
import { noKeyWords } from '../key/no-key.ts'
import { diskTrouble } from '../platform/files.ts'
import { sanitizeText } from '../platform/text.ts'
import { NotTakenBackError } from '../store/receipts.ts'
import { type FirstStep, orderedBy, receiptsFor } from './approve.ts'
import { type BuiltQuote, type OrderDraft, unreadablePrice } from './build-quote.ts'
import type { QuoteContext } from './context.ts'
import { freshPrices, isRisen } from './fresh-prices.ts'
import { type Agent, byAgent, refusalOfAgent } from './of-agents.ts'
import { OrderError, orderedAlready } from './order-error.ts'
import { changedSource } from './reorder.ts'

/** What orders without a person: a watch folder, within what a person allowed it. */
export interface Watched {
  id: string
  /** For the timeline. */
  folder: string
  /** The file that it orders for, which one of the pictures is. */
  path: string
  /**
   * Asked under the lock of the receipts, so that nothing is ordered twice and no sum passes its cap, whoever else orders.
   * @param content SHA-256 of the file as it is ordered
   * @param keyFingerprint of the key that pays
   * @returns why not, in words; null: it may
   */
  refusal(content: string, credits: number | null, keyFingerprint: string | null): string | null
}

/** How an offer is accepted. */
export interface Terms {
  /** Orders only what was not paid before; the figure is then that of the offer's rest. */
  leaveOut?: 'already-paid' | undefined
  /** Orders in a person's place; one file. */
  watched?: Watched
  /** Ordered, or asked for, by an agent. */
  agent?: Agent
  /** The most that a person allows for the whole order, in credits; each request gets its share (ceiling.ts). */
  ceilingCredits?: number | null
  /** Of what was shown, where that is known. */
  contentHash?: string | undefined
  /** Takes it in place of this home: a studio, whose budgets and whose key pay for it. @throws where it does not */
  takenBy?: (receipts: Receipt[]) => Promise<void>
}

const isBelow = (ceiling: number | null | undefined, credits: number | null): boolean =>
  typeof ceiling === 'number' && credits !== null && credits > ceiling

const nothingInIt = 'There is nothing in this order. Nothing was sent or charged. Choose what to order.'

const inDoubt =
  'The disk failed while this order was written, and again while it was taken back, so it may stand or not. Nothing was sent or charged yet. Make room or mend the disk, start Printroom again and look at the queue before you order it anew.'

/**
 * What of a quote is accepted: all of it, or what was not paid before.
 * @throws OrderError where that is not what was shown, or may not be ordered as it stands
 */
export function acceptedDrafts(built: BuiltQuote, credits: number | null, terms: Terms): OrderDraft[] {
  const { view } = built
  const isRest = terms.leaveOut === 'already-paid' && view.rest !== null
  const drafts = isRest ? (built.rest ?? []) : built.drafts
  const [problem] = view.problems
  if (problem) throw new OrderError(view.price === 'unavailable' ? 'no-price' : 'problems', problem.message)
  // Who is told that it was taken believes that something was ordered. Of the rest all may be made already; that was shown.
  if (drafts.length === 0 && !isRest) throw new OrderError('problems', view.leftOut[0]?.message ?? nothingInIt)
  if ((isRest ? view.rest?.credits : view.credits) !== credits)
    throw new OrderError(
      'price-differs',
      'The accepted sum is not the one that was quoted. Nothing was sent or charged. Look at the price again.',
    )
  if (terms.contentHash !== undefined && terms.contentHash !== (isRest ? view.rest : view)?.contentHash)
    throw new OrderError(
      'price-differs',
      'The order is not the one that was shown. Nothing was sent or charged. Look at it again.',
    )
  if (isBelow(terms.ceilingCredits, credits))
    throw new OrderError(
      'price-differs',
      `The price of ${credits} is above the most that you named, ${terms.ceilingCredits}. Nothing was sent or charged.`,
    )
  const quoted = drafts.map(({ quote }) => quote.credits)
  if (terms.ceilingCredits != null && drafts.length > 0 && holdsToNothing(quoted, terms.ceilingCredits))
    throw new OrderError(
      'price-differs',
      `The most that you named, ${terms.ceilingCredits}, is less than 1 credit for each request, and the service would start none of them. Name ${drafts.length} or more. Nothing was sent or charged.`,
    )
  return drafts
}

/** @throws OrderError where a person would pay more than was shown, or nobody can say what */
export async function pricesNow(engine: QuoteContext, shown: OrderDraft[], ceiling: number | null): Promise<Priced> {
  const found = await freshPrices(shown, engine)
  const [skill] = shown
  if (ceiling !== null) mustBeHeld(shown)
  if (ceiling === null && shown.some(({ needsPrice, quote }) => needsPrice && quote.credits === null))
    throw new OrderError('no-price', unreadablePrice(skill?.skill ?? ''))
  if (found.is === 'unread') {
    // The service itself holds it to the sum that a person named (§4.14, rule 3).
    if (ceiling === null || !shown.every(({ takesCeiling }) => takesCeiling)) throw unread(found.problem)
    return { drafts: shown, credits: totalOf(shown.map(({ quote }) => quote)).credits, note: unreadNote }
  }
  const { price, credits } = totalOf(found.drafts.map(({ quote }) => quote))
  if (price === 'unavailable' && shown.length > 0)
    throw new OrderError('no-price', 'The service shows no price for this now. Nothing was sent or charged.')
  if (ceiling !== null) mustBeHeld(found.drafts)
  const isNamed = ceiling !== null && credits !== null && credits <= ceiling
  const wasUnknown = shown.every(({ quote }) => quote.credits === null)
  if (isRisen(shown, found.drafts) && !(isNamed && wasUnknown))
    throw new OrderError('price-differs', risenWords(totalOf(shown.map(({ quote }) => quote)).credits, credits))
  return { drafts: found.drafts, credits, note: found.is === 'kept' ? keptNote(found.ageMs) : null }
}

/**
 * The receipts of an accepted order are on disk when this returns.
 * @throws OrderError; `doubt`: it may stand, else nothing of it does
 */
export async function writeReceipts(
  engine: QuoteContext,
  { drafts, credits, note }: Priced,
  replaced: Receipt | null,
  { watched, agent, ceilingCredits = null, takenBy }: Terms,
): Promise<Receipt[]> {
  const { store, driver, key, options, origin, practice, readKeyAnew } = engine
  const by = agent ? ('agent' as const) : options.by
  const consent = { atMs: (options.now ?? Date.now)(), by, origin, keyFingerprint: null, ceilingCredits, note }
  if (takenBy) return handOver(await receiptsFor(drafts, consent, engine.hashes), takenBy)
  // Practice gives its key when it starts; a real service without a key is not worth a receipt.
  if (practice) await practice.endpoint()
  else await readKeyAnew()
  if (key.key === null && !practice)
    throw new OrderError(
      'no-key',
      noKeyWords(
        key.status(),
        'Nothing was sent or charged.',
        'Set one in Settings, or with “key set” in the terminal.',
      ),
    )
  const own = { ...consent, atMs: (options.now ?? Date.now)(), keyFingerprint: key.fingerprint }
  const made = (await receiptsFor(drafts, own, engine.hashes)).map((step) =>
    replaced === null ? step : { ...step, after: { ...step.after, replaces: replaced.id } },
  )
  const budget = engine.budget.agents()?.id ?? null
  const steps = watched
    ? made.map((step) => byWatch(step, watched))
    : agent
      ? made.map((step) => byAgent(step, agent, budget))
      : made
  try {
    // Under the lock of the receipts: two orders at once, in two programs, see each other.
    store.receipts.save(
      steps,
      () =>
        mayWatch(steps, watched) &&
        mayAgent(engine, agent, { budget, credits, requests: steps.length }) &&
        // What waits for a person is under no cap yet: it is asked for when it is approved.
        (agent?.waits != null || mayTake(engine, steps, credits ?? ceilingCredits, replaced)),
    )
  } catch (error) {
    if (error instanceof OrderError) throw error
    if (error instanceof NotTakenBackError) throw new OrderError('doubt', inDoubt)
    const message = diskTrouble(error)
    if (message === null) throw error
    throw new OrderError('disk', `${message} This order was not taken. Nothing was sent or charged.`)
  }
  try {
    driver.added()
    const model = drafts[0]?.fields.modelId
    if (typeof model === 'string') store.keyValues.setNote(`last-model:${origin}`, model)
  } catch {
    // The order stands: nothing that fails from here on may say that it was not taken.
  }
  return steps.map(({ after }) => after)
}

/** Whole or not at all: one whose file could not be read is no order. */
async function handOver(steps: FirstStep[], takenBy: (receipts: Receipt[]) => Promise<void>): Promise<Receipt[]> {
  const receipts = steps.map(({ after }) => after)
  const unread = receipts.find(({ phase }) => phase !== 'approved')
  if (unread) throw new OrderError('problems', unread.error ?? 'A file of the order could not be read.')
  await takenBy(receipts)
  return receipts
}

/** @throws OrderError; nothing is written then */
function mayAgent(
  engine: QuoteContext,
  agent: Agent | undefined,
  order: Parameters<typeof refusalOfAgent>[2],
): boolean {
  const refusal = agent ? refusalOfAgent(engine, agent, order) : null
  if (refusal) throw new OrderError(refusal.code, refusal.message)
  return true
}

/** @throws OrderError; nothing is written then */
function mayTake(
  engine: QuoteContext,
  steps: { after: Receipt }[],
  credits: number | null,
  replaced: Receipt | null,
): boolean {
  const refusal = engine.budget.refusalOfOrder(credits)
  if (refusal)
    throw new OrderError(
      'cap',
      `${capSentence(refusal)} This order was not taken. Nothing was sent or charged. Order less, wait, or raise the limit.`,
    )
  if (replaced === null) return true
  const other = engine.store.queries.replacementOf(replaced.id)
  if (other !== null) throw new OrderError('unknown-quote', orderedAlready(replaced.id, other))
  const changed = steps.map(({ after }) => changedSource(replaced, after)).find((name) => name !== null)
  if (changed !== undefined)
    throw new OrderError(
      'problems',
      `${changed} has changed since it was first ordered. Nothing was sent or charged. Order it as a new picture.`,
    )
  return true
}

/** @throws OrderError where the most that a person named would bind nobody: no price is known, and the service is not told it */
function mustBeHeld(drafts: readonly OrderDraft[]): void {
  if (drafts.some(({ quote, takesCeiling }) => quote.credits === null && takesCeiling !== true))
    throw new OrderError(
      'no-price',
      'The price cannot be read, and the service holds this order to no sum, so that it could cost more than the most that you named. Nothing was sent or charged.',
    )
}

/** An order at the prices of now, and what is to be said of their age. */
interface Priced {
  drafts: OrderDraft[]
  credits: number | null
  note: string | null
}

const unread = (problem: string | null): OrderError =>
  new OrderError(
    'no-list',
    `The prices cannot be read right now, and what is known of them is older than five minutes. ${problem ?? ''} Nothing was sent or charged. Try again when the service answers.`,
  )

const unreadNote = 'The price list could not be read again; the service holds it to the most that you named.'

function keptNote(ageMs: number): string {
  const minutes = Math.max(1, Math.round(ageMs / 60_000))
  return `The price list could not be read again; this is its price of ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago.`
}

function risenWords(shown: number | null, now: number | null): string {
  const before = shown === null ? 'a price not known yet' : creditsInWords(shown)
  const costs = now === null ? 'and the one of now cannot be read' : `and it costs ${creditsInWords(now)} now`
  return `The price has changed since it was shown: you accepted ${before}, ${costs}. Nothing was sent or charged. Look at the new price and order again.`
}

/** The receipt says who ordered it, and for which content: so nothing of it is ordered twice whatever becomes of notes. */
function byWatch({ after, timeline }: FirstStep, { id, folder, path }: Watched): FirstStep {
  const source = localSourcesOf(after.order).find((one) => one.path === path)
  if (!source || source.sha256 === '' || after.phase !== 'approved')
    throw new OrderError('problems', `${after.error ?? 'The file could not be read.'} It was not ordered.`)
  const by = `By the watch folder ${sanitizeText(folder)}, within what you allowed it.`
  return {
    after: { ...after, watch: { id, content: source.sha256 } },
    timeline: orderedBy(by, timeline),
  }
}

/** @throws OrderError; nothing is written then */
function mayWatch(steps: FirstStep[], watched: Watched | undefined): boolean {
  if (!watched) return true
  for (const { after } of steps) {
    const message = watched.refusal(after.watch?.content ?? '', after.quote.credits, after.keyFingerprint)
    if (message !== null) throw new OrderError('watch', message)
  }
  return steps.length === 1
}
