import type { Model } from '../../domain/catalogue/model.ts'
import type { Skill } from '../../domain/catalogue/skill.ts'
import { generationQuote } from '../../domain/quote/generation-quote.ts'
import type { Quote } from '../../domain/quote/quote.ts'
import { skillQuote } from '../../domain/quote/skill-quote.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import type { LiveList } from '../catalogue/live-list.ts'

export interface PriceDeps {
  models: LiveList<Model[]>
  skills: LiveList<Skill[]>
  now: () => number
  /** How old a price may be when it is paid. */
  priceAgeMs: number
}

/**
 * Looks at the price again before it is paid, where it is older than five minutes: past the cache, and for a whole batch
 * once. Null: it still holds, or fell, or cannot be read again now (the service's answer is the truth all the same).
 */
export async function currentPrice(receipt: Receipt, deps: PriceDeps): Promise<{ credits: number | null } | null> {
  const accepted = receipt.quote
  const age = (readAtMs: number): number => deps.now() - readAtMs
  const isOld = (readAtMs: number): boolean => age(readAtMs) > deps.priceAgeMs || age(readAtMs) < 0
  // A price that nobody could read was accepted as such; there is nothing to compare.
  if (accepted.price !== 'known' || accepted.credits === null || !isOld(accepted.pricesReadAtMs)) return null
  const now = await quoteNow(receipt, deps, isOld)
  if (now === null) return null
  if (now.credits === null) return { credits: null }
  return now.credits > accepted.credits ? { credits: now.credits } : null
}

async function quoteNow(
  receipt: Receipt,
  deps: PriceDeps,
  isOld: (readAtMs: number) => boolean,
): Promise<Quote | null> {
  const { order } = receipt
  if (order.kind === 'generation') {
    const list = await freshList(deps.models, isOld, receipt.updatedAtMs)
    const model = list?.value.find((entry) => entry.id === order.fields.modelId)
    if (!list) return null
    // The model is gone from the list: its price is gone with it.
    return model
      ? generationQuote(model, order.fields, order.references.length, list.readAtMs)
      : { price: 'unavailable', credits: null, lines: [], pricesReadAtMs: list.readAtMs }
  }
  const list = await freshList(deps.skills, isOld, receipt.updatedAtMs)
  const skill = list?.value.find((entry) => entry.id === order.skill)
  if (!list) return null
  return skill
    ? skillQuote(skill, order.fields, list.readAtMs)
    : { price: 'unavailable', credits: null, lines: [], pricesReadAtMs: list.readAtMs }
}

async function freshList<T>(
  list: LiveList<T>,
  isOld: (readAtMs: number) => boolean,
  lastStepAtMs: number,
): Promise<{ value: T; readAtMs: number } | null> {
  const kept = list.kept()
  let fresh = kept.readAtMs === null || isOld(kept.readAtMs) ? await list.look((atMs) => !isOld(atMs)) : kept
  // A look that failed before the request came this far says nothing about now: the network may be back.
  if (fresh.problem !== null) fresh = await list.look((atMs) => !isOld(atMs) && atMs >= lastStepAtMs)
  if (fresh.value === null || fresh.readAtMs === null || fresh.problem !== null) return null
  return { value: fresh.value, readAtMs: fresh.readAtMs }
}
