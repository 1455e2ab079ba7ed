import { isDay } from '../day.ts'

/** From a moment up to, and not with, another: ms since 1970. */
export interface DateSpan {
  sinceMs: number
  untilMs: number
}

export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
export const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const

/** What a calendar of this computer's zone says, where days have 23 or 25 hours at times. */
type Day = readonly [year: number, month: number, day: number]

const mostDays = 3660

/**
 * The time that some words mean at a moment, in the zone of this computer; null for what means none. A search that is kept
 * keeps the words, so that "last week" stays the week before.
 *
 * `today` · `yesterday` · `this|last week|month|year` · `last N days` · `last tuesday` · `october` (the latest) ·
 * `last october` · `october 2025` · `2026-11-20` · `2026-11`. Weeks begin on Monday.
 */
export function spanOf(words: string, nowMs: number): DateSpan | null {
  const now = new Date(nowMs)
  const [year, month, day]: Day = [now.getFullYear(), now.getMonth(), now.getDate()]
  const days = (from: number, count: number): DateSpan | null =>
    between([year, month, day + from], [year, month, day + from + count])
  if (words === 'today') return days(0, 1)
  if (words === 'yesterday') return days(-1, 1)
  const count = /^last (\d{1,4}) days$/.exec(words)?.[1]
  if (count !== undefined) return days(1 - Math.min(mostDays, Number(count)), Math.min(mostDays, Number(count)))
  const [first = '', second = ''] = words.split(' ')
  const back = first === 'last' ? 1 : 0
  if (first === 'this' || first === 'last') {
    // Monday is the first day.
    if (second === 'week') return days(-((now.getDay() + 6) % 7) - 7 * back, 7)
    if (second === 'month') return between([year, month - back, 1], [year, month - back + 1, 1])
    if (second === 'year') return between([year - back, 0, 1], [year - back + 1, 0, 1])
  }
  const weekday = weekdays.indexOf(second as (typeof weekdays)[number])
  // On a Tuesday last Tuesday was a week ago.
  if (back === 1 && weekday >= 0) return days(-(((now.getDay() - weekday + 6) % 7) + 1), 1)
  return monthSpan(words, [year, month, day]) ?? written(words)
}

function monthSpan(words: string, [year, month]: Day): DateSpan | null {
  const [, last, name, inYear] = /^(last )?([a-z]+)(?: (\d{4}))?$/.exec(words) ?? []
  const which = months.indexOf(name as (typeof months)[number])
  if (which < 0) return null
  // The month that is under way is the latest of its name, and the last one of its name is that of the year before.
  const isOver = last === undefined ? which <= month : which < month
  const meant = inYear === undefined ? (isOver ? year : year - 1) : Number(inYear)
  return between([meant, which, 1], [meant, which + 1, 1])
}

function written(words: string): DateSpan | null {
  if (isDay(words)) {
    const [year = 0, month = 1, day = 1] = words.split('-').map(Number)
    return between([year, month - 1, day], [year, month - 1, day + 1])
  }
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(words) ?? []
  return year === undefined ? null : between([Number(year), Number(month) - 1, 1], [Number(year), Number(month), 1])
}

function between(from: Day, to: Day): DateSpan | null {
  const [sinceMs, untilMs] = [startOf(from), startOf(to)]
  return Number.isFinite(sinceMs) && Number.isFinite(untilMs) ? { sinceMs, untilMs } : null
}

/** Years below 100 are those of antiquity, which the constructor takes for the last century's. */
function startOf([year, month, day]: Day): number {
  const at = new Date(2000, 0, 1)
  at.setFullYear(year, month, day)
  at.setHours(0, 0, 0, 0)
  return at.getTime()
}
