import { placeOf } from '../../domain/request/place.ts'
import type { Receipt } from '../../domain/request/receipt.ts'

/** Sorts by place in the queue. */
export const byPlace = (a: Receipt, b: Receipt): number => {
  const [first, second] = [placeOf(a), placeOf(b)]
  return first < second ? -1 : first > second ? 1 : 0
}

/**
 * What a lane goes by: the place, then when it was taken up. A space sorts before every digit, so that the place
 * decides, however long its text is.
 */
export const sortKey = (receipt: Receipt, taken: number): string =>
  `${placeOf(receipt)} ${String(taken).padStart(12, '0')}`
