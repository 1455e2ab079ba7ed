import type { Quote } from '../../domain/quote/quote.ts'
import { isYoung } from '../../domain/request/clearance.ts'
import type { LiveList } from '../catalogue/live-list.ts'
import { type PricedOrder, pricedGeneration, pricedSkill } from '../catalogue/overcharges.ts'
import { generationPrice, skillPrice } from '../catalogue/price-by-list.ts'
import type { OrderDraft } from './build-quote.ts'
import type { QuoteContext } from './context.ts'

/** `kept`: the list cannot be read now, and what is known of it is young enough to order by. `unread`: it is not. */
export type FreshPrices =
  | { is: 'read'; drafts: OrderDraft[] }
  | { is: 'kept'; drafts: OrderDraft[]; ageMs: number }
  | { is: 'unread'; problem: string | null }

/**
 * The same order at the prices of now: what was read longer ago than half a minute is read again, once for all drafts and
 * for whoever else asks meanwhile (O2; I10).
 */
export async function freshPrices(drafts: OrderDraft[], engine: QuoteContext): Promise<FreshPrices> {
  const [first] = drafts
  if (first === undefined) return { is: 'read', drafts }
  return first.kind === 'generation'
    ? pricedBy(drafts, engine.models, engine, generationPrice)
    : pricedBy(drafts, engine.skills, engine, ({ skill, fields }, skills, readAtMs) =>
        skillPrice({ skill: skill ?? '', fields }, skills, readAtMs),
      )
}

const pricedOrderOf = ({ kind, skill, modelName, fields, pictures }: OrderDraft): PricedOrder =>
  kind === 'skill' ? pricedSkill(skill, fields) : pricedGeneration(modelName, fields, pictures.length)

async function pricedBy<T>(
  drafts: OrderDraft[],
  list: LiveList<T>,
  { options, timing, overcharges }: QuoteContext,
  listed: (order: PricedOrder, value: T, readAtMs: number) => Quote,
): Promise<FreshPrices> {
  // What was read before the service charged more than it showed is no price any more (§4.1, billing rule 5).
  const kinds = [...new Map(drafts.map((draft) => [draft.fields, draft])).values()]
  const chargedMs = kinds.map((draft) => overcharges.knownForMs(pricedOrderOf(draft)) ?? timing.priceFreshMs)
  const freshMs = Math.min(timing.priceFreshMs, ...chargedMs)
  const isFresh = (ageMs: number): boolean => isYoung(ageMs, freshMs)
  const readAt = Math.min(...drafts.map(({ quote }) => quote.pricesReadAtMs))
  if (isFresh(list.ageOf(readAt))) return { is: 'read', drafts }
  const priceOf = (draft: OrderDraft, value: T, readAtMs: number): Quote =>
    overcharges.priced(pricedOrderOf(draft), (order) => listed(order, value, readAtMs)).quote
  const anew = (value: T, readAtMs: number): OrderDraft[] => {
    // Drafts of one order mostly share their fields, and then their price.
    const known = new Map<OrderDraft['fields'], Quote>()
    return drafts.map((draft) => {
      const quote = known.get(draft.fields) ?? priceOf(draft, value, readAtMs)
      known.set(draft.fields, quote)
      return at(draft, quote)
    })
  }
  const kept = list.kept()
  const isAsked = kept.readAtMs === null || !isFresh(list.ageOf(kept.readAtMs))
  const { value, readAtMs, problem } = isAsked ? await list.look(({ ageMs }) => isFresh(ageMs)) : kept
  if (value === null || readAtMs === null) return { is: 'unread', problem }
  if (problem === null) return { is: 'read', drafts: anew(value, readAtMs) }
  const ageMs = list.ageOf(readAtMs)
  return isYoung(ageMs, timing.priceMaxAgeMs)
    ? { is: 'kept', drafts: anew(value, readAtMs), ageMs: ageMs * options.timeScale }
    : { is: 'unread', problem }
}

/** The price that goes along as accepted is that of now, where one goes along (§4.14). */
const at = (draft: OrderDraft, quote: Quote): OrderDraft =>
  quote.credits !== null && Object.hasOwn(draft.fields, 'confirmedCredits')
    ? { ...draft, quote, fields: { ...draft.fields, confirmedCredits: Math.ceil(quote.credits) } }
    : { ...draft, quote }

/** Whether a person would pay more than was shown, or would pay what was never shown. */
export const isRisen = (shown: readonly OrderDraft[], now: readonly OrderDraft[]): boolean =>
  now.some(({ quote }, index) => {
    const before = shown[index]?.quote.credits ?? null
    if (before === null) return quote.credits !== null
    return quote.credits === null || quote.credits > before
  })
