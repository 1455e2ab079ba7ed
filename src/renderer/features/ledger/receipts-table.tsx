import { type JSX, useMemo, useRef } from 'react'
import type { LedgerPeriod, LedgerRow } from '../../../contract/ledger.ts'
import { requestStates } from '../../../domain/request/states.ts'
import { AsGiven, EngineSentence } from '../../components/as-given.tsx'
import { Note } from '../../components/note.tsx'
import pane from '../../components/pane.module.css'
import { StateBadge } from '../../components/state-badge.tsx'
import { cx } from '../../format/cx.ts'
import { figure, madeAt, refundFigure } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { withSkillName } from '../../format/skill-names.ts'
import { lookOf } from '../../format/state-look.ts'
import { useFixedRows } from '../../hooks/use-fixed-rows.ts'
import { OpenReceipt } from './open-receipt.tsx'
import styles from './receipts-table.module.css'
import { useLedgerRows } from './use-ledger.ts'

const rowHeight = 36
const money = (credits: number | null): string => (credits === null ? t('not reported') : figure(credits))

interface RowProps {
  row: LedgerRow
  /** Whether any is filed under a project: else there is no column of them. */
  hasProjects: boolean
}

function Row({ row, hasProjects }: RowProps): JSX.Element {
  const state = requestStates.find((each) => each === row.state)
  return (
    <>
      <td className="hint cut-end">{madeAt(row.at, Date.now())}</td>
      <td>
        <OpenReceipt id={row.id} title={row.title} />
      </td>
      <td className={cx('soft', 'cut-end', styles.minor)}>{withSkillName(row.name, row.name)}</td>
      {hasProjects && <td className="soft cut-end">{row.project !== null && <AsGiven>{row.project}</AsGiven>}</td>}
      <td>{state ? <StateBadge look={lookOf(state)} framed={false} /> : <AsGiven>{row.state}</AsGiven>}</td>
      <td className={cx(styles.number, styles.minor)}>{money(row.quoted)}</td>
      <td className={styles.number}>{money(row.charged)}</td>
      <td className={cx(styles.number, row.refunded === 0 && styles.zero)}>
        {row.refunded === null ? t('not reported') : refundFigure(row.refunded)}
      </td>
      <td className={cx(styles.number, styles.paid)}>{money(row.paid)}</td>
    </>
  )
}

function Head({ hasProjects }: Pick<RowProps, 'hasProjects'>): JSX.Element {
  return (
    <thead>
      <tr>
        <th scope="col" className={styles.time}>
          {t('Time')}
        </th>
        <th scope="col">{t('Request')}</th>
        <th scope="col" className={cx(styles.of, styles.minor)}>
          {t('Model or Skill')}
        </th>
        {hasProjects && (
          <th scope="col" className={styles.project}>
            {t('Project')}
          </th>
        )}
        <th scope="col" className={styles.state}>
          {t('State')}
        </th>
        <th scope="col" className={cx(styles.number, styles.sum, styles.minor)}>
          {t('Quoted')}
        </th>
        {[t('Charged'), t('Refunded'), t('Paid, cr')].map((head) => (
          <th key={head} scope="col" className={cx(styles.number, styles.sum)}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** Takes the room of rows that are not drawn. One cell: a span over columns that a narrow window leaves out makes new ones. */
const Room = ({ height }: { height: number }): JSX.Element | null =>
  height > 0 ? (
    <tr>
      <td style={{ height, padding: 0 }} />
    </tr>
  ) : null

/** Every request of the period with its figures, newest first; thousands of them. */
export function ReceiptsTable({ period }: { period: LedgerPeriod }): JSX.Element {
  const { value, trouble } = useLedgerRows(period)
  const scroller = useRef<HTMLDivElement>(null)
  const rows = value ?? []
  const hasProjects = useMemo(() => value?.some(({ project }) => project !== null) ?? false, [value])
  const { first, end, height } = useFixedRows(scroller, rows.length, rowHeight)
  return (
    <div ref={scroller} className={cx(pane.scroll, styles.scroller)}>
      {trouble !== null && (
        <Note tone="fault">
          <EngineSentence>{trouble}</EngineSentence>
        </Note>
      )}
      {value !== null && rows.length === 0 && <p className={styles.none}>{t('No requests in this period.')}</p>}
      {rows.length > 0 && (
        <table
          className={cx(styles.rows, hasProjects && styles.filed)}
          aria-label={t('Requests')}
          aria-rowcount={rows.length + 1}
        >
          <Head hasProjects={hasProjects} />
          <tbody>
            <Room height={first * rowHeight} />
            {rows.slice(first, end).map((row, i) => (
              <tr key={row.id} aria-rowindex={first + i + 2} style={{ height: rowHeight }}>
                <Row row={row} hasProjects={hasProjects} />
              </tr>
            ))}
            <Room height={height - end * rowHeight} />
          </tbody>
        </table>
      )}
    </div>
  )
}
