import { describe, expect, it } from 'vitest'
import { asksCeiling, ceilingOf } from '../../../src/renderer/forms/ceiling.ts'

describe('the most that a person pays where a price cannot be read', () => {
  const quote = { takesCeiling: true, problems: [] }
  const due = { requests: 3, price: 'unknown' as const, credits: null }

  it('is asked for where the service holds the order to it, and nowhere else (M12)', () => {
    expect(asksCeiling(quote, due)).toBe(true)
    expect(asksCeiling({ ...quote, takesCeiling: false }, due)).toBe(false)
    expect(asksCeiling(quote, { ...due, price: 'known', credits: 12 })).toBe(false)
    expect(asksCeiling(quote, { ...due, price: 'unavailable' })).toBe(false)
    expect(asksCeiling(quote, { ...due, requests: 0 })).toBe(false)
    expect(asksCeiling({ ...quote, problems: [{ field: null, message: 'Wrong.' }] }, due)).toBe(false)
  })

  it('is read as people write sums: 1,000 is a thousand (M12)', () => {
    expect(ceilingOf('1,000', 3)).toEqual({ credits: 1000, problem: null })
    expect(ceilingOf(' 12 ', 3)).toEqual({ credits: 12, problem: null })
    expect(ceilingOf('7.5', 3)).toEqual({ credits: 7.5, problem: null })
    expect(ceilingOf('', 3)).toEqual({ credits: null, problem: null })
  })

  it.each(['twelve', '-3', '1,000,00', '10 credits', '2000000000'])(
    '“%s” orders nothing, and is said (M12)',
    (text) => {
      expect(ceilingOf(text, 1)).toEqual({ credits: null, problem: 'Enter a number of credits.' })
    },
  )

  it('is one credit for each request at least, since the service compares whole ones (M12)', () => {
    expect(ceilingOf('2', 3)).toEqual({ credits: null, problem: 'Enter 3 or more: 1 credit per request.' })
    expect(ceilingOf('0', 1)).toEqual({ credits: null, problem: 'Enter 1 credit or more.' })
    expect(ceilingOf('3', 3).credits).toBe(3)
  })
})
