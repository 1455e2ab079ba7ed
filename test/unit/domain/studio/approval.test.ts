import { describe, expect, it } from 'vitest'
import { aboveLimit, answerRefusal } from '../../../../src/domain/studio/approval.ts'

describe('what a person may order alone', () => {
  it('is any sum without a limit, and the limit itself; above it, or at a price not known, the order waits', () => {
    expect(aboveLimit('Ann', null, null)).toBeNull()
    expect(aboveLimit('Ann', 50, 50)).toBeNull()
    expect(aboveLimit('Ann', 50, 50.5)).toBe(
      'It costs 50.5 credits as a whole order, and Ann may order for 50 credits at most alone.',
    )
    expect(aboveLimit('Ann', 50, null)).toMatch(/^Its price is not known as a whole order/)
    expect(aboveLimit('Ann', 0, 0)).toBeNull()
    expect(aboveLimit('Ann', 50, Number.NaN)).not.toBeNull()
  })

  it('one answers for one’s own orders, leads for everybody’s; what needs approval is approved by another lead alone', () => {
    const may = (role: 'designer' | 'lead' | 'admin', isOwn: boolean, approves: boolean) =>
      answerRefusal({ role, isOwn }, approves) === null
    expect([may('designer', true, false), may('designer', false, false)]).toEqual([true, false])
    expect([may('designer', true, true), may('designer', false, true)]).toEqual([false, false])
    for (const role of ['lead', 'admin'] as const)
      expect([may(role, true, false), may(role, false, false), may(role, false, true), may(role, true, true)]).toEqual([
        true,
        true,
        true,
        false,
      ])
  })
})
