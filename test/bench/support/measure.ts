/** One line of the table: what of ours, beside what in the same run, and what the ratio should reach. */
export interface Measured {
  work: string
  beside: string
  /** Ours over the other. */
  ratio: number
  /** The goal, as a bound of the ratio. */
  goal: { atMost: number } | { atLeast: number } | null
  /** Absolute figures of this machine and run, in words. */
  detail: string
}

export interface Bench {
  name: string
  /** `npm run bench -- GROUP` runs all of it. */
  group?: 'pictures'
  /** Why it cannot be measured here, in words; null where it can. */
  missing?: () => Promise<string | null>
  run: () => Promise<Measured[]>
}

export const isMet = ({ ratio, goal }: Measured): boolean =>
  goal === null || ('atMost' in goal ? ratio <= goal.atMost : ratio >= goal.atLeast)

/** The value below which so many of a hundred lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * share) / 100))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 50)

/** Milliseconds of one call. */
export function timed(work: () => void): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

export async function timedLater(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
