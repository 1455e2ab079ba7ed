/** Time as the queue knows it. The proofs give it one that they turn by hand. */
export interface Timers {
  /** Milliseconds that only ever go forward, whatever becomes of the wall clock. */
  monotonicMs(): number
  /** Calls once, no earlier than then. Returns how to call it off. */
  after(ms: number, call: () => void): () => void
  /** Calls once what is under way in this turn of the event loop is done. */
  soon(call: () => void): void
}

export const systemTimers: Timers = {
  monotonicMs: () => performance.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
  soon: (call) => void setImmediate(call),
}
