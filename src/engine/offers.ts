import type { GenerationOrder, SkillOrder } from '../contract/ipc.ts'
import type { QuoteView } from '../contract/views.ts'
import type { Receipt } from '../domain/request/receipt.ts'
import { receiptsFor } from './approve.ts'
import type { Engine } from './engine.ts'
import { diskTrouble } from './files.ts'
import { type Offer, type OfferDeps, offerGeneration, offerSkill } from './orders.ts'

/** The user's order cannot be taken; the message says why and that nothing was sent. */
export class OrderError extends Error {
  override name = 'OrderError'
  readonly code:
    | 'unknown-quote'
    | 'price-differs'
    | 'problems'
    | 'no-price'
    | 'no-key'
    | 'no-list'
    | 'disk'
    | 'read-only'
  constructor(code: OrderError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Offers not yet accepted; a form makes many while somebody types. */
const maxKept = 200

/** service.md §8. */
const uploadsADay = 1000
const dayMs = 86_400_000

/** Works prices out and turns accepted ones into receipts. Nothing else of the engine makes receipts of new orders. */
export class Offers {
  readonly #engine: Engine
  readonly #kept = new Map<string, Offer>()
  readonly #accepted = new Set<string>()

  constructor(engine: Engine) {
    this.#engine = engine
  }

  async generation(order: GenerationOrder): Promise<QuoteView> {
    const list = await this.#engine.models.get()
    if (list.value === null) throw noList('models', list.problem)
    return this.#keep(await offerGeneration(order, list.value, this.#deps(list.readAtMs)))
  }

  async skill(order: SkillOrder): Promise<QuoteView> {
    const list = await this.#engine.skills.get()
    if (list.value === null) throw noList('Skills', list.problem)
    const offer = await offerSkill(order, list.value, this.#deps(list.readAtMs))
    const note = this.#uploadNote(offer.drafts)
    return this.#keep(note === null ? offer : { ...offer, view: { ...offer.view, notes: [...offer.view.notes, note] } })
  }

  /** Uploads cost no credits but count (§8): said beforehand, never enforced here, since the count is only ours (A24). */
  #uploadNote(drafts: Offer['drafts']): string | null {
    const { store, origin, options } = this.#engine
    const now = (options.now ?? Date.now)()
    const before = store.keep.uploadsSince(origin, now - dayMs)
    const more = drafts.reduce((sum, draft) => sum + draft.pictures.length, 0)
    if (before + more <= uploadsADay) return null
    return `The service takes ${uploadsADay} uploads a day. This computer made ${before} in the last 24 hours and these need ${more} more, so some may have to wait.`
  }

  #deps(readAtMs: number | null): OfferDeps {
    const { inspector, ownOrigin } = this.#engine
    return { inspector, ownOrigin: ownOrigin(), readAtMs: readAtMs ?? 0 }
  }

  #keep(offer: Offer): QuoteView {
    this.#kept.set(offer.view.id, offer)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest)
    return offer.view
  }

  /**
   * Accepts an offer: its receipts are on disk when this returns, and nothing was sent before.
   * @param credits the very figure the offer showed; null only for a price that is not known
   * @throws OrderError
   */
  async approve(quoteId: string, credits: number | null): Promise<Receipt[]> {
    const { store } = this.#engine
    const offer = this.#kept.get(quoteId)
    if (this.#accepted.has(quoteId))
      throw new OrderError(
        'unknown-quote',
        'This quote was accepted already, and its order is in the queue. It was not ordered a second time.',
      )
    if (!offer)
      throw new OrderError(
        'unknown-quote',
        'This quote is no longer at hand. Nothing was sent or charged. Look at the price again.',
      )
    if (store.readOnly) throw new OrderError('read-only', store.notices[0] ?? 'This library can only be looked at.')
    const { view, drafts } = offer
    const [problem] = view.problems
    if (problem) throw new OrderError(view.price === 'unavailable' ? 'no-price' : 'problems', problem.message)
    if (view.credits !== credits)
      throw new OrderError(
        'price-differs',
        'The accepted sum is not the one that was quoted. Nothing was sent or charged. Look at the price again.',
      )
    // From here on a second click on the same button finds it taken.
    this.#accepted.add(quoteId)
    try {
      const receipts = await this.#take(drafts)
      this.#kept.delete(quoteId)
      return receipts
    } catch (error) {
      this.#accepted.delete(quoteId)
      throw error
    }
  }

  async #take(drafts: Offer['drafts']): Promise<Receipt[]> {
    const { store, driver, key, options, origin, practice } = this.#engine
    // Practice gives its key when it starts; a real service without a key is not worth a receipt.
    if (practice) await practice.endpoint()
    if (key.key === null && !practice)
      throw new OrderError(
        'no-key',
        'There is no key for this service. Nothing was sent or charged. Set one in Settings.',
      )
    const consent = { atMs: (options.now ?? Date.now)(), by: options.by, origin, keyFingerprint: key.fingerprint }
    const steps = await receiptsFor(drafts, consent)
    try {
      store.receipts.save(steps)
    } catch (error) {
      const words = diskTrouble(error)
      if (words === null) throw error
      throw new OrderError('disk', `${words} This order was not taken. Nothing was sent or charged.`)
    }
    try {
      driver.added()
      const model = drafts[0]?.fields.modelId
      if (typeof model === 'string') store.keep.setNote(`last-model:${origin}`, model)
    } catch {
      // The order stands: nothing that fails from here on may say that it was not taken.
    }
    return steps.map(({ after }) => after)
  }
}

const noList = (what: string, problem: string | null): OrderError =>
  new OrderError(
    'no-list',
    `The list of ${what} with its prices cannot be read. ${problem ?? ''} Nothing was sent or charged. Try again when the service answers.`,
  )
