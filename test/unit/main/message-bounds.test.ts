import v8 from 'node:v8'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { isShortEnough, weightOf } from '../../../src/main/message-bounds.ts'

it('a message larger than any of ours is counted before its form reads it, whatever it refers to how often (W10)', () => {
  const circle: unknown[] = []
  circle.push(circle)
  const doubled = Array.from({ length: 40 }).reduce<unknown>((inner) => [inner, inner], 0)
  for (const [what, message] of Object.entries({
    circle,
    doubled,
    deep: Array.from({ length: 201 }).reduce<unknown>((inner) => ({ inner }), 0),
    manyBytes: { value: new Uint8Array(500_001) },
    longList: new Array(1_000_000_000),
    manyMembers: { value: Array(500_001).fill(0) },
    longText: { value: 'a'.repeat(20_000_001) },
    manyTexts: Array(100).fill('a'.repeat(250_000)),
  }))
    expect(weightOf(message), what).toBe(null)
})

it('what the longest forms hold is let through (W10)', () => {
  const of = { list: 'l', revision: 0, ranges: Array.from({ length: 10_000 }, (_, n) => [n, n + 1]) }
  for (const message of [
    undefined,
    null,
    'a',
    { of },
    { name: 'a', base64: 'a'.repeat(16_000_000) },
    Array.from({ length: 199 }).reduce<unknown>((inner) => [inner], 0),
    new Uint8Array(9),
  ])
    expect(weightOf(message)).not.toBe(null)
})

it('what no form of ours has is refused without a look into it, however it was cloned (W10)', () => {
  for (const object of [
    Object('a'),
    Object(1),
    Object(true),
    Object(1n),
    new Date(0),
    /a/,
    new Map([[1, 1]]),
    new Set([1]),
    new ArrayBuffer(1),
    new Error('a'),
  ])
    expect(weightOf({ value: v8.deserialize(v8.serialize(object)) }), String(object)).toBe(null)
  for (const message of [{ value: [{}] }, Object.assign(Object.create(null), { value: 1 })])
    expect(weightOf(message)).not.toBe(null)
})

it('a long text as an object is refused as fast as anything else (W10)', () => {
  const message = v8.deserialize(v8.serialize({ text: Object('x'.repeat(4_000_000)) }))
  const before = performance.now()
  expect(weightOf(message)).toBe(null)
  expect(performance.now() - before).toBeLessThan(500)
})

it('a list that is longer than its form takes is refused before one part of it is read (W4)', () => {
  let read = 0
  const part = z.string().refine(() => {
    read += 1
    return true
  })
  const form = z.object({
    of: z.union([z.object({ ids: z.array(part).max(3).optional() }), z.object({ list: z.string() })]),
  })
  const lists = [['a', 'b', 'c'], Array.from({ length: 4 }, () => 'a')]
  expect(lists.map((ids) => isShortEnough(form, { of: { ids } }))).toEqual([true, false])
  const own = z.object({ of: z.record(z.string(), z.array(part).max(3).nullable()) })
  expect(lists.map((ids) => isShortEnough(own, { of: { a: ids, b: null } }))).toEqual([true, false])
  expect(isShortEnough(own, { of: 7 })).toBe(true)
  expect(read).toBe(0)
})
