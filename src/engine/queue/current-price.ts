import type { Model } from '../../domain/catalogue/model.ts'
import type { Skill } from '../../domain/catalogue/skill.ts'
import { pricedByCharge } from '../../domain/quote/overcharge.ts'
import type { Quote } from '../../domain/quote/quote.ts'
import { type Departure, isYoung, priceClearance } from '../../domain/request/clearance.ts'
import type { Timing } from '../../domain/request/events.ts'
import type { PaidOrder, Receipt } from '../../domain/request/receipt.ts'
import type { LiveList } from '../catalogue/live-list.ts'
import { generationPrice, skillPrice } from '../catalogue/price-by-list.ts'

export interface CurrentPricesOptions {
  models: LiveList<Model[]>
  skills: LiveList<Skill[]>
  timing: Timing
  /** Runs on whatever the clock is set to. Default: since this program began. */
  monotonicMs?: () => number
}

type PriceFacts = Pick<Departure, 'price' | 'askedForPriceMs' | 'overchargedForMs'>

/** An order that was charged more for than was shown for it. */
interface Overcharged {
  order: PaidOrder
  charged: number
  atMs: number
}

/** A set of which some could not be begun costs less, however dear each of it is (§4.11). */
const isOfTheWhole = ({ accepted, jobs }: Receipt): boolean =>
  jobs.filter(({ generationId }) => generationId !== null).length >= (accepted?.expectedCount ?? 0)

/** What became of an order's price: it holds, it is another one (null: none is shown any more), or nobody can tell now. */
export type PriceCheck = { type: 'holds' } | { type: 'rose'; credits: number | null } | { type: 'unreadable' }

/** What orders cost by the lists of now. One read serves all who ask within half a minute, a whole batch. */
export class CurrentPrices {
  readonly #options: CurrentPricesOptions
  /** The last one of each model and each Skill. */
  readonly #overcharged = new Map<string, Overcharged>()

  constructor(options: CurrentPricesOptions) {
    this.#options = options
  }

  /** What is known without asking anybody. */
  facts({ order, updatedAtMs }: Receipt): PriceFacts {
    const list = this.#listOf(order)
    const quote = this.quoteOf(order)
    const look = list.lastLook()
    return {
      price: quote === null ? null : { quote, ageMs: list.ageOf(quote.pricesReadAtMs) },
      // A look that failed before the request came this far says nothing about now: the network may be back.
      askedForPriceMs: look === null || look.atMs < updatedAtMs ? null : look.ageMs,
      overchargedForMs: this.#overchargedForMs(order),
    }
  }

  /** The service has said what it charged: where that is more than was shown, its list is behind, or was (§4.1, rule 5). */
  charged(receipt: Receipt): void {
    const { order, quote, creditsUsed } = receipt
    if (creditsUsed === null) return
    const listed = this.#listed(order)?.credits ?? null
    const shown = quote.credits ?? listed
    if (shown !== null && creditsUsed > shown)
      this.#overcharged.set(sortOf(order), { order, charged: creditsUsed, atMs: this.#monotonicMs() })
    else if (listed !== null && creditsUsed <= listed && isOfTheWhole(receipt)) this.#overcharged.delete(sortOf(order))
  }

  #overchargedForMs(order: PaidOrder): number | null {
    const news = this.#overcharged.get(sortOf(order))
    return news === undefined ? null : this.#monotonicMs() - news.atMs
  }

  #monotonicMs(): number {
    return this.#options.monotonicMs?.() ?? performance.now()
  }

  /** By the list that was read last, and by what was charged for its like; null where no list ever was read. */
  quoteOf(order: PaidOrder): Quote | null {
    const quote = this.#listed(order)
    const news = this.#overcharged.get(sortOf(order))
    if (quote === null || news === undefined) return quote
    return pricedByCharge(quote, this.#listed(news.order)?.credits ?? null, news.charged)
  }

  #listed(order: PaidOrder): Quote | null {
    if (order.kind === 'skill') {
      const { value, readAtMs } = this.#options.skills.kept()
      return value === null || readAtMs === null ? null : skillPrice(order, value, readAtMs)
    }
    const { value, readAtMs } = this.#options.models.kept()
    const { length: references } = order.references
    return value === null || readAtMs === null ? null : generationPrice({ ...order, references }, value, readAtMs)
  }

  /**
   * Reads the list anew, past the cache, unless somebody has just done so, well or ill, since the request came this far.
   * @param sinceMs a look longer ago than this does not count, whoever had it
   */
  async read({ order, updatedAtMs }: Receipt, sinceMs: number | null = null): Promise<void> {
    const { priceFreshMs } = this.#options.timing
    const overchargedForMs = this.#overchargedForMs(order)
    const youngMs = Math.min(priceFreshMs, sinceMs ?? priceFreshMs, overchargedForMs ?? priceFreshMs)
    await this.#listOf(order).look(({ atMs, ageMs }) => isYoung(ageMs, youngMs) && atMs >= updatedAtMs)
  }

  /** Reads it where that is due, and compares it with what was accepted. */
  async check(receipt: Receipt): Promise<PriceCheck> {
    let said = priceClearance(receipt, this.facts(receipt), this.#options.timing)
    if (said?.do === 'readPrice') {
      await this.read(receipt)
      said = priceClearance(receipt, this.facts(receipt), this.#options.timing)
    }
    if (said === null) return { type: 'holds' }
    return said.do === 'askPrice' ? { type: 'rose', credits: said.credits } : { type: 'unreadable' }
  }

  /** What it costs now, read where that is due; null: nobody can tell. */
  async priceNow(receipt: Receipt): Promise<{ credits: number | null } | null> {
    const price = await this.check(receipt)
    if (price.type === 'unreadable') return null
    if (price.type === 'rose') return { credits: price.credits }
    const quote = this.quoteOf(receipt.order)
    // A price that nobody can read is none that could be named.
    return quote === null || quote.price === 'unknown' ? null : { credits: quote.credits }
  }

  /**
   * What a choice costs at this moment: the list is read for it, whatever is known already.
   * @returns `unreadable` where the service does not answer; null credits where it shows no price
   */
  async forChoice({ order }: Receipt): Promise<{ credits: number | null } | 'unreadable' | 'unknown'> {
    const { problem } = await this.#listOf(order).get({ fresh: true })
    const quote = this.quoteOf(order)
    if (problem !== null || quote === null) return 'unreadable'
    return quote.price === 'unknown' ? 'unknown' : { credits: quote.credits }
  }

  #listOf(order: PaidOrder): LiveList<Model[]> | LiveList<Skill[]> {
    return order.kind === 'generation' ? this.#options.models : this.#options.skills
  }
}

/** Orders whose prices rise together. */
const sortOf = (order: PaidOrder): string =>
  order.kind === 'skill' ? `skill ${order.skill}` : `model ${String(order.fields.modelId)}`
