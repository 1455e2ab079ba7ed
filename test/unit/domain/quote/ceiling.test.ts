import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  agreedMost,
  ceilingShares,
  holdsToNothing,
  isCeilingEnforced,
  quotedAtMost,
  raisedCeiling,
} from '../../../../src/domain/quote/ceiling.ts'
import { receiptOf, skillOrder, t0 } from '../../../support/receipts.ts'

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
const credits = fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents / 100)

describe('a ceiling that a person names for an order (M12)', () => {
  it('is shared so that all together never pass it, and each may take at least its own quote', () => {
    fc.assert(
      fc.property(fc.array(fc.option(credits), { minLength: 1, maxLength: 60 }), credits, (quoted, above) => {
        const known = sum(quoted.map((one) => one ?? 0))
        const shares = ceilingShares(quoted, known + above)
        expect(shares).toHaveLength(quoted.length)
        expect(sum(shares ?? [])).toBeLessThanOrEqual(known + above + 1e-4)
        quoted.forEach((one, index) => {
          expect(shares?.[index]).toBeGreaterThanOrEqual(one ?? 0)
        })
      }),
    )
  })

  it.each<[(number | null)[], number, number[]]>([
    [[5, 5, 5], 15, [5, 5, 5]],
    [[5, 5, 5], 16.5, [5.5, 5.5, 5.5]],
    [[2, 6], 12, [3, 9]],
    [[0, 0], 4, [2, 2]],
    [[null, null, null], 10, [3.333333, 3.333333, 3.333333]],
    [[4, null], 10, [4, 6]],
    [[0.1, 0.2], 0.3, [0.1, 0.2]],
  ])('of %j under %d is %j', (quoted, ceiling, shares) => {
    expect(ceilingShares(quoted, ceiling)).toEqual(shares)
  })

  it('is none where it is below the price, or no amount: nothing is ordered under it', () => {
    expect(ceilingShares([5, 5], 9)).toBeNull()
    for (const odd of [Number.NaN, -1, Number.POSITIVE_INFINITY]) {
      expect(ceilingShares([null], odd)).toBeNull()
      expect(ceilingShares([odd], 9)).toBeNull()
    }
  })
})

it('holds no order to anything with less than a credit for a request whose price is not known (M12)', () => {
  expect(holdsToNothing([null], 0.9)).toBe(true)
  expect(holdsToNothing([null, null, null], 2)).toBe(true)
  expect(holdsToNothing([null, null, null], 3)).toBe(false)
  expect(holdsToNothing([4, null], 4.5)).toBe(true)
  expect(holdsToNothing([0.2], 0.5)).toBe(false)
})

describe('what a person has agreed to pay at most', () => {
  const agreed = (quoted: number | null, ceilingCredits: number | null) =>
    receiptOf({
      quote: { price: quoted === null ? 'unknown' : 'known', credits: quoted, lines: [], pricesReadAtMs: t0 },
      consent: { atMs: t0, credits: quoted, by: 'window', ceilingCredits },
    })

  it('is the price that was shown, never above the ceiling, which stands alone where no price could be read (M12)', () => {
    expect(agreedMost(agreed(8, null))).toBe(8)
    expect(agreedMost(agreed(8, 20))).toBe(8)
    expect(agreedMost(agreed(8, 6))).toBe(6)
    expect(agreedMost(agreed(null, 20))).toBe(20)
    expect(agreedMost(agreed(null, null))).toBeNull()
    expect(quotedAtMost(agreed(8, 20))).toBe(8)
    expect(quotedAtMost(agreed(null, 20))).toBe(20)
  })

  it('rises with what is accepted later, and never sinks', () => {
    expect([raisedCeiling(6, 9), raisedCeiling(9, 6), raisedCeiling(null, 9), raisedCeiling(6, null)]).toEqual([
      9,
      9,
      null,
      6,
    ])
  })

  it('is enforced by the service where the order carries the sum that it checks (O110)', () => {
    const order = (fields: { [name: string]: number | string }) => receiptOf({ order: { ...skillOrder, fields } })
    expect(isCeilingEnforced(order({ confirmedCredits: 12 }))).toBe(true)
    expect(isCeilingEnforced(order({ confirmedCredits: '12' }))).toBe(false)
    expect(isCeilingEnforced(receiptOf())).toBe(false)
  })
})
