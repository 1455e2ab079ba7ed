import { expect, it } from 'vitest'
import { isWithinBounds } from '../../../src/main/message-bounds.ts'

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
    expect(isWithinBounds(message), what).toBe(false)
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
    expect(isWithinBounds(message)).toBe(true)
})
