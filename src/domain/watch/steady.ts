/** A file as it was first seen in this form. */
export interface FirstSeen {
  stat: string
  atMs: number
}

/**
 * Whether a file has stopped growing: its size, time and number have been the same for so long. By a clock that only
 * goes forward; what the file says of its own time is not trusted.
 * @param before null where it was not seen before
 * @returns since when it has stood like this, and whether that is long enough
 */
export function steadyAfter(
  before: FirstSeen | null,
  stat: string,
  nowMs: number,
  steadyMs: number,
): FirstSeen & { isSteady: boolean } {
  const atMs = before?.stat === stat ? Math.min(before.atMs, nowMs) : nowMs
  return { stat, atMs, isSteady: before?.stat === stat && nowMs - atMs >= steadyMs }
}
