/**
 * Turns by virtual time (start-time fair queueing): each request gets the turn after its person's last one, and whoever had
 * none waiting begins at the turn that is served now. So a thousand files of one person do not hold up the others, and
 * nobody saves up turns by not ordering.
 */

/**
 * Turns for the requests of one order, in their order.
 * @param now the turn that was served last, of anybody
 * @param last the person's own last turn; null: never ordered
 */
export function turnsFor(count: number, now: number, last: number | null): number[] {
  const first = Math.max(now, (last ?? -1) + 1)
  return Array.from({ length: count }, (_, n) => first + n)
}

/**
 * A turn as the place of a receipt (domain/request/place.ts): read as digits after a decimal point, and equal turns by when
 * they were ordered.
 * @param seq grows with each order
 */
export const placeOfTurn = (turn: number, seq: number): string =>
  // A place never ends with 0: 12 and 120 would be the same place and sort apart.
  `${String(turn).padStart(16, '0')}${String(seq).padStart(12, '0')}1`
