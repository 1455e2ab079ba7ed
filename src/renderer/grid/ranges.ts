/** Places of a list that are chosen: rising stretches, from and up to but not with, that do not touch one another. */
export type Ranges = readonly (readonly [number, number])[]

export const none: Ranges = []

export const countOf = (ranges: Ranges): number => ranges.reduce((sum, [from, end]) => sum + end - from, 0)

export function has(ranges: Ranges, place: number): boolean {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.[1] ?? 0) <= place) low = middle + 1
    else high = middle
  }
  return (ranges[low]?.[0] ?? Number.POSITIVE_INFINITY) <= place
}

/** Joins what overlaps or touches, and leaves out what is empty. */
function tidy(ranges: Ranges): Ranges {
  const joined: [number, number][] = []
  for (const [from, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (end <= from) continue
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], end)
    else joined.push([from, end])
  }
  return joined
}

export const plus = (ranges: Ranges, more: Ranges): Ranges => tidy([...ranges, ...more])

/** Everything from one place to another, both chosen, in whichever order. */
export const span = (a: number, b: number): Ranges => [[Math.min(a, b), Math.max(a, b) + 1]]

export function toggled(ranges: Ranges, place: number): Ranges {
  if (!has(ranges, place)) return plus(ranges, [[place, place + 1]])
  return ranges.flatMap(([from, end]): [number, number][] =>
    place < from || place >= end
      ? [[from, end]]
      : tidy([
          [from, place],
          [place + 1, end],
        ]).map(([a, b]) => [a, b]),
  )
}

/** How many of rising numbers are smaller. */
function below(rising: readonly number[], value: number): number {
  let low = 0
  let high = rising.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rising[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

export interface PlaceChange {
  /** Places as they were, rising. */
  removed: readonly number[]
  /** Places as they are now, rising. */
  inserted: readonly number[]
}

/** Where a place is after a change; null where it is gone. */
export function shiftedPlace(place: number, change: PlaceChange): number | null {
  const gone = below(change.removed, place)
  if (change.removed[gone] === place) return null
  return shifted(place - gone, change.inserted)
}

/** The place after insertions, each of which is told as the place that it has among all. */
function shifted(place: number, inserted: readonly number[]): number {
  let low = 0
  let high = inserted.length
  // inserted[k] − k is where it came in among the old ones.
  while (low < high) {
    const middle = (low + high) >> 1
    if ((inserted[middle] ?? 0) - middle <= place) low = middle + 1
    else high = middle
  }
  return place + low
}

/** What is chosen stays chosen, wherever it stands now; what came in between is not. */
export function rangesAfter(ranges: Ranges, change: PlaceChange): Ranges {
  const cuts = new Set(change.inserted.map((place, at) => place - at))
  return tidy(
    ranges.flatMap(([from, end]): [number, number][] => {
      const oldFrom = from - below(change.removed, from)
      const oldEnd = end - below(change.removed, end)
      const edges = [oldFrom, ...[...cuts].filter((cut) => cut > oldFrom && cut < oldEnd).sort((a, b) => a - b), oldEnd]
      return edges.slice(0, -1).flatMap((start, at): [number, number][] => {
        const stop = edges[at + 1] ?? start
        if (stop <= start) return []
        const first = shifted(start, change.inserted)
        return [[first, first + stop - start]]
      })
    }),
  )
}
