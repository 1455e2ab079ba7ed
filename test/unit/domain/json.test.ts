import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, type Json } from '../../../src/domain/json.ts'

const jsonValues = fc.jsonValue() as fc.Arbitrary<Json>
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
