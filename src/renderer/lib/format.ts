import { dayKey } from '../../domain/day.ts'

export { dayKey }

/** Words and figures as the window shows them. Times are local, 24 hours; credits have tabular figures. */

const figures = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const hourMinute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const hourMinuteSecond = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const dayMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })
const dayMonthYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
const shortDate = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' })

/** 1284 → "1,284", −15 → "−15" (a true minus). */
export const figure = (value: number): string => figures.format(value).replace('-', '−')

/** "1 credit", "24 credits": for sentences and screen readers. */
export const creditWords = (value: number): string => `${figure(value)} ${value === 1 ? 'credit' : 'credits'}`

/** What came back, written as it is taken off: 15 → "−15", 0 → "0". */
export const refundFigure = (value: number): string => (value === 0 ? '0' : figure(-Math.abs(value)))

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${figure(count)} ${count === 1 ? one : many}`

export const clock = (instant: string | number): string => hourMinute.format(new Date(instant))
export const clockSeconds = (instant: string | number): string => hourMinuteSecond.format(new Date(instant))
export const dateShort = (instant: string): string => shortDate.format(new Date(instant))

/** "UTC+1", "UTC−3:30": the zone the clock times of a receipt are written in. */
export function zone(instant: string): string {
  const minutes = -new Date(instant).getTimezoneOffset()
  if (minutes === 0) return 'UTC'
  const rest = Math.abs(minutes) % 60
  const hours = Math.floor(Math.abs(minutes) / 60)
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`
}

/** "Today" with "20 November", "Tuesday" with "17 November", or the date alone when it is over a week old. */
export function dayWords(day: string, now: number): { title: string; date: string | null } {
  const at = new Date(`${day}T12:00:00`)
  const today = new Date(`${dayKey(now)}T12:00:00`)
  const days = Math.round((today.getTime() - at.getTime()) / 86_400_000)
  if (days === 0) return { title: 'Today', date: dayMonth.format(at) }
  if (days === 1) return { title: 'Yesterday', date: dayMonth.format(at) }
  if (days > 1 && days < 7) return { title: weekday.format(at), date: dayMonth.format(at) }
  return { title: (at.getFullYear() === today.getFullYear() ? dayMonth : dayMonthYear).format(at), date: null }
}

/** "Today, 13:48:07", or "3 Nov 2026, 13:48:07". */
export const madeAt = (instant: string, now: number): string =>
  dayKey(instant) === dayKey(now)
    ? `Today, ${clockSeconds(instant)}`
    : `${dateShort(instant)}, ${clockSeconds(instant)}`

/** 31 s, 2:10, 1:04:09. */
export function span(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  const pad = (value: number): string => String(value).padStart(2, '0')
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes}:${pad(whole % 60)}`
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(whole % 60)}`
}

/** Bytes in the units a file manager uses: 4_100_000 → "4.1 MB". */
export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let size = value
  let unit = 0
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000
    unit += 1
  }
  const digits = unit === 0 || size >= 100 ? 0 : 1
  return `${size.toFixed(digits)} ${units[unit] ?? 'B'}`
}

/** "5,144 × 3,480", or null where a side is not known. */
export const dimensions = (width: number | null, height: number | null): string | null =>
  width === null || height === null ? null : `${figure(width)} × ${figure(height)}`

/** The first and last parts of a hash, enough to compare two by eye. */
export const shortHash = (hash: string): string =>
  hash.length <= 20 ? hash : `${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-8, -4)} ${hash.slice(-4)}`

export const shortId = (id: string): string => id.slice(0, 8)

/** "a", "a and b", "a, b and c". */
export const list = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1] ?? ''}`

/** A sentence of its own, going on after a colon or a comma: "Looks again" → "looks again". */
export const lowerFirst = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1)
