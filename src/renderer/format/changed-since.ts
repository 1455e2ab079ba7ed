import type { ModelView } from '../../contract/catalogue.ts'
import type { QuoteView } from '../../contract/quotes.ts'
import { clock, creditWords, dateShort, dayKey, durationText, list } from './format.ts'
import { t } from './messages.ts'

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
  message: string
}

const when = (at: string, now: number): string =>
  dayKey(at) === dayKey(now)
    ? t('at {time}', { time: clock(at) })
    : t('on {date} at {time}', { date: dateShort(at), time: clock(at) })

/** What is different about the price of the very same order since it was last shown; null where nothing is. */
export function priceChange(
  seen: Seen | null,
  order: string,
  quote: Pick<QuoteView, 'price' | 'credits' | 'problems'>,
  now: number,
): PriceChange | null {
  if (seen === null || seen.order !== order || seen.credits === null) return null
  if (quote.problems.length > 0 || quote.credits === seen.credits) return null
  const before = t('This was quoted at {credits} {when}.', {
    credits: creditWords(seen.credits),
    when: when(seen.at, now),
  })
  if (quote.price === 'unavailable')
    return { order, message: t('{before} The service shows no price now.', { before }) }
  if (quote.credits === null) return { order, message: t('{before} Its price cannot be read now.', { before }) }
  const credits = creditWords(quote.credits)
  const message =
    quote.credits > seen.credits
      ? t('{before} The price went up to {credits}. Nothing was sent.', { before, credits })
      : t('{before} The price went down to {credits}. Nothing was sent.', { before, credits })
  return { order, message }
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
    return isGone
      ? t('{before} is unavailable; {now} replaces it.', {
          before: seen.model.name,
          now: model.name,
        })
      : null
  }
  const before = seen.model
  const parts = [
    ...compare(before.ratios, model.ratios),
    ...compare(
      before.tiers.map(({ name }) => name),
      model.tiers.map(({ name }) => name),
    ),
    ...compare(before.resolutions, model.resolutions),
    ...compare(before.durations.map(durationText), model.durations.map(durationText)),
    ...(before.maxReferences === model.maxReferences
      ? []
      : [t('takes {now} references instead of {before}', { now: model.maxReferences, before: before.maxReferences })]),
  ]
  if (parts.length === 0) return null
  return t('{name} changed since your last visit {when}: it {list}.', {
    name: model.name,
    when: when(seen.at, now),
    list: list(parts),
  })
}

function compare(before: readonly string[], now: readonly string[]): string[] {
  const gone = before.filter((each) => !now.includes(each))
  const come = now.filter((each) => !before.includes(each))
  return [
    ...(gone.length === 0 ? [] : [t('no longer has {list}', { list: list(gone) })]),
    ...(come.length === 0 ? [] : [t('now has {list}', { list: list(come) })]),
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
