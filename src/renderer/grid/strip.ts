import type { Strip } from './justify.ts'
import type { Change } from './ranges.ts'

export const emptyStrip: Strip = { codes: new Uint8Array(0), count: 0, days: [] }

type Days = Strip['days']

function joined(days: Days, more: Days): Days {
  const last = days.at(-1)
  const [next, ...rest] = more
  if (last === undefined || next === undefined || last.day !== next.day) return [...days, ...more]
  return [...days.slice(0, -1), { day: last.day, count: last.count + next.count }, ...rest]
}

/** A strip with more pictures at its end. Room is made twofold, so that a million of them are not copied 62 times. */
export function appended(strip: Strip, codes: Uint8Array, days: Days): Strip {
  const count = strip.count + codes.length
  let room = strip.codes
  if (count > room.length) {
    room = new Uint8Array(Math.max(count, room.length * 2))
    room.set(strip.codes.subarray(0, strip.count))
  }
  room.set(codes, strip.count)
  return { codes: room, count, days: joined(strip.days, days) }
}

/** The same pictures behind some squarish ones that are still to come, under their own day. */
export function behind(strip: Strip, coming: readonly number[], day: string): Strip {
  if (coming.length === 0) return strip
  const front = appended(emptyStrip, Uint8Array.from(coming), [{ day, count: coming.length }])
  return appended(front, strip.codes.subarray(0, strip.count), strip.days)
}

/** A strip after pictures went and came. */
export function changed(
  strip: Strip,
  removed: readonly number[],
  inserted: readonly { place: number; ratio: number; day: string }[],
): Strip {
  const gone = new Set(removed)
  const come = new Map(inserted.map((one) => [one.place, one]))
  const count = strip.count - removed.length + inserted.length
  const codes = new Uint8Array(count)
  const days: { day: string; count: number }[] = []
  const add = (day: string): void => {
    const last = days.at(-1)
    if (last?.day === day) last.count += 1
    else days.push({ day, count: 1 })
  }
  let place = 0
  let old = 0
  const takeNew = (): void => {
    for (let one = come.get(place); one; one = come.get(place)) {
      codes[place] = one.ratio
      add(one.day)
      place += 1
    }
  }
  for (const run of strip.days)
    for (let at = 0; at < run.count; at += 1, old += 1) {
      if (gone.has(old)) continue
      takeNew()
      codes[place] = strip.codes[old] ?? 0
      add(run.day)
      place += 1
    }
  takeNew()
  return { codes, count, days }
}

/** How a change of a list looks to what stands in it. */
export const changeOf = (removed: readonly number[], inserted: readonly { place: number }[]): Change => ({
  removed,
  inserted: inserted.map(({ place }) => place),
})
