import type { Owed } from './receipt.ts'

/** Bytes that came for an output, whole by their length, and that were not taken for it: how often one behind the other. */
export type SameBytes = NonNullable<Owed['came']>

/** What was said against them. `damaged`: not whole; `other-kind`: a picture where a film was made, or the reverse. */
export type Doubt = 'damaged' | 'other-kind'

/**
 * After so many times the same bytes count for the file. As the pauses between the tries grow, that is after half an hour and
 * more: a file that is still being written where it lies, or another one that is shown in its place for a while, comes the
 * same a few times too, from whatever address.
 */
const timesUntilKept = 10

/** With these bytes counted in. Others before them say nothing any more. */
export const cameAgain = (before: SameBytes | undefined, sha256: string): SameBytes => ({
  sha256,
  times: before?.sha256 === sha256 ? before.times + 1 : 1,
})

/**
 * Whether what came is kept for what it is, whatever is said against it: nothing else will come, and what is paid for is
 * never kept away by a verdict of ours (I12).
 */
export const isAllThereIs = ({ times }: SameBytes): boolean => times >= timesUntilKept
