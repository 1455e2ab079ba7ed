import type { GenerationOrder, SkillOrder } from '../../contract/orders.ts'
import type { QuoteView } from '../../contract/quotes.ts'
import { capSentence } from '../../domain/quote/cap.ts'
import { holdsToNothing } from '../../domain/quote/ceiling.ts'
import { totalOf } from '../../domain/quote/total.ts'
import { creditsInWords } from '../../domain/request/money-words.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import { localSourcesOf } from '../../domain/request/sources.ts'
import { noKeyWords } from '../key/no-key.ts'
import { orderWithMovedPaths } from '../library/moved-paths.ts'
import { CallError, NotNowError } from '../platform/call-error.ts'
import { diskTrouble } from '../platform/files.ts'
import { sanitizeText } from '../platform/text.ts'
import { repeatedWords } from '../sources/same-files.ts'
import { NotTakenBackError } from '../store/receipts.ts'
import { AlreadyPaid } from './already-paid.ts'
import { type FirstStep, orderedBy, receiptsFor } from './approve.ts'
import { buildGenerationQuote } from './build-generation.ts'
import {
  type BuildQuoteDeps,
  type BuiltQuote,
  buildSkillQuote,
  contentHash,
  modelsOf,
  type OrderDraft,
  unreadablePrice,
} from './build-quote.ts'
import type { QuoteContext } from './context.ts'
import { freshPrices, isRisen } from './fresh-prices.ts'
import { type Agent, byAgent, refusalOfAgent } from './of-agents.ts'
import { changedSource, reorderedGeneration, reorderedSkill } from './reorder.ts'
import { retryHere } from './retry-here.ts'

/** The user's order cannot be taken; the message says why and that nothing was sent. */
export class OrderError extends CallError {
  override name = 'OrderError'
  constructor(
    code:
      | 'unknown-quote'
      | 'price-differs'
      | 'problems'
      | 'no-price'
      | 'no-key'
      | 'no-list'
      | 'cap'
      | 'disk'
      | 'doubt'
      | 'read-only'
      | 'watch'
      | 'budget'
      | 'agent-key',
    message: string,
  ) {
    super(code, message, code === 'no-list' || code === 'disk')
  }
}

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

const inDoubt =
  'The disk failed while this order was written, and again while it was taken back, so it may stand or not. Nothing was sent or charged yet. Make room or mend the disk, start Printroom again and look at the queue before you order it anew.'

/** Offers not yet accepted; a form makes many while somebody types. */
const maxKept = 200

/** service.md §8. */
const uploadsADay = 1000
const runsADay = 1000
const dayMs = 86_400_000

/** Works prices out and turns accepted ones into receipts. Nothing else of the engine makes receipts of new orders. */
export class QuoteService {
  readonly #engine: QuoteContext
  readonly #kept = new Map<string, BuiltQuote>()
  readonly #accepted = new Set<string>()
  readonly #alreadyPaid: AlreadyPaid

  constructor(engine: QuoteContext) {
    this.#engine = engine
    this.#alreadyPaid = new AlreadyPaid({
      store: engine.store,
      origin: engine.origin,
      pathOf: engine.pathOf,
      folder: () => engine.place.folder,
      files: engine.hashes,
    })
  }

  async generation(order: GenerationOrder): Promise<QuoteView> {
    return this.#keep(await this.#generation(order))
  }

  async skill(order: SkillOrder): Promise<QuoteView> {
    return this.#keep(await this.#skill(order))
  }

  /**
   * The order of a request that has come to nothing, anew: checked and priced by today's lists. Approving it makes a new
   * request in place of that one; its number is never sent again.
   * @param reencode accepts the lossy copy of its original, where one is offered (A1); one accepted before stays so
   * @throws NotNowError where it is not one that can be ordered again
   */
  async reorder(receipt: Receipt, reencode = false): Promise<QuoteView> {
    const retry = retryHere(this.#engine, receipt)
    if (retry.do !== 'order') throw new NotNowError(`${short(receipt.id)} cannot be ordered again as it stands.`)
    const other = this.#engine.store.queries.replacementOf(receipt.id)
    if (other !== null) throw new NotNowError(orderedAlready(receipt.id, other))
    const order = await orderWithMovedPaths(receipt.order, this.#engine.place)
    const built = await (order.kind === 'generation'
      ? this.#generation(reorderedGeneration(order, receipt.copies))
      : this.#skill(reorderedSkill(receipt, order, reencode)))
    const notes = retry.warning === null ? built.view.notes : [retry.warning, ...built.view.notes]
    // One request stands or falls with its picture: nothing is left to order without it.
    const missing = built.view.leftOut.map(({ message }) => ({ field: null, message }))
    const problems = [...built.view.problems, ...missing]
    return this.#keep({ ...built, view: { ...built.view, notes, problems }, replaces: receipt })
  }

  async #generation(order: GenerationOrder): Promise<BuiltQuote> {
    const list = await this.#engine.models.get()
    if (list.value === null) throw noList('models', list.problem)
    return buildGenerationQuote(order, list.value, await this.#deps(list.readAtMs, order.references ?? []))
  }

  async #skill(order: SkillOrder): Promise<BuiltQuote> {
    const list = await this.#engine.skills.get()
    if (list.value === null) throw noList('Skills', list.problem)
    const sources = [...order.files, ...(order.pictures ?? []).map(({ source }) => source)]
    const built = await buildSkillQuote(order, list.value, await this.#deps(list.readAtMs, sources))
    const cut = this.#engine.inspector.cutOffNote(order.files)
    const repeated = await this.#repeated(order.files)
    const notes = [cut, this.#uploadNote(built.drafts), this.#runsNote(built.drafts)].filter((note) => note !== null)
    return { ...built, view: { ...built.view, repeated, notes: [...built.view.notes, ...notes] } }
  }

  /** Said beforehand: each is an order of its own, and is paid for. */
  async #repeated(files: string[]): Promise<QuoteView['repeated']> {
    const found = await this.#engine.sameFiles.repeated(files)
    const words = repeatedWords(found)
    return words === null
      ? null
      : { note: `${words} Each is ordered and paid for.`, sources: found.map(({ source }) => source) }
  }

  /** Uploads cost no credits but count (§8): said beforehand, never enforced here, since the count is only ours (A24). */
  #uploadNote(drafts: BuiltQuote['drafts']): string | null {
    const { store, origin, options } = this.#engine
    const now = (options.now ?? Date.now)()
    const before = store.keyValues.uploadsSince(origin, now - dayMs)
    const more = drafts.reduce((sum, draft) => sum + draft.pictures.length, 0)
    if (before + more <= uploadsADay) return null
    return `The service takes ${uploadsADay} uploads a day. This computer made ${before} in the last 24 hours and these need ${more} more, so some may have to wait.`
  }

  /** Runs of a Skill count too, and no purchase lifts that limit (§8; O131). The count is only ours, as above. */
  #runsNote(drafts: BuiltQuote['drafts']): string | null {
    const { store, origin, options } = this.#engine
    const skill = drafts[0]?.skill ?? ''
    const before = store.queries.runsSince(origin, skill, (options.now ?? Date.now)() - dayMs)
    if (before + drafts.length <= runsADay) return null
    return `The service takes ${runsADay} runs of ${skill} a day. This computer has ${before} of the last 24 hours and these are ${drafts.length} more, so some may have to wait. Waiting costs nothing.`
  }

  async #deps(readAtMs: number | null, sources: string[]): Promise<BuildQuoteDeps> {
    const { inspector, originals, ownOrigin, practice } = this.#engine
    // Which address is practice's own is known only while it runs: a result of its own may be given by its address (§4.8).
    if (practice && sources.some((source) => source.startsWith('http:'))) await practice.endpoint()
    return { inspector, originals, ownOrigin: ownOrigin(), readAtMs: readAtMs ?? 0 }
  }

  async #keep(made: BuiltQuote): Promise<QuoteView> {
    const built = this.#withCapNote(await this.#withAlreadyPaid(made))
    this.#kept.set(built.view.id, built)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest)
    return built.view
  }

  async #withAlreadyPaid(built: BuiltQuote): Promise<BuiltQuote> {
    const { view, drafts } = built
    if (view.problems.length > 0) return built
    const found = await this.#alreadyPaid.of(drafts)
    const alreadyPaid = found.filter((paid) => paid !== null)
    if (alreadyPaid.length === 0) return built
    const rest = drafts.filter((_, index) => found[index] === null)
    const { price, credits, lines } =
      rest.length === 0 ? { price: 'known' as const, credits: 0, lines: [] } : totalOf(rest.map((draft) => draft.quote))
    return {
      ...built,
      rest,
      view: {
        ...view,
        alreadyPaid,
        rest: { contentHash: contentHash(rest), models: modelsOf(rest), requests: rest.length, price, credits, lines },
      },
    }
  }

  /** Said beforehand; approving decides. */
  #withCapNote(built: BuiltQuote): BuiltQuote {
    const { view } = built
    const refusal =
      view.requests > 0 && view.problems.length === 0 ? this.#engine.budget.refusalOfOrder(view.credits) : null
    if (refusal === null) return built
    return { ...built, view: { ...view, overCap: capSentence(refusal) } }
  }

  /**
   * Accepts an offer: its receipts are on disk when this returns, and nothing was sent before.
   * @param credits the very figure the offer showed; null only for a price that is not known
   * @throws OrderError
   */
  async approve(quoteId: string, credits: number | null, terms: Terms = {}): Promise<Receipt[]> {
    const { store } = this.#engine
    const built = this.#kept.get(quoteId)
    if (this.#accepted.has(quoteId))
      throw new OrderError(
        'unknown-quote',
        'This quote was accepted already, and its order is in the queue. It was not ordered a second time.',
      )
    if (!built)
      throw new OrderError(
        'unknown-quote',
        'This quote is no longer at hand. Nothing was sent or charged. Look at the price again.',
      )
    if (store.readOnly) throw new OrderError('read-only', store.notices[0] ?? 'This library can only be looked at.')
    const { view } = built
    const isRest = terms.leaveOut === 'already-paid' && view.rest !== null
    const drafts = isRest ? (built.rest ?? []) : built.drafts
    const [problem] = view.problems
    if (problem) throw new OrderError(view.price === 'unavailable' ? 'no-price' : 'problems', problem.message)
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
    // From here on a second click on the same button finds it taken.
    this.#accepted.add(quoteId)
    try {
      const now = await this.#priced(drafts, terms.ceilingCredits ?? null)
      const receipts = drafts.length === 0 ? [] : await this.#writeReceipts(now, built.replaces ?? null, terms)
      this.#kept.delete(quoteId)
      return receipts
    } catch (error) {
      // An order that may stand must not be made a second time by a second click.
      if (!(error instanceof OrderError && error.code === 'doubt')) this.#accepted.delete(quoteId)
      throw error
    }
  }

  /** @throws OrderError where a person would pay more than was shown, or nobody can say what */
  async #priced(shown: OrderDraft[], ceiling: number | null): Promise<Priced> {
    const found = await freshPrices(shown, this.#engine)
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

  async #writeReceipts(
    { drafts, credits, note }: Priced,
    replaced: Receipt | null,
    { watched, agent, ceilingCredits = null, takenBy }: Terms,
  ): Promise<Receipt[]> {
    const { store, driver, key, options, origin, practice, readKeyAnew } = this.#engine
    const by = agent ? ('agent' as const) : options.by
    const consent = { atMs: (options.now ?? Date.now)(), by, origin, keyFingerprint: null, ceilingCredits, note }
    if (takenBy) return this.#handOver(await receiptsFor(drafts, consent, this.#engine.hashes), takenBy)
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
    const made = (await receiptsFor(drafts, own, this.#engine.hashes)).map((step) =>
      replaced === null ? step : { ...step, after: { ...step.after, replaces: replaced.id } },
    )
    const budget = this.#engine.budget.agents()?.id ?? null
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
          this.#mayAgent(agent, { budget, credits, requests: steps.length }) &&
          // What waits for a person is under no cap yet: it is asked for when it is approved.
          (agent?.waits != null || this.#mayTake(steps, credits ?? ceilingCredits, replaced)),
      )
    } catch (error) {
      if (error instanceof OrderError) throw error
      if (error instanceof NotTakenBackError) throw new OrderError('doubt', inDoubt)
      const words = diskTrouble(error)
      if (words === null) throw error
      throw new OrderError('disk', `${words} This order was not taken. Nothing was sent or charged.`)
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
  async #handOver(steps: FirstStep[], takenBy: (receipts: Receipt[]) => Promise<void>): Promise<Receipt[]> {
    const receipts = steps.map(({ after }) => after)
    const unread = receipts.find(({ phase }) => phase !== 'approved')
    if (unread) throw new OrderError('problems', unread.error ?? 'A file of the order could not be read.')
    await takenBy(receipts)
    return receipts
  }

  /** @throws OrderError; nothing is written then */
  #mayAgent(agent: Agent | undefined, order: Parameters<typeof refusalOfAgent>[2]): boolean {
    const refusal = agent ? refusalOfAgent(this.#engine, agent, order) : null
    if (refusal) throw new OrderError(refusal.code, refusal.words)
    return true
  }

  /** @throws OrderError; nothing is written then */
  #mayTake(steps: { after: Receipt }[], credits: number | null, replaced: Receipt | null): boolean {
    const refusal = this.#engine.budget.refusalOfOrder(credits)
    if (refusal)
      throw new OrderError(
        'cap',
        `${capSentence(refusal)} This order was not taken. Nothing was sent or charged. Order less, wait, or raise the cap.`,
      )
    if (replaced === null) return true
    const other = this.#engine.store.queries.replacementOf(replaced.id)
    if (other !== null) throw new OrderError('unknown-quote', orderedAlready(replaced.id, other))
    const changed = steps.map(({ after }) => changedSource(replaced, after)).find((name) => name !== null)
    if (changed !== undefined)
      throw new OrderError(
        'problems',
        `${changed} has changed since it was first ordered. Nothing was sent or charged. Order it as a new picture.`,
      )
    return true
  }
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
    const words = watched.refusal(after.watch?.content ?? '', after.quote.credits, after.keyFingerprint)
    if (words !== null) throw new OrderError('watch', words)
  }
  return steps.length === 1
}

const short = (id: string): string => id.slice(0, 8)

const orderedAlready = (id: string, other: string): string =>
  `${short(id)} was ordered anew already, as ${short(other)}. It was not ordered a second time.`

const noList = (what: string, problem: string | null): OrderError =>
  new OrderError(
    'no-list',
    `The list of ${what} with its prices cannot be read. ${problem ?? ''} Nothing was sent or charged. Try again when the service answers.`,
  )
