import { type JSX, useRef } from 'react'
import pane from '../../components/pane.module.css'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import type { BatchRow } from '../../forms/batch.ts'
import { useFixedRows } from '../../hooks/use-fixed-rows.ts'
import { useNow } from '../../hooks/use-now.ts'
import { RequestRow } from './request-row.tsx'
import styles from './skills.module.css'
import type { SkillOrderState } from './use-skill-order.ts'
import { WaitingRow } from './waiting-row.tsx'

const rowHeight = 56
/** Beside a form the rows are narrow, and their sentences need two lines. */
const tallRowHeight = 72

interface FileListProps {
  order: SkillOrderState
  rows: readonly BatchRow[]
  isTall: boolean
}

/** One row a file. Only the rows in sight are drawn, so that a thousand files scroll like ten. */
export function FileList({ order, rows, isTall }: FileListProps): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null)
  const each = isTall ? tallRowHeight : rowHeight
  const { first, end, height } = useFixedRows(scroller, rows.length, each)
  const now = useNow(rows.some((row) => row.kind === 'request' && row.request.running !== null))
  const ofWords = rows.every((row) => row.kind === 'request' && row.request.source === null)
  return (
    <div ref={scroller} className={pane.scroll}>
      <ol className={cx(styles.files, ofWords && styles.wordsAlone)} style={{ height }} aria-label={t('Files')}>
        {rows.slice(first, end).map((row, at) => (
          <li
            key={row.key}
            className={cx(
              styles.file,
              isTall && styles.tall,
              row.kind === 'request' && row.request.state === 'needs-decision' && styles.asks,
            )}
            style={{ top: (first + at) * each }}
            aria-posinset={first + at + 1}
            aria-setsize={rows.length}
          >
            {row.kind === 'file' ? (
              <WaitingRow
                skill={order.id}
                file={row.file}
                asOriginal={order.skill?.asOriginal ?? false}
                each={order.each}
                paid={order.paidBefore.get(row.file.file) ?? null}
                makesAgain={order.makesAgain}
                offered={order.leftOut.get(row.file.file)?.original?.reencode ?? null}
                accepted={order.accepted.get(row.file.file) ?? null}
              />
            ) : (
              <RequestRow request={row.request} now={now} />
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
