/** Chance that can be had again: the same seed gives the same numbers (mulberry32). */
export interface Chance {
  /** From 0 up to but without 1. */
  next(): number
  /** A whole number from 0 up to but without `below`. */
  below(below: number): number
  oneOf<T>(values: readonly [T, ...T[]]): T
  /** True in so many of a hundred. */
  percent(share: number): boolean
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    oneOf: (values) => values[below(values.length)] ?? values[0],
    percent: (share) => next() * 100 < share,
  }
}
