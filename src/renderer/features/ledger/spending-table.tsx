import type { JSX } from 'react'
import type { LedgerSum, LedgerView } from '../../../contract/ledger.ts'
import { cx } from '../../format/cx.ts'
import { dayKey, dayWords, figure, refundFigure } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import styles from './ledger.module.css'
import type { Chart } from './ledger-chart.ts'

/** A sum of credits, and of how many requests the figure is not told. */
export function SumCell({ credits, unknown, strong = false }: LedgerSum & { strong?: boolean }): JSX.Element {
  return (
    <td className={cx(styles.number, credits === 0 && unknown === 0 && styles.zero, strong && styles.strong)}>
      {figure(credits)}
      {unknown > 0 && (
        <span
          className={styles.plusUnknown}
          title={t('and {unknown, plural, one {# request} other {# requests}} with the charge not reported yet', {
            unknown,
          })}
        >
          {' '}
          + {unknown} ?
          <span className="sr-only">
            {t(', and {unknown, plural, one {# request} other {# requests}} with the charge not reported yet', {
              unknown,
            })}
          </span>
        </span>
      )}
    </td>
  )
}

/** What came back, and what was paid in the end: the last two columns of every table. */
export const SettledCells = ({ refunded, paid }: { refunded: LedgerSum; paid: LedgerSum }): JSX.Element => (
  <>
    <td className={cx(styles.number, refunded.credits === 0 && styles.zero)}>{refundFigure(refunded.credits)}</td>
    <SumCell {...paid} strong />
  </>
)

const sumOf = (cells: Record<string, LedgerSum>, keys: readonly string[]): LedgerSum =>
  keys.reduce(
    (sum, key) => ({
      credits: sum.credits + (cells[key]?.credits ?? 0),
      unknown: sum.unknown + (cells[key]?.unknown ?? 0),
    }),
    { credits: 0, unknown: 0 },
  )

interface TableProps {
  days: LedgerView['days']
  chart: Chart
  chosen: string | null
  onChoose: (day: string | null) => void
}

/** The same as the chart, in figures, the latest day first. */
export function SpendingTable({ days, chart, chosen, onChoose }: TableProps): JSX.Element {
  return (
    <table className={styles.table} aria-label={t('Paid per day')}>
      <thead>
        <tr>
          <th scope="col">{t('Day')}</th>
          {chart.series.map(({ key, name }) => (
            <th key={key} scope="col" className={cx(styles.number, styles.series)} title={name}>
              {name}
            </th>
          ))}
          <th scope="col" className={styles.number}>
            {t('Refunded')}
          </th>
          <th scope="col" className={styles.number}>
            {t('Paid, cr')}
          </th>
        </tr>
      </thead>
      <tbody>
        {[...days].reverse().map(({ day, cells, refunded, paid }) => (
          <tr key={day} className={cx(day === chosen && styles.chosen)} onPointerEnter={() => onChoose(day)}>
            <th scope="row">{dayTitle(day)}</th>
            {chart.series.map(({ key, keys }) => (
              <SumCell key={key} {...sumOf(cells, keys)} />
            ))}
            <SettledCells refunded={refunded} paid={paid} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function dayTitle(day: string): string {
  const now = Date.now()
  const { title, date } = dayWords(day, now)
  return date === null || day === dayKey(now) ? title : t('{day}, {date}', { day: title, date })
}
