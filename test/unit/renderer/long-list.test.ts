import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canvasCap, isStuck, moved, realFor } from '../../../src/renderer/features/library/long-scroll.ts'
import { ItemCache } from '../../../src/renderer/grid/item-cache.ts'
import {
  countOf,
  has,
  plus,
  type Ranges,
  rangesAfter,
  shiftedPlace,
  span,
  toggled,
} from '../../../src/renderer/grid/ranges.ts'
import { appended, changed, codesBehind, noRatios } from '../../../src/renderer/grid/ratio-codes.ts'

const placesOf = (ranges: Ranges): number[] =>
  ranges.flatMap(([from, end]) => Array.from({ length: end - from }, (_, at) => from + at))

describe('chosen places', () => {
  const places = fc.uniqueArray(fc.nat({ max: 60 }), { maxLength: 30 })
  const rangesOf = (all: number[]): Ranges => all.reduce<Ranges>((ranges, at) => plus(ranges, span(at, at)), [])

  it('are the same as a set of numbers, however they were chosen', () => {
    fc.assert(
      fc.property(places, fc.array(fc.nat({ max: 60 }), { maxLength: 30 }), (start, turns) => {
        const set = new Set(start)
        let ranges = rangesOf(start)
        for (const place of turns) {
          if (set.has(place)) set.delete(place)
          else set.add(place)
          ranges = toggled(ranges, place)
        }
        expect(placesOf(ranges)).toEqual([...set].sort((a, b) => a - b))
        expect(countOf(ranges)).toBe(set.size)
        for (let place = 0; place <= 61; place += 1) expect(has(ranges, place)).toBe(set.has(place))
      }),
    )
  })

  it('follow their pictures when others come and go', () => {
    fc.assert(
      fc.property(places, places, fc.array(fc.nat({ max: 60 }), { maxLength: 10 }), (chosen, gone, where) => {
        const before = Array.from({ length: 61 }, (_, at) => `old ${at}`)
        const removed = gone.sort((a, b) => a - b)
        const after = before.filter((_, at) => !gone.includes(at))
        for (const [n, at] of where.entries()) after.splice(Math.min(at, after.length), 0, `new ${n}`)
        const inserted = after.flatMap((name, at) => (name.startsWith('new') ? [at] : []))
        const change = { removed, inserted }
        const wanted = chosen.flatMap((at) => (gone.includes(at) ? [] : [after.indexOf(`old ${at}`)]))
        expect(placesOf(rangesAfter(rangesOf(chosen), change))).toEqual(wanted.sort((a, b) => a - b))
        for (let at = 0; at < 61; at += 1) {
          const now = after.indexOf(`old ${at}`)
          expect(shiftedPlace(at, change)).toBe(now < 0 ? null : now)
        }
      }),
    )
  })
})

describe('a strip of pictures', () => {
  it('after a change is as if it had been read anew', () => {
    const days = fc.array(fc.record({ code: fc.nat({ max: 255 }), day: fc.constantFrom('a', 'b', 'c') }), {
      maxLength: 60,
    })
    const made = (all: { code: number; day: string }[]) =>
      all.reduce(
        (ratioCodes, { code, day }) => appended(ratioCodes, Uint8Array.of(code), [{ day, count: 1 }]),
        noRatios,
      )
    fc.assert(
      fc.property(days, days, fc.nat(), (before, come, seed) => {
        const removed = before.flatMap((_, at) => ((at * 7 + seed) % 3 === 0 ? [at] : []))
        const after = before.filter((_, at) => !removed.includes(at))
        const placed = come.map((one, n) => ({ one, at: (n * 13 + seed) % (after.length + 1) }))
        for (const { one, at } of placed) after.splice(at, 0, { ...one, isNew: true } as never)
        const inserted = after.flatMap((one, place) =>
          'isNew' in one ? [{ place, ratio: one.code, day: one.day }] : [],
        )
        const now = changed(made(before), removed, inserted)
        const anew = made(after)
        expect(now.days).toEqual(anew.days)
        expect([...now.codes.subarray(0, now.count)]).toEqual([...anew.codes.subarray(0, anew.count)])
      }),
    )
  })

  it('stands behind what is still to come, under one heading where the day is the same', () => {
    const ratioCodes = appended(noRatios, Uint8Array.of(1, 2), [{ day: 'today', count: 2 }])
    expect(codesBehind(ratioCodes, [9], 'today')).toMatchObject({ count: 3, days: [{ day: 'today', count: 3 }] })
    expect(codesBehind(ratioCodes, [], 'today')).toBe(ratioCodes)
  })
})

describe('things at hand', () => {
  it('are some thousand at most, the oldest go first, and they move with the list', () => {
    const cache = new ItemCache<{ id: string }>(3)
    const of = (...ids: string[]) => ids.map((id) => ({ id }))
    cache.put(0, of('a', 'b'))
    cache.put(10, of('k', 'l'))
    expect(cache.at(0)).toBeUndefined()
    expect(cache.placeOf('a')).toBeUndefined()
    expect(cache.at(11)?.id).toBe('l')
    cache.move({ removed: [1], inserted: [0, 1] })
    expect(cache.placeOf('b')).toBeUndefined()
    expect(cache.at(11)?.id).toBe('k')
    expect(cache.placeOf('l')).toBe(12)
  })
})

describe('a scroller of a height that no browser has', () => {
  const heights = { whole: 160_000_000, canvas: canvasCap(2), view: 850 }

  it('reaches both ends by the bar, at any pixel ratio within the cap', () => {
    for (const ratio of [1, 1.25, 2, 3]) {
      const all = { ...heights, canvas: canvasCap(ratio) }
      expect(all.canvas * ratio).toBeLessThan(33_554_428)
      const end = moved({ top: 0, real: 0 }, all.canvas - all.view, all)
      expect(end.top).toBeCloseTo(all.whole - all.view, 3)
      expect(moved(end, 0, all).top).toBe(0)
    }
  })

  it('moves as far as the wheel turns, and never past an end', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1200, max: 1200 }), { maxLength: 80 }), (turns) => {
        let at = { top: 80_000_000, real: realFor(80_000_000, heights) }
        for (const turn of turns) {
          const next = moved(at, at.real + turn, heights)
          expect(next.top - at.top).toBeCloseTo(turn, 3)
          at = next
        }
      }),
    )
    expect(moved({ top: 100, real: 5000 }, 4000, heights).top).toBe(0)
  })

  it('comes to the very ends in whole steps of a wheel', () => {
    for (const [from, turn, end] of [
      [5000, -100, 0],
      [heights.whole - heights.view - 5000, 100, heights.whole - heights.view],
    ] as const) {
      let at = { top: from, real: Math.round(realFor(from, heights)) }
      for (let turns = 0; turns < 50; turns += 1) {
        const real = Math.min(heights.canvas - heights.view, Math.max(0, at.real + turn))
        at = moved(at, real, heights)
      }
      expect(Math.abs(at.top - end)).toBeLessThan(2)
    }
  })

  it('is set right before the bar runs into an end that is none', () => {
    expect(isStuck({ top: 5000, real: 0 }, heights)).toBe(true)
    expect(isStuck({ top: 0, real: 0 }, heights)).toBe(false)
    expect(isStuck({ top: 1_000_000, real: heights.canvas - heights.view }, heights)).toBe(true)
    for (const top of [0, 1, 12_345, 159_000_000, heights.whole - heights.view])
      expect(isStuck({ top, real: realFor(top, heights) }, heights)).toBe(false)
  })

  it('is a plain one where the height is no more than a browser has', () => {
    const plain = { whole: 5000, canvas: 5000, view: 800 }
    expect(moved({ top: 0, real: 0 }, 4200, plain)).toEqual({ top: 4200, real: 4200 })
    expect(realFor(3000, plain)).toBe(3000)
  })
})
