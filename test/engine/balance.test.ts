import { describe, expect, it } from 'vitest'
import { balanceFrom, readBalance } from '../../src/engine/balance.ts'

const then = Date.UTC(2026, 10, 3, 9)

describe('a balance that an answer told', () => {
  it('is true for its moment, however late it is looked at (O7)', () => {
    const told = balanceFrom({ daily: 20, purchased: 94, unlimited: false }, then)
    expect(told?.asOf).toBe('2026-11-03T09:00:00.000Z')
    expect(readBalance(JSON.stringify(told))).toEqual(told)
  })

  it('has daily credits apart from purchased ones, which alone a key can spend (O8)', () => {
    expect(balanceFrom({ daily: 20, purchased: 94, unlimited: true }, then)).toMatchObject({
      purchased: 94,
      daily: 20,
      unlimited: true,
    })
    expect(balanceFrom({ daily: 20 }, then)).toMatchObject({ purchased: null, daily: 20, unlimited: false })
  })

  it.each([null, 'many', 7, { purchased: 'ninety' }])('is none where %j stands in its place', (credits) => {
    expect(balanceFrom(credits, then)).toBeNull()
  })
})
