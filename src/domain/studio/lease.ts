/** How long a lease is good, in milliseconds. */
export interface LeaseTiming {
  /** How often the holder renews. */
  renewMs: number
  /** So long after the last confirmed renewal the holder sends nothing more. */
  sendMs: number
  /** So long after the last renewal, by the database's clock, another may take over. */
  takeoverMs: number
}

/**
 * Between the last moment in which a holder sends and the first in which another takes over lie five seconds: room for a
 * computer's clock that runs slower than the database's.
 * @param scale divides all of it; 1 but in tests against a loopback service
 */
export const leaseTiming = (scale: number): LeaseTiming => ({
  renewMs: Math.ceil(2000 / scale),
  sendMs: Math.ceil(10_000 / scale),
  takeoverMs: Math.ceil(15_000 / scale),
})

/** A moment by both clocks: asleep the monotonic one stands still, and the other may be set. */
export interface Moment {
  wallMs: number
  monotonicMs: number
}

/**
 * Whether the holder may send at this moment. Both clocks must say so: one that went back tells nothing.
 * @param confirmed when the renewal that the database has confirmed last was asked for, not when its answer came
 */
export function maySend(confirmed: Moment | null, now: Moment, { sendMs }: LeaseTiming): boolean {
  if (confirmed === null) return false
  const wall = now.wallMs - confirmed.wallMs
  const monotonic = now.monotonicMs - confirmed.monotonicMs
  return wall >= 0 && monotonic >= 0 && wall < sendMs && monotonic < sendMs
}
