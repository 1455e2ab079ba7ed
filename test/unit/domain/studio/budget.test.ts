import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { budgetRefusal, budgetSentence, byLockOrder, type StudioBudget } from '../../../../src/domain/studio/budget.ts'

const nothing = { spent: 0, inFlight: 0, waiting: 0 }
const studio = (changes: Partial<StudioBudget> = {}): StudioBudget => ({
  scope: 'studio',
  name: '',
  perDay: 100,
  perOrder: null,
  ...changes,
})

describe('budgets of a studio', () => {
  it('what is spent, sent and waiting counts before an order is taken', () => {
    const held = { spent: 50, inFlight: 20, waiting: 20 }
    expect(budgetRefusal([{ ...studio(), held }], 10, 'order')).toBeNull()
    expect(budgetRefusal([{ ...studio(), held }], 11, 'order')?.refusal.left).toBe(10)
  })

  it('just before sending what only waits does not count: the first ones still fit', () => {
    const held = { spent: 50, inFlight: 20, waiting: 500 }
    expect(budgetRefusal([{ ...studio(), held }], 30, 'submit')).toBeNull()
    expect(budgetRefusal([{ ...studio(), held }], 31, 'submit')).not.toBeNull()
  })

  it('each budget that an order touches is asked, and the one it does not fit under is named', () => {
    const person = { scope: 'person' as const, name: 'Mia', perDay: null, perOrder: 20, held: nothing }
    const refused = budgetRefusal([{ ...studio(), held: nothing }, person], 21, 'order')
    expect(refused?.budget).toEqual({ scope: 'person', name: 'Mia' })
    expect(refused === null ? '' : budgetSentence(refused)).toBe(
      'It costs 21 credits. Mia’s own budget is 20 credits with one order. A lead or an administrator can raise it, with “studio budget person Mia”.',
    )
  })

  it('says what is left', () => {
    const refused = budgetRefusal([{ ...studio(), held: { spent: 50, inFlight: 20, waiting: 0 } }], 31, 'order')
    expect(refused === null ? '' : budgetSentence(refused)).toBe(
      'It costs 31 credits. The studio’s budget is 100 credits in 24 hours: 50 spent, 20 reserved for other orders, so 30 are left. A lead or an administrator can raise it, with “studio budget studio”.',
    )
  })

  it('what is not known never fits under a budget, and fits where there is none', () => {
    const unknown = { spent: null, inFlight: 0, waiting: 0 }
    expect(budgetRefusal([{ ...studio(), held: unknown }], 1, 'order')).not.toBeNull()
    expect(budgetRefusal([{ ...studio(), held: nothing }], null, 'order')).not.toBeNull()
    expect(budgetRefusal([{ ...studio({ perDay: null }), held: unknown }], null, 'order')).toBeNull()
  })

  it('orders that are taken one after the other never pass a budget together', () => {
    const credits = fc.integer({ min: 0, max: 60 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), fc.array(credits, { maxLength: 30 }), (perDay, wished) => {
        let waiting = 0
        for (const wish of wished)
          if (budgetRefusal([{ ...studio({ perDay }), held: { ...nothing, waiting } }], wish, 'order') === null)
            waiting += wish
        expect(waiting).toBeLessThanOrEqual(perDay)
      }),
    )
  })

  it('is locked in one order, whichever way it was asked for', () => {
    const one = fc.record({ scope: fc.constantFrom('studio', 'project', 'person'), name: fc.string({ maxLength: 3 }) })
    fc.assert(
      fc.property(fc.array(one), (budgets) => {
        const there = [...budgets].sort(byLockOrder)
        expect([...budgets].reverse().sort(byLockOrder)).toEqual(there)
      }),
    )
  })
})
