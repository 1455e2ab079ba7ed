import type { Receipt } from './receipt.ts'

/**
 * Where a request stands in the queue: texts of digits, the lower first, read as the places after a decimal point, so
 * that between any two there is room for a third. Unmoved it is the moment of approval, the place in its batch, and digits of its
 * number: two programs may approve in the same moment, and between equal places nothing could be put.
 */
export function placeOf({
  id,
  place,
  approvedAtMs,
  batch,
}: Pick<Receipt, 'id' | 'place' | 'approvedAtMs' | 'batch'>): string {
  return place ?? bare(`${momentOf(approvedAtMs)}${String(batch?.index ?? 0).padStart(6, '0')}${digitsOf(id)}`)
}

const momentOf = (atMs: number): string => String(Math.max(0, Math.trunc(atMs))).padStart(16, '0')

const digitsOf = (id: string): string =>
  String(Number.parseInt(id.replace(/[^\da-f]/g, '').slice(0, 12) || '0', 16)).padStart(15, '0')

/**
 * A place between two others.
 * @param after the place that stays before it; empty for the very front
 * @param before the place that it comes before; greater than `after`
 */
export function placeBetween(after: string, before: string): string {
  const length = Math.max(after.length, before.length) + 1
  const whole = (place: string) => BigInt(place.padEnd(length, '0'))
  return bare(String((whole(after) + whole(before)) / 2n).padStart(length, '0'))
}

/**
 * A place behind another one, as if approved at this moment, so that later orders come after it.
 * @param last the place of what comes before it
 */
export function placeAfter(last: string, atMs: number): string {
  const now = bare(momentOf(atMs))
  return now > last ? now : `${last}5`
}

/** One text for one place: 12 and 120 would be the same place and sort apart. */
const bare = (place: string): string => place.replace(/0+$/, '')

/** Whether nothing of it was sent, so that its place still matters. */
export const canMove = ({ phase, body }: Pick<Receipt, 'phase' | 'body'>): boolean =>
  phase === 'approved' || (phase === 'needs-decision' && body === null)
