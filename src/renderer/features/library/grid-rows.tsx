import { type JSX, memo } from 'react'
import type { RequestView } from '../../../contract/views.ts'
import { dayKey, dayWords } from '../../format/format.ts'
import { t } from '../../format/messages.ts'
import { cellsOf, type DayRow, type RatioCodes } from '../../grid/justify.ts'
import { has, type Ranges } from '../../grid/ranges.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { useView } from '../../stores/view-store.ts'
import { GridCell } from './grid-cell.tsx'
import styles from './library.module.css'
import { sortWords } from './sort-menu.tsx'
import type { DrawnRows } from './use-drawn-rows.ts'
import { gap, type Shown } from './use-grid.ts'
import type { Scroll } from './use-long-scroll.ts'

interface DayProps {
  row: DayRow
  top: number
  /** Cells of requests that are under way, which are no pictures yet. */
  coming: number
  isWhole: boolean
}

function Day({ row, top, coming, isWhole }: DayProps): JSX.Element {
  const sort = useLibrary((library) => library.filter.sort)
  // In another order than by days there is one heading, with that order.
  const { title, date } = row.day === '' ? { title: sortWords(sort), date: null } : dayWords(row.day, Date.now())
  const pictures = row.end - row.first - (row.day === dayKey(Date.now()) && row.first === 0 ? coming : 0)
  const text = [
    date,
    isWhole && pictures > 0 ? t('{pictures, plural, one {# picture} other {# pictures}}', { pictures }) : null,
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <tr aria-rowindex={row.at + 1} className={styles.day} style={{ top, height: row.height }}>
      <th scope="row" className={styles.dayWords}>
        {title}
        <span className="hint">{text}</span>
      </th>
    </tr>
  )
}

interface RowProps {
  at: number
  first: number
  end: number
  top: number
  height: number
  ratioCodes: RatioCodes
  coming: readonly RequestView[]
  chosen: Ranges
  active: number
  bare: boolean
  /** Of the pictures at hand: what is drawn is read from there. */
  revision: number
}

export function shownAt(index: number, coming: readonly RequestView[]): Shown {
  const request = coming[index]
  if (request) return { kind: 'coming', id: request.id, request }
  const asset = useLibrary.getState().itemAt(index - coming.length)
  return asset ? { kind: 'asset', id: asset.id, asset } : { kind: 'unread', id: `place ${index}` }
}

/** Drawn again only when something in it changes: a scroll moves the canvas alone. */
const Pictures = memo(
  ({ at, first, end, top, height, ratioCodes, coming, chosen, active, bare }: RowProps): JSX.Element => {
    const requestId = useView((view) => (coming.length === 0 ? null : view.assetId))
    return (
      <tr aria-rowindex={at + 1} className={styles.pictures} style={{ top, height }}>
        {cellsOf(ratioCodes, { first, end, height }, gap).map((cell, offset) => {
          const index = first + offset
          const shown = shownAt(index, coming)
          const isChosen = shown.kind === 'coming' ? shown.id === requestId : has(chosen, index - coming.length)
          return (
            <GridCell
              key={index}
              shown={shown}
              index={index}
              left={cell.left}
              width={cell.width}
              column={offset + 1}
              selected={isChosen}
              active={index === active}
              bare={bare}
            />
          )
        })}
      </tr>
    )
  },
)

interface GridRowsProps {
  rows: DrawnRows
  ratioCodes: RatioCodes
  coming: readonly RequestView[]
  active: number
  scroll: Scroll
}

export function GridRows({ rows: { near, stray }, ratioCodes, coming, active, scroll }: GridRowsProps): JSX.Element {
  const isWhole = useLibrary((library) => library.isWhole)
  const chosen = useLibrary((library) => library.chosen)
  const revision = useLibrary((library) => library.revision)
  return (
    <tbody className={styles.rows}>
      {[...near, ...(stray === null ? [] : [stray])].map((row) =>
        row.kind === 'day' ? (
          <Day
            key={`day ${row.first}`}
            row={row}
            top={row.top - scroll.shift}
            coming={coming.length}
            isWhole={isWhole || row.end < ratioCodes.count}
          />
        ) : (
          <Pictures
            key={row.first}
            at={row.at}
            first={row.first}
            end={row.end}
            height={row.height}
            revision={revision}
            top={row === stray ? -row.height - 1000 : row.top - scroll.shift}
            ratioCodes={ratioCodes}
            coming={coming}
            chosen={chosen}
            active={active >= row.first && active < row.end ? active : -1}
            bare={scroll.flinging}
          />
        ),
      )}
    </tbody>
  )
}
