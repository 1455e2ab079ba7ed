import { isAmount } from '../quote/amount.ts'
import { tidy } from '../quote/tidy.ts'
import { creditsInWords } from '../request/money-words.ts'
import type { Overcharge } from './overcharge.ts'
import type { WatchSetting } from './setting.ts'

/** What a folder has ordered on a day, and what it wants to order. */
export interface WatchOrder {
  /** What this day holds: charges less refunds, and the price of what is not charged yet; null where one is not known. */
  ordered: number | null
  /** The part of it that is not charged yet. */
  uncharged: number
  /** The price of this file; null where it is not known. */
  credits: number | null
  /** Whether this very content was ordered by the folder before, on any day. */
  isOrdered: boolean
  /** A charge above what was allowed that the person has not seen; null: there is none. */
  overcharge: Overcharge | null
  /** Of the key that would pay; null where there is none. */
  keyFingerprint: string | null
}

export type WatchRefusal = 'off' | 'ordered' | 'overcharge' | 'key' | 'unknown-price' | 'price' | 'cap'

/**
 * Whether a watch folder may order a file by itself; null: it may. Total: what is not known, or no amount, is never
 * within what was allowed. The first charge above it ends the trust in the price that is shown, until a person allows more.
 * Where no key was known when it was allowed, any is.
 */
export function watchRefusal(
  { isOn, each, cap, keyFingerprint: allowedKey }: Pick<WatchSetting, 'isOn' | 'each' | 'cap' | 'keyFingerprint'>,
  { ordered, credits, isOrdered, overcharge, keyFingerprint }: WatchOrder,
): WatchRefusal | null {
  if (!isOn) return 'off'
  if (isOrdered) return 'ordered'
  if (overcharge !== null) return 'overcharge'
  if (allowedKey !== null && keyFingerprint !== allowedKey) return 'key'
  if (!isAmount(credits) || !isAmount(each) || !isAmount(cap)) return 'unknown-price'
  if (credits > each) return 'price'
  return isAmount(ordered) && tidy(ordered + credits) <= cap ? null : 'cap'
}

/** The same as a sentence, with what to do. Nothing was ordered then. */
export function watchRefusalWords(
  refusal: WatchRefusal,
  { each, cap }: Pick<WatchSetting, 'each' | 'cap'>,
  { ordered, uncharged, credits, overcharge }: WatchOrder,
): string {
  switch (refusal) {
    case 'off':
      return 'This folder is paused. Nothing was ordered.'
    case 'ordered':
      return 'This very picture was ordered already. It is not ordered again.'
    case 'overcharge': {
      const what =
        overcharge === null
          ? 'more than you allowed'
          : `${creditsInWords(overcharge.charged)}, and you allowed ${overcharge.allowed}`
      return `One file was charged ${what}. Nothing was ordered now, and nothing more is, whatever price is shown, until you allow it again.`
    }
    case 'key':
      return 'Another key is set now than when this folder was switched on, so another account may pay. Nothing was ordered. Switch it on again to let this key pay, or set the key of then.'
    case 'unknown-price':
      return 'The service shows no price that can be read now. Nothing was ordered; it is looked at again by itself.'
    case 'price':
      return `One file costs ${credits === null ? 'more' : creditsInWords(credits)} now, and you allowed ${each}. Nothing was ordered. Allow the new price, or leave it.`
    case 'cap': {
      return `The daily limit of ${creditsInWords(cap)} is reached: ${todayInWords(ordered, uncharged)} today, and this takes ${credits ?? 'more'}. Nothing was ordered. It goes on tomorrow, or when you raise the limit.`
    }
  }
}

function todayInWords(ordered: number | null, uncharged: number): string {
  if (ordered === null) return 'an amount not known was charged or ordered'
  const charged = tidy(ordered - uncharged)
  if (uncharged === 0) return `${charged} charged`
  return charged === 0 ? `${uncharged} ordered` : `${charged} charged and ${uncharged} ordered`
}

/** How many more files fit under the cap today, at the allowed price; null without a price. */
export function filesLeft({ each, cap }: Pick<WatchSetting, 'each' | 'cap'>, ordered: number | null): number | null {
  if (!isAmount(each) || each === 0 || ordered === null) return null
  return Math.max(0, Math.floor(tidy((cap - ordered) / each)))
}
