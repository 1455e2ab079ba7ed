/** How often something may be done: so often at once, and so often a second again. */
export interface BucketLimit {
  readonly most: number
  readonly perSecond: number
}

/** A token bucket at a moment: what is left of it then. */
export interface Bucket {
  readonly left: number
  readonly atMs: number
}

export const fullBucket = ({ most }: BucketLimit, atMs: number): Bucket => ({ left: most, atMs })

/**
 * What has come back since then is in it. A clock that was set back gives nothing, and goes on from there: what was to come
 * back is not waited for until it is where it was.
 */
export const refilled = ({ left, atMs }: Bucket, { most, perSecond }: BucketLimit, nowMs: number): Bucket => ({
  left: Math.min(most, left + (Math.max(0, nowMs - atMs) / 1000) * perSecond),
  atMs: nowMs,
})

/** One less; null where there is none. @param bucket of this very moment */
export const taken = ({ left, atMs }: Bucket): Bucket | null => (left < 1 ? null : { left: left - 1, atMs })
