import type { Owed } from './receipt.ts'

/**
 * Bytes that came for an output, whole by their length, and that were not taken for it: how often in all, and whether from
 * more than one address.
 */
export type SameBytes = NonNullable<Owed['came']>

/** What was said against them. `damaged`: not whole; `other-kind`: a picture where a film was made, or the reverse. */
export type Doubt = 'damaged' | 'other-kind'

/**
 * From one address alone the same bytes count for the file after so many times. What is of another kind may be shown in its
 * place for a while: for more than an hour, as the pauses grow.
 */
const timesAtOneAddress: Record<Doubt, number> = { damaged: 4, 'other-kind': 10 }

/** With these bytes counted in. Others before them say nothing any more. */
export function cameAgain(before: SameBytes | undefined, address: string, sha256: string): SameBytes {
  if (before?.sha256 !== sha256) return { sha256, address, times: 1 }
  const isElsewhere = before.isElsewhere === true || before.address !== address
  return { ...before, times: before.times + 1, ...(isElsewhere ? { isElsewhere } : {}) }
}

/**
 * Whether what came is kept for what it is, whatever is said against it: nothing else will come, and what is paid for is
 * never kept away by a verdict of ours (I12).
 */
export const isAllThereIs = ({ times, isElsewhere }: SameBytes, doubt: Doubt): boolean =>
  isElsewhere === true || times >= timesAtOneAddress[doubt]
