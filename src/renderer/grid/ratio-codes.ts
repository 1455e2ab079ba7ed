import type { RatioCodes } from './justify.ts'
import type { PlaceChange } from './ranges.ts'

export const noRatios: RatioCodes = { codes: new Uint8Array(0), count: 0, days: [] }

type Days = RatioCodes['days']

function joined(days: Days, more: Days): Days {
  const last = days.at(-1)
  const [next, ...rest] = more
  if (last === undefined || next === undefined || last.day !== next.day) return [...days, ...more]
  return [...days.slice(0, -1), { day: last.day, count: last.count + next.count }, ...rest]
}

/** A strip with more pictures at its end. Room is made twofold, so that a million of them are not copied 62 times. */
export function appended(ratioCodes: RatioCodes, codes: Uint8Array, days: Days): RatioCodes {
  const count = ratioCodes.count + codes.length
  let room = ratioCodes.codes
  if (count > room.length) {
    room = new Uint8Array(Math.max(count, room.length * 2))
    room.set(ratioCodes.codes.subarray(0, ratioCodes.count))
  }
  room.set(codes, ratioCodes.count)
  return { codes: room, count, days: joined(ratioCodes.days, days) }
}

/** The same pictures behind some squarish ones that are still to come, under their own day. */
export function codesBehind(ratioCodes: RatioCodes, coming: readonly number[], day: string): RatioCodes {
  if (coming.length === 0) return ratioCodes
  const front = appended(noRatios, Uint8Array.from(coming), [{ day, count: coming.length }])
  return appended(front, ratioCodes.codes.subarray(0, ratioCodes.count), ratioCodes.days)
}

/** A strip after pictures went and came. */
export function changed(
  ratioCodes: RatioCodes,
  removed: readonly number[],
  inserted: readonly { place: number; ratio: number; day: string }[],
): RatioCodes {
  const gone = new Set(removed)
  const come = new Map(inserted.map((one) => [one.place, one]))
  const count = ratioCodes.count - removed.length + inserted.length
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
  for (const run of ratioCodes.days)
    for (let at = 0; at < run.count; at += 1, old += 1) {
      if (gone.has(old)) continue
      takeNew()
      codes[place] = ratioCodes.codes[old] ?? 0
      add(run.day)
      place += 1
    }
  takeNew()
  return { codes, count, days }
}

/** How a change of a list looks to what stands in it. */
export const changeOf = (removed: readonly number[], inserted: readonly { place: number }[]): PlaceChange => ({
  removed,
  inserted: inserted.map(({ place }) => place),
})
