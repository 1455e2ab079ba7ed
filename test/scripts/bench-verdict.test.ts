import { describe, expect, it } from 'vitest'
import { inRounds, inTurns, median, noiseOf, ratiosOf, verdictOf } from '../bench/support/measure.ts'
import { lineOf, linesOf } from '../bench/support/table.ts'

const row = { work: 'a step', beside: 'an overwrite', detail: '2 ms beside 1 ms' }
const atMost = (bound: number) => ({ atMost: bound })

describe('a row of the benchmarks', () => {
  it('is met or missed where its rounds lie closer together than it lies to its goal', () => {
    const rounds = [1.1, 1.12, 1.14, 1.16]
    expect(verdictOf({ ratio: 1.13, rounds, goal: atMost(1.3) })).toBe('met')
    expect(verdictOf({ ratio: 1.13, rounds, goal: atMost(1) })).toBe('missed')
    expect(verdictOf({ ratio: 1.13, rounds, goal: { atLeast: 1 } })).toBe('met')
    expect(verdictOf({ ratio: 1.13, rounds, goal: { atLeast: 1.3 } })).toBe('missed')
  })

  it('is undecided where they lie further apart, on either side of the goal', () => {
    const rounds = [0.9, 1.1, 1.3, 1.5]
    expect(verdictOf({ ratio: 1.2, rounds, goal: atMost(1.3) })).toBe('undecided')
    expect(verdictOf({ ratio: 1.2, rounds, goal: atMost(1.1) })).toBe('undecided')
  })

  it('is undecided after so few rounds that nothing is known of its noise, however far the goal is', () => {
    expect(verdictOf({ ratio: 0.1, rounds: [0.1], goal: atMost(1) })).toBe('undecided')
    expect(verdictOf({ ratio: 0.1, rounds: [0.1, 0.1], goal: atMost(1) })).toBe('undecided')
    expect(verdictOf({ ratio: 0.1, rounds: [0.1, 0.1, 0.1], goal: atMost(1) })).toBe('met')
  })

  it('is undecided where something came to no number', () => {
    expect(verdictOf({ ratio: 0.1, rounds: [0.1, Number.NaN, 0.1], goal: atMost(1) })).toBe('undecided')
    expect(verdictOf({ ratio: Number.NaN, rounds: 'counted', goal: atMost(1) })).toBe('undecided')
  })

  it('is decided by what is counted, up to the goal itself', () => {
    expect(verdictOf({ ratio: 1, rounds: 'counted', goal: { atLeast: 1 } })).toBe('met')
    expect(verdictOf({ ratio: 1.01, rounds: 'counted', goal: atMost(1) })).toBe('missed')
  })

  it('says its noise: the range of the middle half of its rounds', () => {
    expect(noiseOf({ rounds: [1, 9, 2, 3, 4] })).toBe(2)
    expect(noiseOf({ rounds: [1, 2, 3] })).toBe(1)
    const rounds = [1, 1.5, 2, 2.5, 9]
    expect(lineOf({ ...row, ratio: 2, rounds, goal: atMost(2.8) })).toBe(
      '| a step | an overwrite | 2.00 | 1.00 | ≤ 2.8 | **undecided**: 2 ms beside 1 ms |',
    )
    expect(lineOf({ ...row, ratio: 2, rounds, goal: atMost(4) })).toBe(
      '| a step | an overwrite | 2.00 | 1.00 | ≤ 4 | met: 2 ms beside 1 ms |',
    )
    expect(lineOf({ ...row, ratio: 2, rounds: [2], goal: null })).toBe(
      '| a step | an overwrite | 2.00 | one round | – | printed: 2 ms beside 1 ms |',
    )
  })
})

describe('rounds of the benchmarks', () => {
  it('begin with another of those that take turns each time', async () => {
    const order: string[] = []
    const works = {
      own: async () => order.push('own'),
      others: async () => order.push('others'),
    }
    const { own } = await inTurns(3, works)
    expect(order).toEqual(['own', 'others', 'others', 'own', 'own', 'others'])
    expect(own).toEqual([1, 4, 5])
  })

  it('pair each of ours with the other of its own round', () => {
    expect(ratiosOf([2, 6], [1, 2])).toEqual([2, 3])
    expect(inRounds([1, 1, 9, 4, 4, 4], 2, median)).toEqual([1, 4])
  })

  it('of one that breaks keep no other from its row', async () => {
    const broken = { name: 'broken', run: async () => Promise.reject(new Error('a | b\nmore')) }
    expect(await linesOf(broken, (whole) => whole)).toEqual(['| broken | – | **broke**: a / b | | | |'])
    const absent = { name: 'absent', missing: async () => 'no disk', run: async () => [] }
    expect(await linesOf(absent, (whole) => whole)).toEqual(['| absent | – | not measured: no disk | | | |'])
  })
})
