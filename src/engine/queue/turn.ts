import { looks, preparationOf, submitsOf } from '../../domain/pace/kinds.ts'
import { isPutOff } from '../../domain/request/dead-address.ts'
import { waitsToBeSent } from '../../domain/request/doubt.ts'
import type { RequestEffect, Timing } from '../../domain/request/events.ts'
import { isWaitedFor } from '../../domain/request/waited-for.ts'
import type { DueTask } from './due.ts'
import type { QueueEntry } from './queue-options.ts'

interface Moment {
  dueMs: number
  isSoon: boolean
  /** The wall clock. */
  atMs: number
  timing: Timing
}

/** When what is planned for a request has its turn, among all that is planned. */
export function turnOf(
  { receipt, order, askedUntilMs }: QueueEntry,
  effect: RequestEffect,
  { dueMs, isSoon, atMs, timing }: Moment,
): Omit<DueTask, 'id' | 'run'> {
  switch (effect.do) {
    case 'bringHome':
      return { dueMs, order }
    case 'prepare':
      return { dueMs, order, kind: preparationOf(receipt.order) }
    case 'submit':
      return { dueMs: Math.max(dueMs, askedUntilMs), order, kind: submitsOf(receipt.order) }
    case 'lookUp':
    case 'poll': {
      const atLeastMs = Math.max(dueMs, askedUntilMs)
      // What waits with the sends keeps their order. Else who has waited longest is next, so that each has its turn.
      if (effect.do === 'lookUp' && waitsToBeSent(receipt)) return { dueMs: atLeastMs, order, kind: looks }
      return {
        dueMs: atLeastMs,
        order: `${String(Math.ceil(Math.max(0, atLeastMs))).padStart(16, '0')} ${order}`,
        isSoon: isSoon || isWaitedFor(receipt, atMs, timing),
        kind: looks,
      }
    }
  }
}

/** Whoever is impatient: not what its server has put off, and between two look-ups that find nothing lies half a minute (A8). */
export const mayLookSooner = ({ receipt }: QueueEntry, effect: RequestEffect, atMs: number): boolean =>
  effect.do !== 'submit' &&
  effect.do !== 'prepare' &&
  !isPutOff(receipt, effect, atMs) &&
  !(effect.do === 'lookUp' && receipt.missingInARow > 0)

/** Files are fetched at once that a person asked for; what is asked of the service keeps its pace. */
export function pauseBefore(entry: QueueEntry, effect: RequestEffect): number {
  const { isHurried } = entry
  entry.isHurried = false
  return isHurried && effect.do === 'bringHome' ? 0 : effect.afterMs
}
