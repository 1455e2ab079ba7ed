import type { Known } from './known.ts'

/** Between what permits a send and the send itself lie a look at the price and the writing down. */
const mostMs = 65_000

/**
 * I10: what is sent once more leaves a moment after the look-up, the “no” or the person that permits it, however long it was
 * planned, paused or slept through meanwhile; and what was ordered in an earlier run of the program is looked up before it
 * is sent for the first time, for this home may be a copy of another one.
 * @returns in words what is wrong; null: nothing
 */
export function lookWrong(
  { posts, permittedAtMs, lookAnsweredMs, orderedAtMs }: Known,
  { nowMs, startedMs }: { nowMs: number; startedMs: number },
): string | null {
  if (posts.length === 0 && orderedAtMs >= startedMs) return null
  const isInDoubt = posts.some(({ isNo }) => !isNo)
  const sinceMs = isInDoubt || posts.length === 0 ? lookAnsweredMs : permittedAtMs
  if (nowMs - sinceMs <= mostMs) return null
  const age = sinceMs === Number.NEGATIVE_INFINITY ? 'none' : `${Math.round((nowMs - sinceMs) / 1000)} s old`
  return posts.length === 0
    ? `was ordered in an earlier run, and its last look-up is ${age}`
    : `is sent again, and what permits it is ${age}`
}
