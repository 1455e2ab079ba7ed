import { type JSX, useRef } from 'react'
import pane from '../../components/pane.module.css'
import type { BatchRow } from '../../lib/batch.ts'
import { useFixedRows } from '../../lib/use-fixed-rows.ts'
import { useNow } from '../../lib/use-now.ts'
import { RequestRow, rowClass, WaitingRow } from './file-row.tsx'
import styles from './skills.module.css'

const rowHeight = 56

/** One row a file. Only the rows in sight are drawn, so that a thousand files scroll like ten. */
export function FileList({ rows, each }: { rows: readonly BatchRow[]; each: number | null }): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null)
  const { first, end, height } = useFixedRows(scroller, rows.length, rowHeight)
  const now = useNow(rows.some((row) => row.kind === 'request' && row.request.running !== null))
  return (
    <div ref={scroller} className={pane.scroll}>
      <ol className={styles.files} style={{ height }} aria-label="Files">
        {rows.slice(first, end).map((row, at) => (
          <li
            key={row.key}
            className={rowClass(row.kind === 'request' && row.request.state === 'needs-decision')}
            style={{ top: (first + at) * rowHeight }}
            aria-posinset={first + at + 1}
            aria-setsize={rows.length}
          >
            {row.kind === 'file' ? (
              <WaitingRow file={row.file} each={each} />
            ) : (
              <RequestRow request={row.request} now={now} />
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
