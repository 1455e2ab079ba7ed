import type { CapRefusal } from '../quote/cap.ts'
import { agreedMost, isCeilingEnforced } from '../quote/ceiling.ts'
import type { Quote } from '../quote/quote.ts'
import type { Timing } from './events.ts'
import type { Receipt } from './receipt.ts'
import { isToldMore } from './told.ts'

// The one place that decides whether a paid request may leave at this moment, however it got there. A send is planned long
// before it is carried out by a paused queue, a full disk, a limit of the service, a decision answered late, sleep, a home
// that was copied or restored; what was true when it was planned is asked for again here.

/** What is known at the moment in which a paid request is about to leave. Ages in milliseconds. */
export interface Departure {
  /** This program still drives the queue, on a sound disk, and nobody has taken the request out. */
  isDriven: boolean
  /** A person, or what is looked at first after sleep, holds back what costs. */
  isHeld: boolean
  /** It was approved before this program began, maybe in a home that was copied or restored since. */
  isFromBefore: boolean
  /** Since the service said how this request stands, by a look-up or in answer to a send; null: not in this run. */
  wordAgeMs: number | null
  /** The price by the list that was read last, and since when that stands; null: no list of this service was ever read. */
  price: { quote: Quote; ageMs: number } | null
  /** Since the list was asked for last, well or ill; null: not since this request came this far. */
  askedForPriceMs: number | null
  /**
   * Where it was approved before the queue began to send or went on after a pause: since when it sends again. What was read
   * of its price before that is read once more. Null: it was approved since.
   */
  goesOnForMs: number | null
  /** Since the service charged more for one like it than it had shown: what was read before that is no price. Null: it did not. */
  overchargedForMs: number | null
  capRefusal: CapRefusal | null
}

export type Clearance =
  | { do: 'go' }
  /** It is not this program's any more. */
  | { do: 'drop' }
  | { do: 'wait' }
  /** The service is asked how the request stands before anything is sent. */
  | { do: 'look' }
  /** The price list is read, once for all that ask. */
  | { do: 'readPrice' }
  /** The list cannot be read, and what is known of it is too old to pay by. */
  | { do: 'delay' }
  | { do: 'askPrice'; credits: number | null }
  | { do: 'askCap'; refusal: CapRefusal }

/**
 * Whether a paid request may leave now (I10).
 * @param isLooked false where only preparation begins: nothing leaves yet, and the look comes when it does
 */
export function clearanceOf(receipt: Receipt, now: Departure, timing: Timing, isLooked = true): Clearance {
  if (!now.isDriven) return { do: 'drop' }
  if (now.isHeld) return { do: 'wait' }
  const isSaid = !receipt.mayBeElsewhere && isYoung(now.wordAgeMs, timing.wordGoodForMs)
  if (isLooked && needsWord(receipt, now) && !isSaid) return { do: 'look' }
  return priceClearance(receipt, now, timing) ?? capClearance(now)
}

/** What left before, was looked for before, or may have left from another home is never sent without asking there (A6, A7). */
const needsWord = ({ sentTimes, lookedUpTimes, mayBeElsewhere }: Receipt, { isFromBefore }: Departure): boolean =>
  sentTimes > 0 || lookedUpTimes > 0 || isFromBefore || mayBeElsewhere

/** Whether something is no older than that. A negative age is of a clock that was set back: nobody can tell. */
export const isYoung = (ageMs: number | null, forMs: number): boolean => ageMs !== null && ageMs >= 0 && ageMs <= forMs

function capClearance({ capRefusal }: Departure): Clearance {
  return capRefusal === null ? { do: 'go' } : { do: 'askCap', refusal: capRefusal }
}

type PriceFacts = Pick<Departure, 'price' | 'askedForPriceMs' | 'overchargedForMs'> &
  Partial<Pick<Departure, 'goesOnForMs'>>

/** Null: the price, as far as one was accepted, holds. */
export function priceClearance(
  receipt: Receipt,
  { price, askedForPriceMs, overchargedForMs, goesOnForMs = null }: PriceFacts,
  timing: Timing,
): Exclude<Clearance, { do: 'go' }> | null {
  const most = agreedMost(receipt)
  // A price that nobody could read was accepted as such, and no ceiling was named: there is nothing to compare.
  if (most === null) return null
  // Nothing counts that was read before the service charged more than it had shown.
  const sinceNews = (mostMs: number): number => Math.min(mostMs, overchargedForMs ?? mostMs)
  const freshMs = sinceNews(Math.min(timing.priceFreshMs, goesOnForMs ?? timing.priceFreshMs))
  const isFresh = price !== null && isYoung(price.ageMs, freshMs)
  if (!isFresh && !isYoung(askedForPriceMs, freshMs)) return { do: 'readPrice' }
  // Ordered under a ceiling alone, since its price could not be read: the service holds it to that (§4.14 rule 3).
  const isUnseen = receipt.quote.credits === null && isCeilingEnforced(receipt)
  // A ceiling that a person named is never passed: nothing is paid under it by a price that may have changed.
  const goodForMs = sinceNews(receipt.consent.ceilingCredits === null ? timing.priceMaxAgeMs : timing.priceFreshMs)
  // The service would charge up to what it is told, whatever was agreed to since.
  const isTooMuch = isToldMore(receipt)
  if (price === null || !isYoung(price.ageMs, goodForMs)) return isUnseen && !isTooMuch ? null : { do: 'delay' }
  if (isTooMuch) return { do: 'askPrice', credits: price.quote.credits }
  return isUnseen && price.quote.price === 'unknown' ? null : risenTo(price.quote, most)
}

function risenTo(now: Quote, most: number): Extract<Clearance, { do: 'askPrice' }> | null {
  // No price any more is no price to pay at (O71).
  if (now.credits === null) return { do: 'askPrice', credits: null }
  return now.credits > most ? { do: 'askPrice', credits: now.credits } : null
}
