import { isAmount } from '../quote/amount.ts'
import { tidy } from '../quote/tidy.ts'
import { creditsInWords } from '../request/money-words.ts'
import type { WatchSetting } from './setting.ts'

/** What a folder has ordered on a day, and what it wants to order. */
export interface WatchOrder {
  /** Sum of what was approved on this day, whatever became of it; null where one price is not known. */
  ordered: number | null
  /** The price of this file; null where it is not known. */
  credits: number | null
  /** Whether this very content was ordered by the folder before, on any day. */
  isOrdered: boolean
  /** Of the key that would pay; null where there is none. */
  keyFingerprint: string | null
}

export type WatchRefusal = 'off' | 'ordered' | 'key' | 'unknown-price' | 'price' | 'cap'

/**
 * Whether a watch folder may order a file by itself; null: it may. Total: what is not known, or no amount, is never
 * within what was allowed. What failed or was refunded counts all the same, so that nothing is ordered round and round.
 * Where no key was known when it was allowed, any is.
 */
export function watchRefusal(
  { isOn, each, cap, keyFingerprint: allowedKey }: Pick<WatchSetting, 'isOn' | 'each' | 'cap' | 'keyFingerprint'>,
  { ordered, credits, isOrdered, keyFingerprint }: WatchOrder,
): WatchRefusal | null {
  if (!isOn) return 'off'
  if (isOrdered) return 'ordered'
  if (allowedKey !== null && keyFingerprint !== allowedKey) return 'key'
  if (!isAmount(credits) || !isAmount(each) || !isAmount(cap)) return 'unknown-price'
  if (credits > each) return 'price'
  return isAmount(ordered) && tidy(ordered + credits) <= cap ? null : 'cap'
}

/** The same as a sentence, with what to do. Nothing was ordered then. */
export function watchRefusalWords(
  refusal: WatchRefusal,
  { each, cap }: Pick<WatchSetting, 'each' | 'cap'>,
  { ordered, credits }: WatchOrder,
): string {
  switch (refusal) {
    case 'off':
      return 'This folder is paused. Nothing was ordered.'
    case 'ordered':
      return 'This very picture was ordered already. It is not ordered again.'
    case 'key':
      return 'Another key is set now than when this folder was switched on, so another account may pay. Nothing was ordered. Switch it on again to let this key pay, or set the key of then.'
    case 'unknown-price':
      return 'The service shows no price that can be read now. Nothing was ordered; it is looked at again by itself.'
    case 'price':
      return `One file costs ${credits === null ? 'more' : creditsInWords(credits)} now, and you allowed ${each}. Nothing was ordered. Allow the new price, or leave it.`
    case 'cap': {
      const spent = ordered === null ? 'an amount not known' : String(ordered)
      return `The day’s cap of ${creditsInWords(cap)} is reached: ${spent} ordered today, and this takes ${credits ?? 'more'}. Nothing was ordered. It goes on tomorrow, or when you raise the cap.`
    }
  }
}

/** How many more files fit under the cap today, at the allowed price; null without a price. */
export function filesLeft({ each, cap }: Pick<WatchSetting, 'each' | 'cap'>, ordered: number | null): number | null {
  if (!isAmount(each) || each === 0 || ordered === null) return null
  return Math.max(0, Math.floor(tidy((cap - ordered) / each)))
}
