import { z } from 'zod'
import { json } from '../../domain/json.ts'
import { pricedByCharge } from '../../domain/quote/overcharge.ts'
import type { Quote } from '../../domain/quote/quote.ts'
import type { PaidOrder } from '../../domain/request/receipt.ts'
import type { KeyValueStore } from '../store/key-value-store.ts'

/** As much of an order as its price hangs on. */
const pricedOrder = z.object({
  /** Null: a generation, whose model is one of its fields. */
  skill: z.string().nullable(),
  modelName: z.string(),
  fields: z.record(z.string(), json),
  /** How many. */
  references: z.number().int(),
})
export type PricedOrder = z.infer<typeof pricedOrder>

const news = z.object({ order: pricedOrder, charged: z.number().nonnegative() })
type News = z.infer<typeof news>

interface Options {
  keyValues: Pick<KeyValueStore, 'note' | 'setNote'>
  origin: string
  /** Runs on whatever the clock is set to. Default: since this program began. */
  monotonicMs?: () => number
}

/** A price by the list, or by what was charged last: `charged` is that charge in credits, null where the list stands. */
export interface PricedByCharge<Q extends Quote | null = Quote> {
  quote: Q | Quote
  charged: number | null
}

/**
 * What the service charged above its list, the last time for each model and each Skill: the charge is the truth (§4.1, billing
 * rule 5), so the list is behind. Kept on the disk: the next program, and the next command of a script, knows it too.
 */
export class Overcharges {
  readonly #options: Options
  /** What the disk did not take, and what stood there then. */
  readonly #unkept = new Map<string, { text: string; insteadOf: string }>()
  /** When this program met what is known. What others heard before counts as heard then: no clock tells what was read since. */
  readonly #met = new Map<string, { text: string; monotonicMs: number }>()

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * The service has charged more for this than was shown. Never throws: what the disk does not take is remembered.
   * @param charged in credits
   */
  tell(order: PricedOrder, charged: number): void {
    this.#write(sortOf(order), JSON.stringify({ order, charged } satisfies News))
  }

  /** It has charged again what its list shows. */
  takeBack(order: PricedOrder): void {
    const sort = sortOf(order)
    if (this.#textOf(sort) !== '') this.#write(sort, '')
  }

  /** For how long this program has known it, in ms, whatever the clock was set to; null: nothing of the kind. */
  knownForMs(order: PricedOrder): number | null {
    const sort = sortOf(order)
    const text = this.#textOf(sort)
    if (text === '') return null
    if (this.#met.get(sort)?.text !== text) this.#meet(sort, text)
    return this.#monotonicMs() - (this.#met.get(sort)?.monotonicMs ?? 0)
  }

  /** @param listed what a list shows for an order, this one or another; null where nothing of it can be read */
  priced<Q extends Quote | null>(order: PricedOrder, listed: (order: PricedOrder) => Q): PricedByCharge<Q> {
    const quote = listed(order)
    const said = quote === null ? null : this.#newsOf(sortOf(order))
    if (quote === null || said === null) return { quote, charged: null }
    const byCharge = pricedByCharge(quote, listed(said.order)?.credits ?? null, said.charged)
    return { quote: byCharge, charged: byCharge === quote ? null : said.charged }
  }

  #newsOf(sort: string): News | null {
    const text = this.#textOf(sort)
    if (text === '') return null
    try {
      return news.parse(JSON.parse(text))
    } catch {
      return null
    }
  }

  /** Empty where there is nothing. */
  #textOf(sort: string): string {
    const kept = this.#options.keyValues.note(this.#nameOf(sort)) ?? ''
    const unkept = this.#unkept.get(sort)
    if (unkept?.insteadOf === kept) return unkept.text
    // Another program has heard a later charge.
    this.#unkept.delete(sort)
    return kept
  }

  #write(sort: string, text: string): void {
    const name = this.#nameOf(sort)
    this.#unkept.set(sort, { text, insteadOf: this.#options.keyValues.note(name) ?? '' })
    this.#meet(sort, text)
    try {
      this.#options.keyValues.setNote(name, text)
      this.#unkept.delete(sort)
    } catch {
      // The step that brought the charge is written next, and says what is wrong with the disk.
    }
  }

  #meet(sort: string, text: string): void {
    this.#met.set(sort, { text, monotonicMs: this.#monotonicMs() })
  }

  #nameOf = (sort: string): string => `overcharge:${this.#options.origin}:${sort}`

  #monotonicMs(): number {
    return this.#options.monotonicMs?.() ?? performance.now()
  }
}

/** Orders whose prices rise together. */
const sortOf = ({ skill, fields }: PricedOrder): string =>
  skill === null ? `model ${String(fields.modelId)}` : `skill ${skill}`

type Fields = PricedOrder['fields']

export const pricedSkill = (skill: string, fields: Fields): PricedOrder => ({
  skill,
  modelName: '',
  fields,
  references: 0,
})

/** @param references how many */
export const pricedGeneration = (modelName: string, fields: Fields, references: number): PricedOrder => ({
  skill: null,
  modelName,
  fields,
  references,
})

export const pricedOrderOf = (order: PaidOrder): PricedOrder =>
  order.kind === 'skill'
    ? pricedSkill(order.skill, order.fields)
    : pricedGeneration(order.modelName, order.fields, order.references.length)
