import type { Model } from '../../domain/catalogue/model.ts'
import type { Skill } from '../../domain/catalogue/skill.ts'
import type { Quote } from '../../domain/quote/quote.ts'
import { type Departure, isYoung, priceClearance } from '../../domain/request/clearance.ts'
import type { Timing } from '../../domain/request/events.ts'
import type { PaidOrder, Receipt } from '../../domain/request/receipt.ts'
import type { LiveList } from '../catalogue/live-list.ts'
import { type Overcharges, type PricedOrder, pricedOrderOf } from '../catalogue/overcharges.ts'
import { generationPrice, skillPrice } from '../catalogue/price-by-list.ts'

export interface CurrentPricesOptions {
  models: LiveList<Model[]>
  skills: LiveList<Skill[]>
  overcharges: Overcharges
  timing: Timing
}

type PriceFacts = Pick<Departure, 'price' | 'askedForPriceMs' | 'overchargedForMs'>

/** A set of which some could not be begun costs less, however dear each of it is (§4.11). */
const isOfTheWhole = ({ accepted, jobs }: Receipt): boolean =>
  jobs.filter(({ generationId }) => generationId !== null).length >= (accepted?.expectedCount ?? 0)

/** What became of an order's price: it holds, it is another one (null: none is shown any more), or nobody can tell now. */
export type PriceCheck = { type: 'holds' } | { type: 'rose'; credits: number | null } | { type: 'unreadable' }

/** What orders cost by the lists of now. One read serves all who ask within half a minute, a whole batch. */
export class CurrentPrices {
  readonly #options: CurrentPricesOptions

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
    const listed = this.#listed(pricedOrderOf(order))?.credits ?? null
    const shown = quote.credits ?? listed
    const { overcharges } = this.#options
    if (shown !== null && creditsUsed > shown) overcharges.tell(pricedOrderOf(order), creditsUsed)
    // A charge of nothing tells of a failure or a gift, not of a price.
    else if (listed !== null && creditsUsed <= listed && (creditsUsed > 0 || listed === 0) && isOfTheWhole(receipt))
      overcharges.takeBack(pricedOrderOf(order))
  }

  #overchargedForMs(order: PaidOrder): number | null {
    return this.#options.overcharges.knownForMs(pricedOrderOf(order))
  }

  /** By the list that was read last, and by what was charged for its like; null where no list ever was read. */
  quoteOf(order: PaidOrder): Quote | null {
    return this.#options.overcharges.priced(pricedOrderOf(order), (each) => this.#listed(each)).quote
  }

  #listed({ skill, ...order }: PricedOrder): Quote | null {
    if (skill !== null) {
      const { value, readAtMs } = this.#options.skills.kept()
      return value === null || readAtMs === null ? null : skillPrice({ ...order, skill }, value, readAtMs)
    }
    const { value, readAtMs } = this.#options.models.kept()
    return value === null || readAtMs === null ? null : generationPrice(order, value, readAtMs)
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
