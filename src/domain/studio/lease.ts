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

/**
 * A moment by three clocks of one computer. Each has its fault: asleep the monotonic one stands still, the wall clock may be
 * set, and the time since the computer was started, which nobody sets and no sleep stops, goes by whole seconds on macOS.
 */
export interface Moment {
  wallMs: number
  monotonicMs: number
  uptimeMs: number
}

/** By so much an age may be too long where a clock goes by whole seconds. */
const uptimeStepMs = 1000

/**
 * Whether the holder may send at this moment. All clocks must say so: one that went back tells nothing, and a sleep that
 * somebody makes up for with the wall clock only the third one shows.
 * @param confirmed when the renewal that the database has confirmed last was asked for, not when its answer came
 */
export function maySend(confirmed: Moment | null, now: Moment, { sendMs }: LeaseTiming): boolean {
  if (confirmed === null) return false
  const wall = now.wallMs - confirmed.wallMs
  const monotonic = now.monotonicMs - confirmed.monotonicMs
  const up = now.uptimeMs - confirmed.uptimeMs
  return wall >= 0 && monotonic >= 0 && wall < sendMs && monotonic < sendMs && up < sendMs + uptimeStepMs
}
