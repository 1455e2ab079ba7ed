import { type JSX, type KeyboardEvent, useRef } from 'react'
import { AsGiven } from '../../components/as-given.tsx'
import { Credits } from '../../components/credits.tsx'
import pane from '../../components/pane.module.css'
import pictures from '../../components/picture.module.css'
import { StateBadge } from '../../components/state-badge.tsx'
import { chargeText } from '../../format/charge.ts'
import { cx } from '../../format/cx.ts'
import { t } from '../../format/messages.ts'
import { lookOf, lookOfRequest } from '../../format/state-look.ts'
import { useSize } from '../../hooks/use-size.ts'
import type { BatchRow } from '../../lists/batch.ts'
import { useView } from '../../stores/view-store.ts'
import { askingRow, Choices, isAsking, Question } from './asking.tsx'
import { nameOfRow, RowCheck } from './row-check.tsx'
import type { RowSelection } from './row-selection.ts'
import styles from './skills.module.css'

const tileWidth = 220
const gap = 12

interface GridProps {
  rows: readonly BatchRow[]
  selection: RowSelection
  /** What one request is quoted at. */
  each: number | null
  /** A key of a row's check box, beside those that choose. */
  onKey: (event: KeyboardEvent, row: BatchRow) => void
}

function Tile({ row, each }: { row: BatchRow; each: number | null }): JSX.Element {
  const asset = row.kind === 'request' ? row.request.assets[0] : undefined
  const before = row.kind === 'file' ? row.file.thumbnail : (row.request.source?.thumbnail ?? null)
  const src = asset?.thumbnail ?? before
  const more = row.kind === 'request' ? row.request.assets.length - 1 : 0
  const asking = row.kind === 'request' && isAsking(row.request) ? row.request : null
  const look =
    row.kind === 'request' ? lookOfRequest(row.request) : lookOf(row.file.problem === null ? 'ready' : 'unusable')
  return (
    <>
      <span className={styles.tilePicture}>
        {src !== null && (
          <img
            className={cx(asset?.hasAlpha && pictures.checker)}
            src={src}
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
          />
        )}
        {more > 0 && <span className={styles.tileMore}>+{more}</span>}
      </span>
      <AsGiven className="strong cut-end">{nameOfRow(row)}</AsGiven>
      {asking ? (
        <>
          <Question request={asking} />
          <Choices request={asking} />
        </>
      ) : (
        <span className="row tight">
          <StateBadge look={look} framed={false} />
          <span className="push">
            <Credits value={row.kind === 'request' ? chargeText(row.request).credits : each} />
          </span>
        </span>
      )}
    </>
  )
}

/** The same rows as large pictures. What is out of sight is not drawn by the browser. */
export function ResultGrid({ rows, selection, each, onKey }: GridProps): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null)
  const { width } = useSize(scroller)
  const openAsset = useView((view) => view.openAsset)
  const across = Math.max(1, Math.floor((width - 32 + gap) / (tileWidth + gap)))
  const go = (key: string): void => {
    const next = scroller.current?.querySelector<HTMLInputElement>(`[data-row="${CSS.escape(key)}"]`)
    next?.focus()
  }
  const wayIn = selection.lead ?? rows[0]?.key
  return (
    <div ref={scroller} className={pane.scroll}>
      <ol
        className={styles.tiles}
        style={{ gridTemplateColumns: `repeat(${across}, minmax(0, 1fr))` }}
        aria-label={t('Files')}
      >
        {rows.map((row) => (
          <li
            key={row.key}
            className={cx(
              styles.resultTile,
              askingRow(row) && styles.asks,
              selection.selected.has(row.key) && styles.chosenTile,
            )}
            onClick={(event) => {
              if (event.target instanceof Element && event.target.closest('button') !== null) return
              selection.onPress(event, row.key)
              // The keys go on from the tile that was pressed.
              event.currentTarget.querySelector<HTMLInputElement>(':scope > input')?.focus({ preventScroll: true })
            }}
            onKeyDown={(event) => {
              // The keys of a row are those of its check box: its buttons and links have their own.
              if (!(event.target instanceof HTMLInputElement)) return
              onKey(event, row)
              const next = selection.onKey(event, row.key, across)
              if (next !== null) go(next)
            }}
            onDoubleClick={() => {
              const asset = row.kind === 'request' ? row.request.assets[0] : undefined
              if (asset) openAsset(asset.id)
            }}
          >
            <RowCheck row={row} rows={selection} isWayIn={row.key === wayIn} />
            <Tile row={row} each={each} />
          </li>
        ))}
      </ol>
    </div>
  )
}
