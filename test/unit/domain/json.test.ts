import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, type Json, json } from '../../../src/domain/json.ts'

/** Without `__proto__`, which is left out of the copy and has a test of its own. */
const jsonValues = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__')) as fc.Arbitrary<Json>
/** What JSON can say, with something in it that it cannot. */
const oddities = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
  withUnicodeString: true,
})
const turned = (value: Json): Json =>
  typeof value !== 'object' || value === null
    ? value
    : Array.isArray(value)
      ? value.map(turned)
      : Object.fromEntries(
          Object.entries(value)
            .map(([k, v]) => [k, turned(v)] as const)
            .reverse(),
        )

describe('canonical JSON', () => {
  it('is the same text for the same value in any order of keys (O53, A17)', () => {
    fc.assert(
      fc.property(jsonValues, (value) => {
        expect(canonicalJson(turned(value))).toBe(canonicalJson(value))
      }),
    )
  })

  it('says the value it was made of (O53)', () => {
    fc.assert(
      fc.property(jsonValues, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('tells different values apart (O54)', () => {
    for (const [a, b] of [
      ['1', 1],
      [
        [1, 2],
        [2, 1],
      ],
      [{ a: null }, {}],
      [{}, []],
      ['a b', 'a  b'],
    ] as [Json, Json][])
      expect(canonicalJson(a)).not.toBe(canonicalJson(b))
  })
})

/** As JSON writes and reads it, where that is what was there and no less: nothing is left out, and nothing made null. */
function isSayable(value: unknown): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(JSON.stringify(value)), withoutNegativeZero(value))
  } catch {
    return false
  }
}

/** JSON writes −0 as 0, and both are numbers. */
const withoutNegativeZero = (value: unknown): unknown =>
  Object.is(value, -0)
    ? 0
    : Array.isArray(value)
      ? Array.from(value, withoutNegativeZero)
      : typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
        ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutNegativeZero(member)]))
        : value

describe('JSON that comes over a border', () => {
  it('is exactly what JSON can say (W10)', () => {
    fc.assert(
      fc.property(fc.oneof(jsonValues, oddities), (value) => {
        expect(json.safeParse(value).success).toBe(isSayable(value))
      }),
      { numRuns: 1000 },
    )
  })

  it('comes through as it is, in a copy of its own (W10)', () => {
    fc.assert(
      fc.property(jsonValues, (value) => {
        const read = json.parse(value)
        expect(read).toEqual(value)
        expect(read === value).toBe(typeof value !== 'object' || value === null)
      }),
    )
  })

  it('has no prototype of the page’s (W10)', () => {
    expect(json.parse(JSON.parse('{"__proto__": {"isAdmin": true}, "a": 1}'))).toStrictEqual({ a: 1 })
  })

  it.each([Number.NaN, undefined, 1n, new Uint8Array(1)])(
    'a list of half a million %s is read as far as the first of them, and no further (W10)',
    (leaf) => {
      let reads = 0
      const list = new Proxy(Array(490_000).fill(leaf), {
        get: (target, name) => {
          reads += 1
          return Reflect.get(target, name)
        },
      })
      expect(json.safeParse(list).success).toBe(false)
      expect(json.safeParse([[{ a: list }]]).success).toBe(false)
      expect(reads).toBeLessThan(20)
    },
  )
})
