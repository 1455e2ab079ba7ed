import type { GenerationOrder, SkillOrder } from '../../contract/orders.ts'
import type { QuoteView } from '../../contract/quotes.ts'
import { capSentence } from '../../domain/quote/cap.ts'
import { totalOf } from '../../domain/quote/total.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import { orderWithMovedPaths } from '../library/moved-paths.ts'
import { NotNowError } from '../platform/call-error.ts'
import { repeatedWords } from '../sources/same-files.ts'
import { AlreadyPaid } from './already-paid.ts'
import { buildGenerationQuote } from './build-generation.ts'
import { type BuildQuoteDeps, type BuiltQuote, buildSkillQuote, contentHash, modelsOf } from './build-quote.ts'
import type { QuoteContext } from './context.ts'
import { OrderError, orderedAlready } from './order-error.ts'
import { reorderedGeneration, reorderedSkill } from './reorder.ts'
import { retryHere } from './retry-here.ts'
import { acceptedDrafts, pricesNow, type Terms, writeReceipts } from './take-order.ts'

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
    if (retry.do !== 'order') throw new NotNowError(`${receipt.id.slice(0, 8)} cannot be ordered again as it stands.`)
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
    const message = repeatedWords(found)
    return message === null
      ? null
      : { note: `${message} Each is ordered and paid for.`, sources: found.map(({ source }) => source) }
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
    const { inspector, originals, overcharges, ownOrigin, practice } = this.#engine
    // Which address is practice's own is known only while it runs: a result of its own may be given by its address (§4.8).
    if (practice && sources.some((source) => source.startsWith('http:'))) await practice.endpoint()
    return { inspector, originals, overcharges, ownOrigin: ownOrigin(), readAtMs: readAtMs ?? 0 }
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
    const drafts = acceptedDrafts(built, credits, terms)
    // From here on a second click on the same button finds it taken.
    this.#accepted.add(quoteId)
    try {
      const now = await pricesNow(this.#engine, drafts, terms.ceilingCredits ?? null)
      const receipts = drafts.length === 0 ? [] : await writeReceipts(this.#engine, now, built.replaces ?? null, terms)
      this.#kept.delete(quoteId)
      return receipts
    } catch (error) {
      // An order that may stand must not be made a second time by a second click.
      if (!(error instanceof OrderError && error.code === 'doubt')) this.#accepted.delete(quoteId)
      throw error
    }
  }
}

const noList = (what: string, problem: string | null): OrderError =>
  new OrderError(
    'no-list',
    `The list of ${what} with its prices cannot be read. ${problem ?? ''} Nothing was sent or charged. Try again when the service answers.`,
  )
