import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chartOf,
  dayAfter,
  daysOf,
  inWeeks,
  labelledBars,
  ticksFor,
} from '../../../src/renderer/features/ledger/ledger-chart.ts'
import { periodNames, periodOf } from '../../../src/renderer/features/ledger/ledger-period.ts'

const sum = (credits: number) => ({ credits, unknown: 0 })

describe('the ledger’s chart', () => {
  it('has a bar for every day up to today, and keeps the sum whatever is put together', () => {
    const columns = ['a', 'b', 'c', 'd', 'e', 'f'].map((key, i) => ({
      key,
      kind: 'model' as const,
      name: key.toUpperCase(),
      paid: sum(60 - i * 10),
    }))
    const cells = Object.fromEntries(columns.map(({ key, paid }) => [key, paid]))
    const { series, bars, ticks } = chartOf({
      columns,
      days: [{ day: '2026-11-19', cells }],
      period: { from: '2026-11-15', to: '2026-11-30' },
      today: '2026-11-20',
    })
    expect(bars.map(({ day }) => day)).toEqual(daysOf({ from: '2026-11-15', to: '2026-11-20' }))
    expect(series.map(({ name, paid }) => [name, paid])).toEqual([
      ['A', 60],
      ['B', 50],
      ['C', 40],
      ['D', 30],
      ['2 others', 30],
    ])
    expect(bars[4]).toMatchObject({ parts: [60, 50, 40, 30, 30], total: 210 })
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(210)
  })

  it('of a year has a bar a week that ends with the last day, and loses no credit; of fewer days none', () => {
    const bars = daysOf({ from: '2025-11-21', to: '2026-11-20' }).map((day, i) => ({
      day,
      parts: [i, 1],
      total: i + 1,
    }))
    const series = ['a', 'b'].map((key) => ({ key, keys: [key], kind: 'model' as const, name: key, paid: 0 }))
    const weekly = inWeeks({ series, bars, ticks: [0, 1] })
    expect(weekly?.bars.at(-1)).toEqual({ day: '2026-11-14', parts: [2527, 7], total: 2534 })
    expect(weekly?.bars[0]?.day).toBe('2025-11-21')
    expect(weekly?.bars.reduce((sum, { total }) => sum + total, 0)).toBe(
      bars.reduce((sum, { total }) => sum + total, 0),
    )
    expect(weekly?.ticks.at(-1)).toBeGreaterThanOrEqual(2534)
    expect(inWeeks({ series, bars: bars.slice(0, 30), ticks: [0, 1] })).toBeNull()
  })

  it('has round steps that reach the highest bar, never many', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (highest) => {
        const ticks = ticksFor(highest)
        expect(ticks[0]).toBe(0)
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest)
        expect(ticks.length).toBeLessThanOrEqual(6)
      }),
    )
    expect(ticksFor(196)).toEqual([0, 50, 100, 150, 200])
  })

  it('writes the last day, and few others', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (count) => {
        const labelled = labelledBars(count)
        expect(labelled.has(count - 1)).toBe(true)
        expect(labelled.size).toBeLessThanOrEqual(6)
      }),
    )
  })

  it('goes from day to day over months, years and the hours that clocks are changed by', () => {
    expect([dayAfter('2026-12-31'), dayAfter('2028-02-28'), dayAfter('2026-03-28')]).toEqual([
      '2027-01-01',
      '2028-02-29',
      '2026-03-29',
    ])
  })

  it('has periods that end today or with their month', () => {
    const now = new Date(2026, 10, 20, 14).getTime()
    expect(periodNames.map((name) => periodOf(name, now))).toEqual([
      { from: '2026-11-14', to: '2026-11-20' },
      { from: '2026-10-22', to: '2026-11-20' },
      { from: '2026-08-23', to: '2026-11-20' },
      { from: '2026-11-01', to: '2026-11-20' },
      { from: '2026-10-01', to: '2026-10-31' },
      { from: '2025-11-21', to: '2026-11-20' },
    ])
  })
})
