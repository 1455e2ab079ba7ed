import { dayKey } from '../../domain/day.ts'
import { apart, dressed, ltr, perLanguage, t } from './messages.ts'

export { dayKey }

/** Words and figures as the window shows them. Times are local, 24 hours; credits have tabular figures. */

/** As many places as sums of credits keep (`tidy`): a price of 0.004 is not nothing. */
const figures = perLanguage((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }))
const dates = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
  perLanguage((locale) => new Intl.DateTimeFormat(locale, options))
const hourMinute = dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const hourMinuteSecond = dates({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
const dayMonth = dates({ day: 'numeric', month: 'long' })
const dayMonthYear = dates({ day: 'numeric', month: 'long', year: 'numeric' })
const shortDate = dates({ day: 'numeric', month: 'short', year: 'numeric' })
const dayMonthShort = dates({ day: 'numeric', month: 'short' })
const weekday = dates({ weekday: 'long' })

/** In place of what is no figure and no moment: nothing here may throw on what came from outside. */
const notKnown = '–'

const dated = (format: Intl.DateTimeFormat, instant: string | number): string => {
  const at = new Date(instant)
  return Number.isNaN(at.getTime()) ? notKnown : format.format(at)
}

/** 1284 → "1,284", −15 → "−15" (a true minus, which stays before its figure in every direction). */
export const figure = (value: number): string => {
  if (!Number.isFinite(value)) return notKnown
  return value < 0 ? ltr(figures().format(value).replace('-', '−')) : figures().format(value)
}

/** "1 credit", "24 credits": for sentences and screen readers. */
export const creditWords = (value: number): string =>
  t('{figure} {value, plural, one {credit} other {credits}}', { figure: figure(value), value })

/** What came back, written as it is taken off: 15 → "−15", 0 → "0". */
export const refundFigure = (value: number): string => (value === 0 ? '0' : figure(-Math.abs(value)))

export const clock = (instant: string | number): string => dated(hourMinute(), instant)
export const clockSeconds = (instant: string | number): string => dated(hourMinuteSecond(), instant)
export const dateShort = (instant: string | number): string => dressed(dated(shortDate(), instant))

/** The time of what was read or said earlier: "17:40" today, "20 Nov 2026, 17:40" of any other day. */
export const asOf = (instant: string | number, now: number): string =>
  dayKey(instant) === dayKey(now)
    ? clock(instant)
    : t('{date}, {time}', { date: dateShort(instant), time: clock(instant) })

/** The same, with how long ago where that is short enough to be of use: "17:40, 5 min ago". */
export function asOfWithAge(instant: string, now: number): string {
  const minutes = Math.round((now - Date.parse(instant)) / 60_000)
  const isRecent = dayKey(instant) === dayKey(now) && minutes >= 1 && minutes < 600
  return isRecent ? t('{time}, {minutes} min ago', { time: clock(instant), minutes }) : asOf(instant, now)
}

/** How old a price is, where it is over a minute old: "price of 17:40, 5 min ago". Null: it is of now. */
export const priceAge = (readAt: string, now: number): string | null =>
  now - Date.parse(readAt) > 60_000 ? t('price of {time}', { time: asOfWithAge(readAt, now) }) : null

/** "20 Nov", of a day as `dayKey` writes it. */
export const dayShort = (day: string): string => dressed(dated(dayMonthShort(), `${day}T12:00:00`))

/** "UTC+1", "UTC−3:30": the zone the clock times of a receipt are written in. */
export function zone(instant: string): string {
  const minutes = -new Date(instant).getTimezoneOffset()
  if (minutes === 0 || Number.isNaN(minutes)) return 'UTC'
  const rest = Math.abs(minutes) % 60
  const hours = Math.floor(Math.abs(minutes) / 60)
  return ltr(`UTC${minutes < 0 ? '−' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`)
}

/** "Today" with "20 November", "Tuesday" with "17 November", or the date alone when it is over a week old. */
export function dayWords(day: string, now: number): { title: string; date: string | null } {
  const at = new Date(`${day}T12:00:00`)
  const today = new Date(`${dayKey(now)}T12:00:00`)
  const days = Math.round((today.getTime() - at.getTime()) / 86_400_000)
  const date = dressed(dated(dayMonth(), at.getTime()))
  if (days === 0) return { title: t('Today'), date }
  if (days === 1) return { title: t('Yesterday'), date }
  if (days > 1 && days < 7) return { title: dressed(dated(weekday(), at.getTime())), date }
  return {
    title: at.getFullYear() === today.getFullYear() ? date : dressed(dated(dayMonthYear(), at.getTime())),
    date: null,
  }
}

/** "Today, 13:48:07", or "3 Nov 2026, 13:48:07". */
export const madeAt = (instant: string, now: number): string =>
  dayKey(instant) === dayKey(now)
    ? t('Today, {time}', { time: clockSeconds(instant) })
    : t('{date}, {time}', { date: dateShort(instant), time: clockSeconds(instant) })

/** 20 → "20%": the sign stays behind its figure in every direction. */
export const percent = (value: number): string => ltr(`${Math.round(value)}%`)

/** 31 s, 2:10, 1:04:09. */
export function durationText(seconds: number): string {
  if (!Number.isFinite(seconds)) return notKnown
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return t('{seconds} s', { seconds: whole })
  const pad = (value: number): string => String(value).padStart(2, '0')
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes}:${pad(whole % 60)}`
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(whole % 60)}`
}

const tenths = perLanguage(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
)
const wholes = perLanguage((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }))

/** By how many thousands, at most four, bytes are divided to be written. */
const thousandsOf = (value: number): number => Math.min(4, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)))

/** Bytes in the units a file manager uses: 4_100_000 → "4.1 MB". */
export function bytes(value: number): string {
  if (!Number.isFinite(value)) return notKnown
  const thousands = thousandsOf(value)
  const inUnit = value / 1000 ** thousands
  const size = (thousands === 0 || inUnit >= 100 ? wholes() : tenths()).format(inUnit)
  switch (thousands) {
    case 0:
      return t('{size} B', { size })
    case 1:
      return t('{size} kB', { size })
    case 2:
      return t('{size} MB', { size })
    case 3:
      return t('{size} GB', { size })
    default:
      return t('{size} TB', { size })
  }
}

/** "1.9 of 2.8 MB": both in the unit of the whole. */
export function bytesText(part: number, whole: number): string {
  if (!Number.isFinite(part)) return bytes(whole)
  const thousands = Number.isFinite(whole) ? thousandsOf(whole) : 0
  const done = (thousands === 0 ? wholes() : tenths()).format(part / 1000 ** thousands)
  return t('{done} of {total}', { done, total: bytes(whole) })
}

/** "5,144 × 3,480", or null where a side is not known. */
export function dimensions(width: number, height: number): string
export function dimensions(width: number | null, height: number | null): string | null
export function dimensions(width: number | null, height: number | null): string | null {
  return width === null || height === null ? null : ltr(`${figure(width)} × ${figure(height)}`)
}

/** The first and last parts of a hash, enough to compare two by eye. */
export const shortHash = (hash: string): string =>
  hash.length <= 20 ? hash : `${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-8, -4)} ${hash.slice(-4)}`

export const shortId = (id: string): string => id.slice(0, 8)

const lists = perLanguage((locale) => new Intl.ListFormat(locale, { type: 'conjunction' }))

/** "a", "a and b", "a, b and c". */
export const list = (items: readonly string[]): string =>
  lists()
    .formatToParts(items)
    .map(({ type, value }) => (type === 'literal' ? dressed(value) : apart(value)))
    .join('')

/** A sentence of its own, going on after a colon or a comma: "Checking again" → "looks again". */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
