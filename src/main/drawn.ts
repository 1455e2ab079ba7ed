import { type Bucket, type BucketLimit, fullBucket, refilled, taken } from '../domain/pace/bucket.ts'

/**
 * One drawn from what the page has left of something. @param before none: it is full
 * @param timeScale a service that lives faster is asked faster @returns what is left now; null where there is none
 */
export function drawn(before: Bucket | undefined, limit: BucketLimit, timeScale: number, nowMs: number): Bucket | null {
  const scaled = { most: limit.most, perSecond: limit.perSecond * timeScale }
  return taken(refilled(before ?? fullBucket(scaled, nowMs), scaled, nowMs))
}
