import { type JSX, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { InspectedFile } from '../../../contract/files.ts'
import pane from '../../components/pane.module.css'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import { useContextActs } from '../../hooks/use-context-acts.ts'
import { useFixedRows } from '../../hooks/use-fixed-rows.ts'
import { useGrownHeight } from '../../hooks/use-grown-height.ts'
import { useNow } from '../../hooks/use-now.ts'
import type { BatchRow } from '../../lists/batch.ts'
import { requestActs } from '../../stores/picture-acts.ts'
import { useView } from '../../stores/view-store.ts'
import { AskingRow, askingRow, isAsking } from './asking.tsx'
import { RequestRow } from './request-row.tsx'
import { opensOf, RowCheck } from './row-check.tsx'
import type { RowSelection } from './row-selection.ts'
import styles from './skills.module.css'
import type { SkillOrderState } from './use-skill-order.ts'
import { WaitingRow } from './waiting-row.tsx'

/** Of the list beside the preview: three rows. */
const leastHeight = 168
const rowHeight = 56
/** Beside a form the rows are narrow, and their sentences need two lines. */
const tallRowHeight = 72

interface FileListProps {
  order: SkillOrderState
  rows: readonly BatchRow[]
  isTall: boolean
  selection: RowSelection
  /** A key of a row's check box, beside those that choose. */
  onKey: (event: KeyboardEvent, row: BatchRow) => void
}

interface FileRowProps {
  row: BatchRow
  order: SkillOrderState
  at: number
  count: number
  /** px from the first row's top. */
  top: number
  height: number
  isTall: boolean
  now: number
  selection: RowSelection
  /** Whether the Tab key comes to it. */
  isWayIn: boolean
  onGo: (key: string) => void
  /** A key of a row's check box, beside those that choose. */
  onKey: (event: KeyboardEvent, row: BatchRow) => void
}

const rowLook = (row: BatchRow, order: SkillOrderState, isTall: boolean, selection: RowSelection): string =>
  cx(
    askingRow(row) ? styles.askingFile : styles.file,
    isTall && !askingRow(row) && styles.tall,
    row.kind === 'request' && row.request.state === 'needs-decision' && styles.asks,
    row.kind === 'file' && order.resize?.files.has(row.file.file) && styles.asks,
    order.only !== null && row.kind === 'file' && !order.only.has(row.file.file) && styles.passed,
    selection.selected.has(row.key) && styles.chosenRow,
  )

function WaitingFile({ order, file }: { order: SkillOrderState; file: InspectedFile }): JSX.Element {
  return (
    <WaitingRow
      skill={order.id}
      file={file}
      asOriginal={order.skill?.asOriginal ?? false}
      each={order.each}
      paid={order.paidBefore.get(file.file) ?? null}
      makesAgain={order.makesAgain}
      isDouble={order.quote?.repeated?.sources.includes(file.file) ?? false}
      offered={order.leftOut.get(file.file)?.original?.reencode ?? null}
      resize={order.resize?.files.has(file.file) ? order.resize.field : null}
      accepted={order.accepted.get(file.file) ?? null}
    />
  )
}

function FileRow(props: FileRowProps): JSX.Element {
  const { row, order, at, count, top, height, isTall, now, selection, isWayIn, onGo, onKey } = props
  const openAsset = useView((view) => view.openAsset)
  return (
    <li
      className={rowLook(row, order, isTall, selection)}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest('button, a, input') !== null) return
        selection.onPress(event, row.key)
        // The keys go on from the row that was pressed.
        event.currentTarget.querySelector<HTMLInputElement>(':scope > input')?.focus({ preventScroll: true })
      }}
      onKeyDown={(event) => {
        // The keys of a row are those of its check box: its buttons and links have their own.
        if (!(event.target instanceof HTMLInputElement)) return
        onKey(event, row)
        const next = selection.onKey(event, row.key, 1)
        if (next !== null) onGo(next)
      }}
      onDoubleClick={() => {
        const asset = row.kind === 'request' ? row.request.assets[0] : undefined
        if (asset) openAsset(asset.id)
      }}
      style={{ top, height }}
      data-at={at}
      aria-posinset={at + 1}
      aria-setsize={count}
    >
      <RowCheck row={row} rows={selection} isWayIn={isWayIn} />
      {row.kind === 'file' ? (
        <WaitingFile order={order} file={row.file} />
      ) : isAsking(row.request) ? (
        <AskingRow request={row.request} />
      ) : (
        <RequestRow request={row.request} now={now} />
      )}
    </li>
  )
}

/** The row that something was opened from by its key, and that the keyboard comes back to. */
const returning = (lead: string | null): string | null =>
  lead !== null && useView.getState().opener === opensOf(lead) ? lead : null

/** One row a file. Only the rows in sight are drawn, so that a thousand files scroll like ten. */
export function FileList({ order, rows, isTall, selection, onKey }: FileListProps): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null)
  const each = isTall ? tallRowHeight : rowHeight
  // They lead the list.
  const asking = rows.filter(askingRow).length
  const askingHeight = useGrownHeight(scroller, '[data-asks]', each)
  const lead = { count: asking, height: askingHeight }
  const { first, end, height, topOf } = useFixedRows(scroller, rows.length, each, lead)
  useContextActs(scroller, (target) => {
    const at = target.closest<HTMLElement>('[data-at]')?.dataset.at
    const row = at === undefined ? undefined : rows[Number(at)]
    return row?.kind === 'request' ? requestActs(row.request) : []
  })
  const now = useNow(rows.some((row) => row.kind === 'request' && row.request.running !== null))
  const bringIntoSight = (key: string): void => {
    const at = rows.findIndex((row) => row.key === key)
    const box = scroller.current
    if (box) box.scrollTop = Math.min(topOf(at), Math.max(box.scrollTop, topOf(at + 1) - box.clientHeight))
  }
  // Drawn first, where it was out of sight, and then focused.
  const [goal, setGoal] = useState(returning(selection.lead))
  // Where one comes back to the list, it stands where it stood.
  useLayoutEffect(() => {
    if (selection.lead !== null) bringIntoSight(selection.lead)
    // As it opens, and never again.
  }, [])
  useLayoutEffect(() => {
    const check = goal && scroller.current?.querySelector<HTMLInputElement>(`[data-row="${CSS.escape(goal)}"]`)
    if (!check) return
    check.focus({ preventScroll: true })
    setGoal(null)
  })
  const go = (key: string): void => {
    bringIntoSight(key)
    setGoal(key)
  }
  const wayIn = rows.some(({ key }, at) => key === selection.lead && at >= first && at < end)
    ? selection.lead
    : rows[first]?.key
  const ofWords = rows.every((row) => row.kind === 'request' && row.request.source === null)
  return (
    <div
      ref={scroller}
      className={cx(pane.scroll, styles.rows)}
      style={{ flexBasis: height, minHeight: Math.min(height, leastHeight) }}
    >
      <ol className={cx(styles.files, ofWords && styles.wordsAlone)} style={{ height }} aria-label={t('Files')}>
        {rows.slice(first, end).map((row, at) => (
          <FileRow
            key={row.key}
            row={row}
            order={order}
            at={first + at}
            count={rows.length}
            top={topOf(first + at)}
            height={first + at < asking ? askingHeight : each}
            isTall={isTall}
            now={now}
            selection={selection}
            isWayIn={row.key === wayIn}
            onGo={go}
            onKey={onKey}
          />
        ))}
      </ol>
    </div>
  )
}
