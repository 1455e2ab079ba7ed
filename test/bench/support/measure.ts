import type { PagePart } from './page.ts'

/** One line of the table: what of ours, beside what in the same run, and what the ratio should reach. */
export interface Measured {
  work: string
  beside: string
  /** Ours over the other, over all rounds. */
  ratio: number
  /** The same of each round, in turns with what it is measured beside. `counted`: no time is in it, and no other round would differ. */
  rounds: readonly number[] | 'counted'
  /** The goal, as a bound of the ratio. */
  goal: { atMost: number } | { atLeast: number } | null
  /** Absolute figures of this machine and run, in words. */
  detail: string
}

/** So much in a whole run, so much in a quick one. */
export type Effort = <T>(whole: T, quick: T) => T

export interface Bench {
  name: string
  /** `npm run bench -- GROUP` runs all of it. */
  group?: 'pictures'
  /** Why it cannot be measured here, in words; null where it can. */
  missing?: () => Promise<string | null>
  run: (effort: Effort) => Promise<Measured[]>
  /** After it ran: what belongs on the page below the table. */
  page?: () => PagePart
}

/** Fewer say nothing of how far they lie apart. */
const leastRounds = 3

/** How far its rounds lie apart: the range of the middle half of them. Null where there are too few to tell. */
export function noiseOf({ rounds }: Pick<Measured, 'rounds'>): number | null {
  if (rounds === 'counted') return 0
  return rounds.length < leastRounds ? null : quantile(rounds, 0.75) - quantile(rounds, 0.25)
}

export type Verdict = 'met' | 'missed' | 'undecided' | 'printed'

/** Undecided where the rounds lie further apart than the ratio lies from its goal: another run might say otherwise. */
export function verdictOf(one: Pick<Measured, 'ratio' | 'rounds' | 'goal'>): Verdict {
  const { ratio, goal } = one
  if (goal === null) return 'printed'
  const above = 'atMost' in goal ? goal.atMost - ratio : ratio - goal.atLeast
  const noise = noiseOf(one)
  // So that a figure that came to nothing decides nothing.
  if (noise === null || !(noise <= Math.abs(above))) return 'undecided'
  return above >= 0 ? 'met' : 'missed'
}

/** Ours over the other, round by round. */
export const ratiosOf = (ours: readonly number[], others: readonly number[]): number[] =>
  ours.map((own, n) => own / (others[n] ?? Number.NaN))

/** What each so many values in a row come to, for what is done so often that a round of one would be all noise. */
export function inRounds(values: readonly number[], rounds: number, of: (some: readonly number[]) => number): number[] {
  const size = Math.floor(values.length / rounds)
  return Array.from({ length: rounds }, (_, n) => of(values.slice(n * size, (n + 1) * size)))
}

/** Each work once a round, beginning with another one each time: a load of the machine's meets them all alike. */
export async function inTurns<K extends string, T>(
  rounds: number,
  works: Record<K, () => Promise<T>>,
): Promise<Record<K, T[]>> {
  const names = Object.keys(works) as K[]
  const done = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<K, T[]>
  for (let round = 0; round < rounds; round += 1) {
    const first = round % names.length
    for (const name of [...names.slice(first), ...names.slice(0, first)]) done[name].push(await works[name]())
  }
  return done
}

/** Between two values where none stands just there. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN]
  return below + (above - below) * (at - Math.floor(at))
}

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
