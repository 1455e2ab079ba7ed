import type { Receipt } from '../../../src/domain/request/receipt.ts'
import type { Step } from '../../../src/domain/request/transitions.ts'

const passing: ReadonlySet<string> = new Set(['updatedAtMs', 'next'])

/** Whether a step is written down here: rather once too often than the queue does. */
export const isNews = (before: Receipt, { receipt, timeline }: Step): boolean =>
  timeline.length > 0 ||
  Object.entries(receipt).some(([name, value]) => !passing.has(name) && before[name as keyof Receipt] !== value)
