import { type Match, matchWords } from '../format/match-words.ts'

interface Findable {
  id: string
  label: string
  /** What else it may be called: finds it, below those that are called so. */
  also: string
  /** Why it cannot be done now: of two that answer alike, the one that can stands first. */
  blocked?: string | null
}

export type Matched<T> = T & { ranges: Match['ranges'] }

/** As many as are kept of what was used. */
export const mostRecent = 20

function matchOf({ label, also }: Findable, typed: string): Match | null {
  const named = matchWords(typed, label)
  if (named !== null) return named
  const called = matchWords(typed, `${label} ${also}`, true)
  if (called === null) return null
  return { score: called.score * 0.4, ranges: called.ranges.filter(([, end]) => end <= label.length) }
}

/**
 * What answers to what was typed, the best first; of two that answer alike, the one used later stands first.
 * @param recent ids of what was used, the last first
 */
export function ranked<T extends Findable>(
  entries: readonly T[],
  typed: string,
  recent: readonly string[],
): Matched<T>[] {
  const since = (id: string): number => {
    const place = recent.indexOf(id)
    return place < 0 ? 0 : 1 - place / (mostRecent + 1)
  }
  return entries
    .flatMap((entry) => {
      const match = matchOf(entry, typed)
      return match === null ? [] : [{ entry, match, score: match.score + since(entry.id) - (entry.blocked ? 1 : 0) }]
    })
    .sort((a, b) => b.score - a.score)
    .map(({ entry, match }) => ({ ...entry, ranges: match.ranges }))
}

/** The ones used before, the last first, and those that were not. */
export function apartByUse<T extends Findable>(
  entries: readonly T[],
  recent: readonly string[],
  most: number,
): { used: T[]; others: T[] } {
  const used = recent.flatMap((id) => entries.find((entry) => entry.id === id) ?? []).slice(0, most)
  return { used, others: entries.filter((entry) => !used.includes(entry)) }
}

export const usedNow = (recent: readonly string[], id: string): string[] =>
  [id, ...recent.filter((each) => each !== id)].slice(0, mostRecent)

/** What was kept comes back as plain JSON. */
export const recentFrom = (kept: unknown): string[] =>
  Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, mostRecent) : []
