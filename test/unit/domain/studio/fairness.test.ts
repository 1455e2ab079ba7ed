import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  inTurn,
  mostCredit,
  placeOf,
  placeOfTurn,
  toTakeUp,
  turnNow,
  turnToBegin,
} from '../../../../src/domain/studio/fairness.ts'

interface Asked {
  id: string
  person: string
  place: string
  /** `held`: asks somebody something. */
  is: 'waiting' | 'held'
}

/** A studio's queue as its tables hold it: requests with a place among their person's, and one turn for each person. */
class Queue {
  readonly #turns = new Map<string, number>()
  readonly #numbers = new Map<string, number>()
  readonly open: Asked[] = []
  readonly sent: string[] = []
  #seq = 0

  get #highest(): number | null {
    return this.#turns.size === 0 ? null : Math.max(...this.#turns.values())
  }

  waits(person: string): boolean {
    return this.open.some((one) => one.person === person && one.is === 'waiting')
  }

  #begin(person: string): void {
    const turns = [...this.#turns].flatMap(([who, turn]) => (this.waits(who) ? turn : []))
    const turn = turnToBegin(turns.length === 0 ? null : Math.min(...turns), this.#highest)
    this.#turns.set(person, Math.max(this.#turns.get(person) ?? turn, turn))
  }

  order(person: string, count: number, is: Asked['is'] = 'waiting'): void {
    if (is === 'waiting') this.#begin(person)
    for (let n = 0; n < count; n += 1) {
      this.#seq += 1
      const number = (this.#numbers.get(person) ?? -1) + 1
      this.#numbers.set(person, number)
      this.open.push({ id: `${person}${number}`, person, place: placeOf(number, this.#seq), is })
    }
  }

  /** Approved, or tried again, or its price accepted. */
  release(one: Asked): void {
    this.#begin(one.person)
    one.is = 'waiting'
  }

  inOrder(): { id: string; person: string }[] {
    const counts = new Map<string, number>()
    const waiting = this.open
      .filter(({ is }) => is === 'waiting')
      .toSorted((a, b) => (a.place < b.place ? -1 : 1))
      .map(({ id, person, place }) => {
        const nth = counts.get(person) ?? 0
        counts.set(person, nth + 1)
        return { id, person, place, nth, turn: this.#turns.get(person) ?? null }
      })
    return inTurn(waiting, this.#highest, 1)
  }

  take(id: string): void {
    this.open.splice(
      this.open.findIndex((one) => one.id === id),
      1,
    )
  }

  /** @param ahead how many that come before it are passed over: another worker has them, say */
  send(ahead = 0): string | null {
    const order = this.inOrder()
    const next = order[Math.min(ahead, order.length - 1)]
    if (!next) return null
    this.take(next.id)
    this.#turns.set(next.person, turnNow(this.#turns.get(next.person) ?? null, this.#highest) + 1)
    this.sent.push(next.person)
    return next.person
  }
}

const names = ['a', 'b', 'c', 'd']

type Act =
  | { do: 'order'; person: string; count: number; isHeld: boolean }
  | { do: 'release' | 'hold' | 'cancel'; person: string; count: number }
  | { do: 'send'; count: number; ahead: number }

const person = fc.constantFrom(...names)
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('order' as const),
      person,
      count: fc.integer({ min: 1, max: 60 }),
      isHeld: fc.boolean(),
    }),
    fc.record({
      do: fc.constantFrom('release' as const, 'hold' as const, 'cancel' as const),
      person,
      count: fc.integer({ min: 1, max: 60 }),
    }),
    fc.record({ do: fc.constant('send' as const), count: fc.integer({ min: 1, max: 40 }), ahead: fc.constant(0) }),
    fc.record({
      do: fc.constant('send' as const),
      count: fc.integer({ min: 1, max: 40 }),
      ahead: fc.integer({ min: 0, max: 3 }),
    }),
  ),
  { minLength: 4, maxLength: 40 },
)

/** Carries acts out, and counts how often each one is passed by each other while something of theirs may be sent. */
function mostPassed(all: readonly Act[]): number {
  const queue = new Queue()
  const passed = new Map<string, number>()
  let most = 0
  const sent = (by: string): void => {
    for (const name of names) {
      passed.delete(`${by} ${name}`)
      if (name === by || !queue.waits(name)) continue
      const times = (passed.get(`${name} ${by}`) ?? 0) + 1
      passed.set(`${name} ${by}`, times)
      most = Math.max(most, times)
    }
  }
  const some = (who: string, is: Asked['is'], count: number): Asked[] =>
    queue.open.filter((one) => one.person === who && one.is === is).slice(0, count)
  for (const act of all) {
    if (act.do === 'order') queue.order(act.person, act.count, act.isHeld ? 'held' : 'waiting')
    else if (act.do === 'release') for (const one of some(act.person, 'held', act.count)) queue.release(one)
    else if (act.do === 'hold') for (const one of some(act.person, 'waiting', act.count)) one.is = 'held'
    else if (act.do === 'cancel') for (const { id } of some(act.person, 'waiting', act.count)) queue.take(id)
    else if (act.do === 'send')
      for (let n = 0; n < act.count; n += 1) {
        // Every other one: nothing can be promised to somebody who is passed over each time.
        const by = queue.send(n % 2 === 1 ? act.ahead : 0)
        if (by !== null) sent(by)
      }
    for (const name of names) if (!queue.waits(name)) for (const other of names) passed.delete(`${name} ${other}`)
  }
  return most
}

describe('turns by a virtual time per person', () => {
  it('a thousand files of one person hold each of eleven others up by no more than eleven', () => {
    const queue = new Queue()
    queue.order('a', 1000)
    for (let n = 0; n < 400; n += 1) queue.send()
    const others = Array.from({ length: 11 }, (_, n) => `p${n}`)
    for (const other of others) queue.order(other, 1)
    for (let n = 0; n < 12; n += 1) queue.send()
    expect(queue.sent.slice(400).filter((who) => who !== 'a')).toHaveLength(11)
  })

  it('between two sends of one person any other sends at most a few times, whatever is ordered, approved, held, taken out and sent meanwhile', () => {
    fc.assert(
      fc.property(acts, (all) => {
        const inOrder = all.every((act) => act.do !== 'send' || act.ahead === 0)
        expect(mostPassed(all)).toBeLessThanOrEqual(inOrder ? 2 : 6)
      }),
      { numRuns: 2000 },
    )
  })

  it('whoever comes to a queue of others is behind none of them by more than one each, however that queue came about', () => {
    fc.assert(
      fc.property(acts, fc.integer({ min: 1, max: 5 }), (all, count) => {
        const queue = new Queue()
        for (const act of all) {
          if (act.do === 'order') queue.order(act.person, act.count, act.isHeld ? 'held' : 'waiting')
          if (act.do === 'send') for (let n = 0; n < act.count; n += 1) queue.send()
          if (act.do === 'release') for (const one of queue.open) if (one.is === 'held') queue.release(one)
        }
        queue.order('new', count)
        const order = queue.inOrder().map((one) => one.person)
        for (let n = 1; n <= count; n += 1) {
          const before = order.slice(
            0,
            order.findIndex(
              (who, at) => who === 'new' && order.slice(0, at + 1).filter((one) => one === 'new').length === n,
            ),
          )
          for (const name of names) expect(before.filter((who) => who === name).length).toBeLessThanOrEqual(n)
        }
      }),
    )
  })

  it('what is approved late, or tried again, comes no sooner than what another orders then (3)', () => {
    const queue = new Queue()
    queue.order('dora', 40, 'held')
    queue.order('ann', 151)
    for (const one of queue.open) one.is = 'held'
    queue.order('cleo', 300)
    for (let n = 0; n < 271; n += 1) queue.send()
    for (const one of queue.open.filter(({ is }) => is === 'held')) queue.release(one)
    queue.order('ben', 1)
    const sent = Array.from({ length: 4 }, () => queue.send())
    expect(sent.toSorted()).toEqual(['ann', 'ben', 'cleo', 'dora'])
  })

  it('the time does not run ahead where one is sent out of order, and what nobody can send does not hold it', () => {
    const queue = new Queue()
    queue.order('a', 200)
    for (let n = 0; n < 60; n += 1) queue.send(30)
    queue.order('b', 1)
    expect([queue.send(), queue.send()]).toContain('b')
    expect(turnNow(3, 500)).toBe(500 - mostCredit)
    expect(turnToBegin(3, 500)).toBe(500 - mostCredit)
    expect(turnToBegin(null, 500)).toBe(500)
    expect(turnToBegin(null, null)).toBe(0)
  })

  it('nobody saves turns up by not ordering', () => {
    const queue = new Queue()
    queue.order('a', 1)
    queue.send()
    queue.order('b', 500)
    for (let n = 0; n < 300; n += 1) queue.send()
    queue.order('a', 200)
    const next = Array.from({ length: 20 }, () => queue.send())
    expect(next.filter((who) => who === 'a').length).toBeLessThanOrEqual(11)
  })

  it('a worker counts its share: of a person’s others just as many lie between', () => {
    const of = (who: string, nth: number, turn: number) => ({ id: `${who}${nth}`, place: placeOf(nth, 1), nth, turn })
    const order = inTurn([of('a', 0, 10), of('a', 1, 10), of('a', 2, 10), of('b', 0, 13)], 13, 0.5)
    expect(order.map(({ id, at }) => [id, at])).toEqual([
      ['a0', 10],
      ['a1', 12],
      ['b0', 13],
      ['a2', 14],
    ])
    expect(toTakeUp(order, 1, 9).map(({ id }) => id)).toEqual(['a0', 'b0'])
  })

  it('one person’s requests keep the order in which they were ordered', () => {
    const figure = fc.integer({ min: 0, max: 1e9 })
    fc.assert(
      fc.property(figure, figure, figure, figure, (a, b, m, n) => {
        const [left, right] = [placeOf(a, m), placeOf(b, n)]
        expect(Math.sign(left < right ? -1 : left > right ? 1 : 0)).toBe(Math.sign(a - b || m - n))
        const [first, second] = [
          placeOfTurn({ at: a, place: placeOf(m, 1) }),
          placeOfTurn({ at: b, place: placeOf(n, 1) }),
        ]
        expect(Math.sign(first < second ? -1 : first > second ? 1 : 0)).toBe(Math.sign(a - b || m - n))
      }),
    )
  })
})
