import { z } from 'zod'

/**
 * For how long the service wants to be left alone, as it is kept on the disk: from when by the wall clock, and how long that
 * was, in milliseconds. `times`: the how-manieth in a row.
 */
export const pause = z.object({ fromMs: z.number(), forMs: z.number().min(0), times: z.number().int().min(0) })
export type Pause = z.infer<typeof pause>

/** A day at most (A40). */
export const longestMs = 86_400_000

/** What is left of it. By a clock that was set back it begins anew and is no longer than it was. */
export function leftOf({ fromMs, forMs }: Pause, atMs: number): number {
  const goneMs = Math.max(0, atMs - fromMs)
  const leftMs = forMs - goneMs
  // Without an end on both sides nothing is known, and nothing is waited for.
  return leftMs > 0 ? Math.min(leftMs, longestMs) : 0
}

/** The first pause after a limit without a time; it doubles with each one in a row, to a quarter of an hour. */
const firstMs = 10_000
const lastMs = 900_000

/** @param askedMs null, or nothing: the service named no time */
export const lengthOf = (askedMs: number | null, times: number): number =>
  askedMs ? Math.min(askedMs, longestMs) : Math.min(lastMs, firstMs * 2 ** Math.min(Math.max(0, times - 1), 20))
