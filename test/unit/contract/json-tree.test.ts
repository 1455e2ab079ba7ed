import { describe, expect, it } from 'vitest'
import { longestDraft } from '../../../src/contract/drafts.ts'
import { calls } from '../../../src/contract/ipc.ts'
import { jsonMembers, jsonTree } from '../../../src/contract/json-tree.ts'
import { isOf } from '../../support/ipc-messages.ts'

const passes = (value: unknown): boolean => isOf(jsonTree, value)

describe('JSON over a border', () => {
  it('is what JSON can say', () => {
    for (const value of [null, true, -1.5, 'x', [], { a: [1, { b: null }] }]) expect(passes(value)).toBe(true)
    for (const value of [undefined, Number.NaN, 1n, new Date(), new Map(), () => 1, { a: undefined }, [Symbol('x')]])
      expect(passes(value)).toBe(false)
  })

  it('is a tree: no circle, and no deeper than can be written', () => {
    const circle: unknown[] = [1]
    circle.push({ again: circle })
    expect(passes(circle)).toBe(false)
    let deep: unknown[] = []
    for (let n = 0; n < 200_000; n += 1) deep = [deep]
    expect(passes(deep)).toBe(false)
    expect(calls['drafts.save'].input.safeParse({ form: 'create', value: circle }).success).toBe(false)
  })
})

it('many thousands of members that are wrong are looked at as far as the first of them (W10)', () => {
  let reads = 0
  for (const [name, value] of [
    ['k', undefined],
    ['k', Number.NaN],
    ['k'.repeat(81), 1],
  ] as const) {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`${name}${n}`, value]))
    const counted = new Proxy(many, {
      get: (target, key) => {
        reads += 1
        return Reflect.get(target, key)
      },
    })
    const read = jsonMembers(80).safeParse(counted)
    expect(read.error?.issues).toHaveLength(1)
  }
  expect(reads).toBeLessThan(1100)
  expect(jsonMembers(80).safeParse({ ['k'.repeat(80)]: [null] }).success).toBe(true)
  for (const none of [[], 'k', null, 1]) expect(jsonMembers(80).safeParse(none).success).toBe(false)
})

it('a form is kept up to a length, and one of many prompts up to that of a file of presets', () => {
  const { input } = calls['drafts.save']
  const fits = (form: string, length: number) => input.safeParse({ form, value: 'x'.repeat(length - 2) }).success
  expect([fits('copies', longestDraft), fits('copies', longestDraft + 1)]).toEqual([true, false])
  expect([fits('create', 16_000_000), fits('create', 16_000_001)]).toEqual([true, false])
  expect(input.safeParse({ form: 'x'.repeat(81), value: 1 }).success).toBe(false)
})
