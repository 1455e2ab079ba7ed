import { describe, expect, it } from 'vitest'
import {
  asOf,
  asOfWithAge,
  bytes,
  bytesText,
  clock,
  clockSeconds,
  creditWords,
  dateShort,
  dayKey,
  dayShort,
  dayWords,
  dimensions,
  durationText,
  figure,
  list,
  madeAt,
  priceAge,
  refundFigure,
  shortHash,
  zone,
} from '../../../src/renderer/format/format.ts'

describe('credits', () => {
  it('groups thousands and keeps fractions the service charged', () => {
    expect(figure(1284)).toBe('1,284')
    expect(figure(0.5)).toBe('0.5')
    expect(creditWords(1)).toBe('1 credit')
    expect(creditWords(24)).toBe('24 credits')
  })

  it('never shows a small price as nothing, down to the last place that sums keep (O2)', () => {
    expect(figure(0.004)).toBe('0.004')
    expect(figure(1.000001)).toBe('1.000001')
    expect(creditWords(0.004)).toBe('0.004 credits')
    expect(figure(0.1 + 0.2)).toBe('0.3')
  })

  it('writes what came back with a true minus, whichever sign it came with', () => {
    expect(refundFigure(15)).toBe('−15')
    expect(refundFigure(-15)).toBe('−15')
    expect(refundFigure(0)).toBe('0')
  })
})

describe('times', () => {
  it('are local and of 24 hours, midnight included', () => {
    expect(clock(new Date(2026, 10, 20, 14, 2).getTime())).toBe('14:02')
    expect(clock(new Date(2026, 10, 20, 0, 5).getTime())).toBe('00:05')
  })

  it('what was said on another day is dated, and how long ago is told of today alone (O7)', () => {
    const friday = new Date(2026, 10, 20, 17, 40)
    expect(asOf(friday.getTime(), new Date(2026, 10, 20, 23, 59).getTime())).toBe('17:40')
    expect(asOf(friday.toISOString(), new Date(2026, 10, 23, 9).getTime())).toBe('20 Nov 2026, 17:40')
    expect(asOfWithAge(friday.toISOString(), new Date(2026, 10, 20, 17, 45).getTime())).toBe('17:40, 5 min ago')
    expect(asOfWithAge(friday.toISOString(), friday.getTime())).toBe('17:40')
    expect(asOfWithAge(friday.toISOString(), new Date(2026, 10, 21, 0, 5).getTime())).toBe('20 Nov 2026, 17:40')
  })

  it('says how old a price is, and nothing of one that is of now (M2)', () => {
    const friday = new Date(2026, 10, 20, 17, 40)
    const [readAt, at] = [friday.toISOString(), friday.getTime()]
    expect([0, 30_000, 60_000].map((age) => priceAge(readAt, at + age))).toEqual([null, null, null])
    expect(priceAge(readAt, at - 3_600_000)).toBeNull()
    expect(priceAge(readAt, new Date(2026, 10, 20, 17, 45).getTime())).toBe('price of 17:40, 5 min ago')
    expect(priceAge(readAt, new Date(2026, 10, 21, 0, 5).getTime())).toBe('price of 20 Nov 2026, 17:40')
  })

  it('a span reads as one would say it', () => {
    expect(durationText(31.4)).toBe('31 s')
    expect(durationText(130)).toBe('2:10')
    expect(durationText(3849)).toBe('1:04:09')
    expect(durationText(-4)).toBe('0 s')
  })

  it('a day is named by its distance, across the change of a month and of a year', () => {
    const now = new Date(2026, 0, 1, 9).getTime()
    const day = (daysAgo: number): string => dayKey(now - daysAgo * 86_400_000)
    expect(dayWords(day(0), now)).toEqual({ title: 'Today', date: '1 January' })
    expect(dayWords(day(1), now)).toEqual({ title: 'Yesterday', date: '31 December' })
    expect(dayWords(day(3), now)).toEqual({ title: 'Monday', date: '29 December' })
    expect(dayWords(day(40), now)).toEqual({ title: '22 November 2025', date: null })
  })
})

describe('sizes and words', () => {
  it('gives bytes in the units of a file manager', () => {
    expect(bytes(999)).toBe('999 B')
    expect(bytes(4_100_000)).toBe('4.1 MB')
    expect(bytes(123_456_789)).toBe('123 MB')
  })

  it('says nothing about dimensions of which one side is not known', () => {
    expect(dimensions(5144, 3480)).toBe('5,144 × 3,480')
    expect(dimensions(5144, null)).toBeNull()
  })

  it('keeps the ends of a hash', () => {
    expect(shortHash(`9b1f04ce${'0'.repeat(48)}77e2d1a0`)).toBe('9b1f 04ce … 77e2 d1a0')
  })

  it('counts and lists', () => {
    expect(list(['no 4:3', 'no 2K', 'no references'])).toBe('no 4:3, no 2K and no references')
  })
})

describe('what is no figure and no moment (M11)', () => {
  it('is shown as not known, and never throws: no “Invalid time value”, no NaN', () => {
    const odd = [
      Number.NaN,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      1e300,
      -50,
      'yesterday',
      '',
      '+999999-01-01',
    ]
    for (const value of odd) {
      const shown = [clock, clockSeconds, dateShort, zone].map((format) => format(String(value)))
      const dates = [asOf(value, 0), asOfWithAge(String(value), 0), madeAt(String(value), 0), dayShort(String(value))]
      const number = Number(value)
      const figures = [figure(number), creditWords(number), refundFigure(number), durationText(number), bytes(number)]
      const more = [bytesText(number, 5), bytesText(5, number), dimensions(number, number)]
      const words = [...shown, ...dates, ...figures, ...more, dayWords(String(value), 0).title]
      expect(words.join(' ')).not.toMatch(/NaN|Invalid|Infinity|undefined/)
    }
  })
})
