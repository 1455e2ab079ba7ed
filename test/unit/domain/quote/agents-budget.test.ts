import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { agentsRefusal } from '../../../../src/domain/quote/agents-budget.ts'

const amount = fc.nat({ max: 10_000 }).map((cents) => cents / 4)
const sum = fc.option(amount)

describe('what agents may spend', () => {
  it('is never passed: an order fits only where all sums are known and it ends within the budget (M13)', () => {
    fc.assert(
      fc.property(amount, sum, sum, sum, (credits, spent, reserved, price) => {
        const refusal = agentsRefusal({ id: 'b', credits }, { spent, reserved }, price)
        const fits = spent !== null && reserved !== null && price !== null && spent + reserved + price <= credits
        expect(refusal === null).toBe(fits)
      }),
    )
  })

  it('is nothing without a budget, and no order is free then (M13)', () => {
    fc.assert(
      fc.property(sum, sum, sum, (spent, reserved, price) => {
        expect(agentsRefusal(null, { spent, reserved }, price)).toMatchObject({ which: 'agents', cap: 0, left: 0 })
      }),
    )
  })
})
