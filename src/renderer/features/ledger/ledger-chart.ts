import type { LedgerSum, LedgerView } from '../../../contract/ledger.ts'
import { t } from '../../format/messages.ts'

type Columns = readonly Pick<LedgerView['columns'][number], 'key' | 'kind' | 'name' | 'paid'>[]
type Days = readonly Pick<LedgerView['days'][number], 'day' | 'cells'>[]

/** What the chart and the table show as one: a model, a Skill or a project, or all the rest together. */
export interface Series {
  key: string
  keys: readonly string[]
  kind: Columns[number]['kind'] | 'rest'
  name: string
  paid: number
}

export interface ChartBar {
  /** The first, where it is of several. */
  day: string
  /** Of each series, in the same order. */
  parts: readonly number[]
  total: number
}

export interface Chart {
  series: readonly Series[]
  /** Each day from the first to the last of the period, those without a request too. */
  bars: readonly ChartBar[]
  /** Where lines stand, from nothing up; the last is the top. */
  ticks: readonly number[]
}

/** So many series have a look of their own; what is left of more is one. */
const apart = 4

export const dayAfter = (day: string): string => {
  const next = new Date(`${day}T12:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString().slice(0, 10)
}

/** Both ends are in it; bounded, since a year of days is what a chart can show. */
export function daysOf({ from, to }: { from: string; to: string }, atMost = 400): string[] {
  const days: string[] = []
  for (let day = from; day <= to && days.length < atMost; day = dayAfter(day)) days.push(day)
  return days
}

const sumOf = (cells: Record<string, LedgerSum>, keys: readonly string[]): number =>
  keys.reduce((sum, key) => sum + (cells[key]?.credits ?? 0), 0)

/** Round steps, at most five of them, whose last is at or above the highest value. */
export function ticksFor(highest: number): number[] {
  if (!(highest > 1e-6)) return [0, 1]
  const rough = highest / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough
  const ticks = [0]
  while ((ticks.at(-1) ?? 0) < highest) ticks.push(Number((ticks.length * step).toPrecision(12)))
  return ticks
}

const barOf = (day: string, parts: readonly number[]): ChartBar => ({
  day,
  parts,
  total: parts.reduce((sum, part) => sum + part, 0),
})

const chartWith = (series: readonly Series[], bars: ChartBar[]): Chart => ({
  series,
  bars,
  ticks: ticksFor(Math.max(0, ...bars.map(({ total }) => total))),
})

export function chartOf(view: Pick<LedgerView, 'period' | 'today'> & { columns: Columns; days: Days }): Chart {
  const shown = view.columns.length <= apart + 1 ? view.columns : view.columns.slice(0, apart)
  const rest = view.columns.slice(shown.length)
  const series: Series[] = shown.map(({ key, kind, name, paid }) => ({
    key,
    keys: [key],
    kind,
    name,
    paid: paid.credits,
  }))
  if (rest.length > 0) {
    const keys = rest.map(({ key }) => key)
    const paid = rest.reduce((sum, column) => sum + column.paid.credits, 0)
    series.push({ key: 'rest', keys, kind: 'rest', name: t('{rest} others', { rest: rest.length }), paid })
  }
  const byDay = new Map(view.days.map((each) => [each.day, each]))
  const last = view.period.to > view.today ? view.today : view.period.to
  const bars = daysOf({ from: view.period.from, to: last }).map((day) => {
    const cells = byDay.get(day)?.cells ?? {}
    const parts = series.map(({ keys }) => sumOf(cells, keys))
    return barOf(day, parts)
  })
  return chartWith(series, bars)
}

/** More days than this have no room for a bar each. */
const mostDays = 120

/** A chart whose bars are too many to be told apart, with one for every seven days; the last seven end with the last day. */
export function inWeeks(chart: Chart): Chart | null {
  const { bars, series } = chart
  if (bars.length <= mostDays) return null
  const weeks: ChartBar[] = []
  for (let end = bars.length; end > 0; end -= 7) {
    const days = bars.slice(Math.max(0, end - 7), end)
    const parts = series.map((_, i) => days.reduce((sum, { parts }) => sum + (parts[i] ?? 0), 0))
    weeks.unshift(barOf(days[0]?.day ?? '', parts))
  }
  return chartWith(series, weeks)
}

/** Which bars have their day written below: about so many, evenly, and never two that touch. */
export function labelledBars(count: number, wanted = 5): Set<number> {
  const every = Math.max(1, Math.ceil(count / wanted))
  const labelled = new Set<number>()
  for (let i = 0; i < count - every / 2; i += every) labelled.add(i)
  if (count > 0) labelled.add(count - 1)
  return labelled
}
