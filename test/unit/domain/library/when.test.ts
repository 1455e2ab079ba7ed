import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayKey } from '../../../../src/domain/day.ts'
import { months, spanOf, weekdays } from '../../../../src/domain/library/when.ts'

/** First and last day. */
const days = (words: string, now: number): string[] | null => {
  const span = spanOf(words, now)
  return span && [dayKey(span.sinceMs), dayKey(span.untilMs - 1)]
}
// A Wednesday.
const now = new Date(2026, 10, 25, 13, 30).getTime()

describe('words of a time', () => {
  it('mean days of the calendar of this computer', () => {
    expect(days('today', now)).toEqual(['2026-11-25', '2026-11-25'])
    expect(days('yesterday', now)).toEqual(['2026-11-24', '2026-11-24'])
    expect(days('this week', now)).toEqual(['2026-11-23', '2026-11-29'])
    expect(days('last week', now)).toEqual(['2026-11-16', '2026-11-22'])
    expect(days('last month', now)).toEqual(['2026-10-01', '2026-10-31'])
    expect(days('this year', now)).toEqual(['2026-01-01', '2026-12-31'])
    expect(days('last 7 days', now)).toEqual(['2026-11-19', '2026-11-25'])
    expect(days('last tuesday', now)).toEqual(['2026-11-24', '2026-11-24'])
    expect(days('last wednesday', now)).toEqual(['2026-11-18', '2026-11-18'])
    expect(days('october', now)).toEqual(['2026-10-01', '2026-10-31'])
    expect(days('november', now)).toEqual(['2026-11-01', '2026-11-30'])
    expect(days('last november', now)).toEqual(['2025-11-01', '2025-11-30'])
    expect(days('december', now)).toEqual(['2025-12-01', '2025-12-31'])
    expect(days('february 2024', now)).toEqual(['2024-02-01', '2024-02-29'])
    expect(days('2026-11-20', now)).toEqual(['2026-11-20', '2026-11-20'])
    expect(days('2026-02', now)).toEqual(['2026-02-01', '2026-02-28'])
    for (const words of ['', 'soon', 'last', 'last soon', '2026-02-30', '2026-00', 'last 0'])
      expect(spanOf(words, now)).toBeNull()
  })

  it('begin and end at midnight, whatever the clock did in between, and in their order', () => {
    const words = fc.oneof(
      fc.constantFrom(
        'today',
        'yesterday',
        'this week',
        'last week',
        'this month',
        'last month',
        'this year',
        'last year',
      ),
      fc.constantFrom(...weekdays).map((day) => `last ${day}`),
      fc.constantFrom(...months),
      fc.integer({ min: 1, max: 900 }).map((count) => `last ${count} days`),
    )
    const moment = fc.date({ min: new Date(1990, 0, 1), max: new Date(2090, 0, 1), noInvalidDate: true })
    fc.assert(
      fc.property(words, moment, (asked, at) => {
        const span = spanOf(asked, at.getTime())
        if (span === null) throw new Error(asked)
        for (const edge of [span.sinceMs, span.untilMs]) {
          const midnight = new Date(edge)
          expect([midnight.getHours(), midnight.getMinutes()], `${asked} at ${at}`).toEqual([0, 0])
        }
        expect(span.sinceMs).toBeLessThan(span.untilMs)
        if (asked.startsWith('last ') && !asked.endsWith('days')) expect(span.untilMs).toBeLessThanOrEqual(at.getTime())
        else if (asked !== 'yesterday') expect(span.sinceMs).toBeLessThanOrEqual(at.getTime())
      }),
    )
  })
})
