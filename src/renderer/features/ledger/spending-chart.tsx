import { type JSX, useId, useMemo, useRef } from 'react'
import type { LedgerCut } from '../../../contract/ledger.ts'
import { Segmented } from '../../components/segmented.tsx'
import { dayShort, dayWords, figure } from '../../format/format.ts'
import { perLanguage, t } from '../../format/messages.ts'
import { useSize } from '../../hooks/use-size.ts'
import styles from './ledger.module.css'
import { type Chart, type ChartBar, inWeeks, labelledBars } from './ledger-chart.ts'

const plot = { top: 10, height: 168, foot: 24, right: 48 }

/** Told apart by pattern as well as by grey, so that they can be told apart in print and by every eye. */
const fillsOf = (id: string): readonly string[] => [
  'var(--c1)',
  'var(--c2)',
  `url(#${id}-hatch)`,
  'var(--c3)',
  `url(#${id}-dots)`,
]

function Patterns({ id }: { id: string }): JSX.Element {
  return (
    <defs>
      <pattern id={`${id}-hatch`} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="4" height="4" fill="var(--chart-paper)" />
        <rect width="2" height="4" fill="var(--c2)" />
      </pattern>
      <pattern id={`${id}-dots`} width="4" height="4" patternUnits="userSpaceOnUse">
        <rect width="4" height="4" fill="var(--chart-paper)" />
        <rect width="2" height="2" fill="var(--c2)" />
      </pattern>
    </defs>
  )
}

function Key({ chart, fills }: { chart: Chart; fills: readonly string[] }): JSX.Element {
  return (
    <ul className={styles.key}>
      {chart.series.map(({ key, name, paid }, i) => (
        <li key={key}>
          <svg width="12" height="12" aria-hidden="true">
            <rect width="12" height="12" fill={fills[i]} />
          </svg>
          <span className="cut-end">{name}</span>
          <span className="hint not-narrow">{figure(paid)}</span>
        </li>
      ))}
    </ul>
  )
}

const cuts = perLanguage(
  () =>
    [
      { value: 'model', label: t('By model') },
      { value: 'project', label: t('By project') },
    ] as const,
)

interface ChartProps {
  chart: Chart
  by: LedgerCut['by']
  onBy: (by: LedgerCut['by']) => void
  today: string
  /** The day that the mouse is on or the table has chosen. */
  chosen: string | null
  onChoose: (day: string | null) => void
}

interface TicksProps {
  ticks: readonly number[]
  width: number
  yOf: (credits: number) => number
}

function Ticks({ ticks, width, yOf }: TicksProps): JSX.Element {
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1="0" x2={width} y1={yOf(tick)} y2={yOf(tick)} className={tick === 0 ? styles.base : styles.rule} />
          <text x={width + 8} y={yOf(tick) + 4}>
            {figure(tick)}
          </text>
        </g>
      ))}
    </>
  )
}

interface DayLabelProps {
  x: number
  anchor: 'start' | 'end'
  day: string
  isToday: boolean
}

const DayLabel = ({ x, anchor, day, isToday }: DayLabelProps): JSX.Element => (
  <text x={x} y={plot.top + plot.height + 18} textAnchor={anchor} className={isToday ? styles.today : undefined}>
    {isToday ? t('today') : dayShort(day)}
  </text>
)

interface TipProps {
  bar: ChartBar
  chart: Chart
  isWeek: boolean
  /** Of the bar, from the start of the chart. */
  middle: number
  width: number
}

/** The sum of one bar, and the dearest part of it. */
function Tip({ bar, chart, isWeek, middle, width }: TipProps): JSX.Element {
  return (
    <div className={styles.tip} style={{ insetInlineStart: Math.min(Math.max(middle, 70), Math.max(70, width - 70)) }}>
      {isWeek ? t('Week from {day}', { day: dayShort(bar.day) }) : dayWords(bar.day, Date.now()).title}{' '}
      <b>{figure(bar.total)}</b> {dearestOf(bar, chart)}
    </div>
  )
}

const chartName = (isWeek: boolean, by: LedgerCut['by']): string =>
  isWeek
    ? t('Credits paid per week. The table below lists each day.')
    : by === 'model'
      ? t('Credits paid per day, by model. The table below has the same figures.')
      : t('Credits paid per day, by project. The table below has the same figures.')

/** Where credits lie, how much room a bar has, and how wide it is drawn; in pixels. */
function scaleOf(chart: Chart, width: number): { yOf: (credits: number) => number; slot: number; wide: number } {
  const top = chart.ticks.at(-1) ?? 1
  const slot = chart.bars.length === 0 ? 0 : width / chart.bars.length
  return {
    yOf: (credits) => plot.top + plot.height * (1 - credits / top),
    slot,
    wide: Math.max(1, Math.min(44, slot * 0.8)),
  }
}

/** Paid a day, by model or Skill, or by project. The table below says the same in figures. */
export function SpendingChart({ chart: daily, by, onBy, today, chosen, onChoose }: ChartProps): JSX.Element {
  const weekly = useMemo(() => inWeeks(daily), [daily])
  const chart = weekly ?? daily
  const id = useId()
  const fills = fillsOf(id)
  const frame = useRef<HTMLDivElement>(null)
  const { width } = useSize(frame)
  const inner = Math.max(0, width - plot.right)
  const { yOf, slot, wide } = scaleOf(chart, inner)
  const labelled = labelledBars(chart.bars.length, inner < 600 ? 4 : 6)
  // Days are written so that they sort by themselves.
  const at = chosen === null ? -1 : chart.bars.findLastIndex(({ day }) => day <= chosen)
  const bar = chart.bars[at]
  const lastBar = chart.bars.length - 1
  return (
    <figure className={styles.chartFrame}>
      <figcaption className={styles.chartHead}>
        <span className="strong nowrap">{weekly ? t('Paid per week') : t('Paid per day')}</span>
        <Segmented label={t('Spending')} options={cuts()} value={by} onChoose={onBy} />
        <Key chart={chart} fills={fills} />
      </figcaption>
      <div
        ref={frame}
        className={styles.chart}
        style={{ height: plot.top + plot.height + plot.foot }}
        onPointerLeave={() => onChoose(null)}
      >
        <svg
          width={width}
          height={plot.top + plot.height + plot.foot}
          role="img"
          aria-label={chartName(weekly !== null, by)}
        >
          <Patterns id={id} />
          <Ticks ticks={chart.ticks} width={inner} yOf={yOf} />
          {chart.bars.map((each, i) => (
            <g key={each.day}>
              <BarShape bar={each} x={i * slot + (slot - wide) / 2} width={wide} yOf={yOf} fills={fills} />
              {labelled.has(i) &&
                (i === lastBar ? (
                  <DayLabel x={inner} anchor="end" day={each.day} isToday={daily.bars.at(-1)?.day === today} />
                ) : (
                  <DayLabel x={i * slot + (slot - wide) / 2} anchor="start" day={each.day} isToday={false} />
                ))}
              <rect
                x={i * slot}
                y={plot.top}
                width={slot}
                height={plot.height}
                fill={i === at ? 'var(--hover)' : 'transparent'}
                onPointerEnter={() => onChoose(each.day)}
              />
            </g>
          ))}
        </svg>
        {bar && <Tip bar={bar} chart={chart} isWeek={weekly !== null} middle={at * slot + slot / 2} width={inner} />}
      </div>
    </figure>
  )
}

interface BarShapeProps {
  bar: ChartBar
  x: number
  width: number
  yOf: (credits: number) => number
  fills: readonly string[]
}

function BarShape({ bar, x, width, yOf, fills }: BarShapeProps): JSX.Element {
  let below = 0
  return (
    <>
      {bar.parts.map((part, i) => {
        if (part <= 0) return null
        const y = yOf(below + part)
        const height = Math.max(1, yOf(below) - y - 1)
        below += part
        return <rect key={fills[i]} x={x} y={y} width={width} height={height} fill={fills[i]} />
      })}
    </>
  )
}

/** "VID-S 120": what most of the day went to, where it went to more than one. */
function dearestOf(bar: ChartBar, { series }: Chart): string {
  const parts = bar.parts.map((part, i) => ({ part, name: series[i]?.name ?? '' })).filter(({ part }) => part > 0)
  const [first] = parts.sort((a, b) => b.part - a.part)
  return first && parts.length > 1 ? `${first.name} ${figure(first.part)}` : (first?.name ?? '')
}
