import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeOfTurn, turnsFor } from '../../../../src/domain/studio/fairness.ts'

interface Ordered {
  person: string
  turn: number
  place: string
}

/** Everybody's orders one after the other, and between them so many served as the orders say. */
function served(orders: { person: string; count: number; servedBefore: number }[]): Ordered[] {
  const last = new Map<string, number>()
  const done: Ordered[] = []
  let waiting: Ordered[] = []
  let [now, seq] = [0, 0]
  const serve = (): void => {
    waiting = waiting.sort((a, b) => (a.place < b.place ? -1 : 1))
    const next = waiting.shift()
    if (!next) return
    now = Math.max(now, next.turn)
    done.push(next)
  }
  for (const { person, count, servedBefore } of orders) {
    for (let n = 0; n < servedBefore; n += 1) serve()
    for (const turn of turnsFor(count, now, last.get(person) ?? null)) {
      seq += 1
      last.set(person, turn)
      waiting.push({ person, turn, place: placeOfTurn(turn, seq) })
    }
  }
  while (waiting.length > 0) serve()
  return done
}

describe('turns by a virtual time per person', () => {
  it('a thousand files of one person hold each of eleven others up by no more than eleven', () => {
    const others = Array.from({ length: 11 }, (_, n) => ({ person: `p${n}`, count: 1, servedBefore: 0 }))
    const done = served([{ person: 'a', count: 1000, servedBefore: 0 }, ...others])
    const places = others.map(({ person }) => done.findIndex((one) => one.person === person))
    expect(Math.max(...places)).toBeLessThanOrEqual(11)
    expect(done).toHaveLength(1011)
  })

  it('also where they come in the middle of it', () => {
    const others = Array.from({ length: 11 }, (_, n) => ({
      person: `p${n}`,
      count: 1,
      servedBefore: n === 0 ? 400 : 0,
    }))
    const done = served([{ person: 'a', count: 1000, servedBefore: 0 }, ...others])
    const waited = others.map(({ person }) => done.findIndex((one) => one.person === person) - 400)
    expect(Math.max(...waited)).toBeLessThanOrEqual(12)
  })

  const orders = fc.array(
    fc.record({
      person: fc.constantFrom('a', 'b', 'c'),
      count: fc.integer({ min: 1, max: 20 }),
      servedBefore: fc.integer({ min: 0, max: 15 }),
    }),
    { minLength: 1, maxLength: 12 },
  )

  it('one person’s requests keep the order in which they were ordered, and none is lost', () => {
    fc.assert(
      fc.property(orders, (all) => {
        const done = served(all)
        expect(done).toHaveLength(all.reduce((sum, { count }) => sum + count, 0))
        for (const person of ['a', 'b', 'c']) {
          const turns = done.filter((one) => one.person === person).map(({ turn }) => turn)
          expect(turns).toEqual([...turns].sort((a, b) => a - b))
        }
      }),
    )
  })

  it('between two of one person everybody else who waits is served at most once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 2, max: 60 }), (first, second) => {
        const done = served([
          { person: 'a', count: first, servedBefore: 0 },
          { person: 'b', count: second, servedBefore: 0 },
        ])
        const both = done.slice(0, 2 * Math.min(first, second)).map(({ person }) => person)
        for (let n = 2; n < both.length; n += 1) expect(new Set(both.slice(n - 2, n + 1)).size).toBe(2)
      }),
    )
  })

  it('nobody saves turns up by not ordering', () => {
    expect(turnsFor(2, 500, 3)).toEqual([500, 501])
    expect(turnsFor(2, 500, 700)).toEqual([701, 702])
    expect(turnsFor(1, 0, null)).toEqual([0])
  })

  it('places sort as their turns do, and equal turns as they were ordered', () => {
    const figure = fc.integer({ min: 0, max: 1e9 })
    fc.assert(
      fc.property(figure, figure, figure, figure, (a, b, m, n) => {
        const [left, right] = [placeOfTurn(a, m), placeOfTurn(b, n)]
        expect(Math.sign(left < right ? -1 : left > right ? 1 : 0)).toBe(Math.sign(a - b || m - n))
      }),
    )
  })
})
