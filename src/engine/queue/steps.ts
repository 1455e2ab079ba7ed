import type { Receipt, TimelineEntry } from '../../domain/request/receipt.ts'

/** A step of a receipt as it is written down. */
export interface DurableStep {
  after: Receipt
  timeline: TimelineEntry[]
}

/** Members that only say when to look again: not worth a synced write each time. */
const passing: ReadonlySet<keyof Receipt> = new Set([
  'updatedAtMs',
  'next',
  'failuresInARow',
  'unheard',
  // Of an order in doubt there are hundreds of looks; how many is told with the next thing that happens.
  'lookedUpTimes',
  'expectedAtMs',
  'revision',
])

/** What another program has written, with what only says when this one looks again. */
export const adopted = (stored: Receipt, own: Receipt): Receipt => ({
  ...stored,
  next: own.next,
  failuresInARow: own.failuresInARow,
  unheard: own.unheard,
  lookedUpTimes: Math.max(stored.lookedUpTimes, own.lookedUpTimes),
  expectedAtMs: own.expectedAtMs,
})

export function isMaterial(before: Receipt, after: Receipt): boolean {
  return (Object.keys(after) as (keyof Receipt)[]).some(
    (key) =>
      !passing.has(key) && before[key] !== after[key] && JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
}
