import type { Timing } from './events.ts'
import { endAfterMs } from './jobs.ts'
import type { Receipt } from './receipt.ts'

/** How long before the end that the service expects it may be there already. */
const earlyPolls = 2

/**
 * Where more is open than can be looked at in time, whose look is worth most: what is in doubt, since it may have to be sent
 * again before it is too old (A7); files whose address has died; and jobs that were sent just now or are near their end,
 * as far as the service has said when that is. What is past the service's own end can wait (A12).
 */
export function isWaitedFor(receipt: Receipt, atMs: number, timing: Timing): boolean {
  const { phase, acceptedAtMs, expectedAtMs } = receipt
  if (phase === 'uncertain' || phase === 'downloading') return true
  if (phase !== 'running' || acceptedAtMs === null) return false
  const runningMs = atMs - acceptedAtMs
  if (runningMs > endAfterMs(receipt, timing)) return false
  const isNearEnd = expectedAtMs !== null && atMs >= expectedAtMs - earlyPolls * timing.pollSkillMs
  return runningMs <= timing.pollSlowMs || isNearEnd
}
