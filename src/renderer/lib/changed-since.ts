import type { ModelView, QuoteView } from '../../contract/views.ts'
import { clock, creditWords, dateShort, dayKey, list } from './format.ts'

/** The order whose price was last shown, with that price and the model as it was then. Kept beside the form. */
export interface Seen {
  /** The order, letter for letter. */
  order: string
  credits: number | null
  at: string
  model: ModelView
}

/** A price that moved while the order stayed the same, and when the old one was shown. */
export interface PriceChange {
  order: string
  words: string
}

const when = (at: string, now: number): string =>
  dayKey(at) === dayKey(now) ? `at ${clock(at)}` : `on ${dateShort(at)} at ${clock(at)}`

/** What is different about the price of the very same order since it was last shown; null where nothing is. */
export function priceChange(
  seen: Seen | null,
  order: string,
  quote: Pick<QuoteView, 'price' | 'credits' | 'problems'>,
  now: number,
): PriceChange | null {
  if (seen === null || seen.order !== order || seen.credits === null) return null
  if (quote.problems.length > 0 || quote.credits === seen.credits) return null
  const before = `This was quoted at ${creditWords(seen.credits)} ${when(seen.at, now)}.`
  if (quote.price === 'unavailable') return { order, words: `${before} The service shows no price for it now.` }
  if (quote.credits === null) return { order, words: `${before} Its price cannot be read now.` }
  const way = quote.credits > seen.credits ? 'up' : 'down'
  return { order, words: `${before} The price went ${way} to ${creditWords(quote.credits)}. Nothing was sent.` }
}

/** What a model can do otherwise than when the form was last looked at; null where nothing changed. */
export function modelChange(
  seen: Seen | null,
  model: ModelView | null,
  models: readonly ModelView[],
  now: number,
): string | null {
  if (seen === null || model === null) return null
  if (seen.model.id !== model.id) {
    const isGone = seen.model.mediaType === model.mediaType && !models.some(({ id }) => id === seen.model.id)
    return isGone ? `${seen.model.name} is not in the list now; ${model.name} stands in its place.` : null
  }
  const before = seen.model
  const parts = [
    ...compare(before.ratios, model.ratios),
    ...compare(
      before.tiers.map(({ name }) => name),
      model.tiers.map(({ name }) => name),
    ),
    ...compare(before.resolutions, model.resolutions),
    ...compare(
      before.durations.map((each) => `${each} s`),
      model.durations.map((each) => `${each} s`),
    ),
    ...(before.maxReferences === model.maxReferences
      ? []
      : [`takes ${model.maxReferences} references instead of ${before.maxReferences}`]),
  ]
  if (parts.length === 0) return null
  return `${model.name} has changed since you looked ${when(seen.at, now)}: it ${list(parts)}.`
}

function compare(before: readonly string[], now: readonly string[]): string[] {
  const gone = before.filter((each) => !now.includes(each))
  const come = now.filter((each) => !before.includes(each))
  return [
    ...(gone.length === 0 ? [] : [`no longer has ${list(gone)}`]),
    ...(come.length === 0 ? [] : [`now has ${list(come)}`]),
  ]
}

/** What was kept comes back as plain JSON; anything that is not whole is nothing. */
export function seenFromDraft(draft: unknown): Seen | null {
  if (typeof draft !== 'object' || draft === null) return null
  const { order, credits, at, model } = draft as Partial<Record<keyof Seen, unknown>>
  if (typeof order !== 'string' || typeof at !== 'string' || Number.isNaN(Date.parse(at))) return null
  if (credits !== null && typeof credits !== 'number') return null
  if (!isModel(model)) return null
  return { order, credits, at, model }
}

function isModel(model: unknown): model is ModelView {
  if (typeof model !== 'object' || model === null) return false
  const has = model as Partial<Record<keyof ModelView, unknown>>
  const lists = [has.ratios, has.tiers, has.resolutions, has.durations]
  return typeof has.id === 'string' && typeof has.name === 'string' && lists.every(Array.isArray)
}
