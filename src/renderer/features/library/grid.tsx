import { type JSX, type MouseEvent, memo, useEffect, useLayoutEffect, useRef } from 'react'
import type { RequestView } from '../../../contract/views.ts'
import { call } from '../../bridge/bridge.ts'
import { dayKey, dayWords } from '../../format/format.ts'
import { perLanguage, t } from '../../format/messages.ts'
import { gridRowOf, rowsBetween } from '../../grid/grid-window.ts'
import { cellsOf, type DayRow, type GridRow, type RatioCodes, rowAt } from '../../grid/justify.ts'
import { countOf, has, type Ranges } from '../../grid/ranges.ts'
import { useSize } from '../../hooks/use-size.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { useView } from '../../stores/view-store.ts'
import { GridCell } from './grid-cell.tsx'
import styles from './library.module.css'
import { sortWords } from './sort-menu.tsx'
import { gap, type Shown, useGrid } from './use-grid.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useLongScroll } from './use-long-scroll.ts'
import { useMarquee } from './use-marquee.ts'

const sideSpace = 32

/** The ARIA grid pattern: a table whose cells take the keyboard, one at a time. */
const pictureGrid = perLanguage(
  () =>
    ({
      role: 'grid',
      'aria-label': t('Pictures'),
      'aria-multiselectable': true,
    }) as const,
)

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

function shownAt(index: number, coming: readonly RequestView[]): Shown {
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

/** What is chosen goes along with the picture that is taken hold of; one that is not chosen goes by itself. */
function dragOut(place: number): void {
  const { chosen, itemAt, act } = useLibrary.getState()
  if (has(chosen, place) && countOf(chosen) > 1) {
    void act((of) => call('library.dragOut', { of }))
    return
  }
  const item = itemAt(place)
  if (item !== undefined) void call('library.dragOut', { of: { ids: [item.id] } })
}

/** The cell that an event happened on. */
const indexAt = (event: MouseEvent): number | null => {
  const cell = event.target instanceof Element ? event.target.closest('[data-index]') : null
  return cell === null ? null : Number(cell.getAttribute('data-index'))
}

export function Grid({ onTrash }: { onTrash: () => void }): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null)
  const { width, height } = useSize(scroller)
  const rowHeight = useView((view) => view.rowHeight)
  const assetId = useView((view) => view.assetId)
  const openViewer = useView((view) => view.openViewer)
  const total = useLibrary((library) => library.total)
  const isWhole = useLibrary((library) => library.isWhole)
  const chosen = useLibrary((library) => library.chosen)
  const lead = useLibrary((library) => library.lead)
  const revision = useLibrary((library) => library.revision)
  const { coming, ratioCodes, layout } = useGrid(Math.max(0, width - sideSpace), rowHeight)

  // The unread part of the library has about the height of as many read pictures.
  const read = ratioCodes.count - coming.length
  const unread = read === 0 ? 0 : ((Math.max(total, read) - read) * layout.height) / read
  const { top, shift, flinging, canvas, scrollTo } = useLongScroll(scroller, layout.height + unread, height)

  const leadIndex = lead === null ? coming.findIndex((request) => request.id === assetId) : coming.length + lead
  const active = Math.max(0, leadIndex)
  const over = Math.min(400, rowHeight * 1.5)
  const drawn = rowsBetween(ratioCodes, layout, top, top + height, over)
  const [firstDrawn, lastDrawn] = [drawn[0]?.first ?? 0, drawn.at(-1)?.end ?? 0]
  const activeRow = rowAt(ratioCodes, layout, gridRowOf(layout, active))
  const isActiveDrawn = activeRow === null || drawn.some((row) => row.at === activeRow.at)

  useEffect(() => {
    if (!flinging && revision >= 0) {
      useLibrary.getState().need(firstDrawn - coming.length, Math.max(0, lastDrawn - coming.length))
    }
  }, [flinging, firstDrawn, lastDrawn, coming.length, revision])

  // A chosen request that has become its picture: the choice goes over to the picture, and the keyboard with it.
  const isRequest = lead === null && assetId !== null && leadIndex < 0
  useEffect(() => {
    if (!isRequest || revision < 0) return
    const { itemAt, choose } = useLibrary.getState()
    for (let place = 0; place < 40; place += 1) {
      if (itemAt(place)?.requestId !== assetId) continue
      const { activeElement } = document
      const focus = activeElement === document.body || (scroller.current?.contains(activeElement) ?? false)
      choose([[place, place + 1]], place, place, focus)
      return
    }
  }, [isRequest, assetId, revision])

  const toFocus = useView((view) => view.toFocus)
  const focused = useView((view) => view.focused)
  const placed = useRef(false)
  useLayoutEffect(() => {
    const element = scroller.current
    // Where none is chosen the keyboard goes to the first.
    const index = toFocus ? active : leadIndex
    const row = rowAt(ratioCodes, layout, gridRowOf(layout, index))
    // The chosen picture is brought into sight when it takes the keyboard, and once when the grid comes back.
    if (!element || !row || height === 0 || (!toFocus && placed.current)) return
    placed.current = true
    if (row.top < top + 8) scrollTo(row.top - 48)
    else if (row.top + row.height > top + height - 8) scrollTo(row.top + row.height - height + 16)
    if (!toFocus) return
    const cell = element.querySelector<HTMLElement>(`[data-index="${index}"]`)
    if (!cell) return
    cell.focus({ preventScroll: true })
    focused()
  }, [active, leadIndex, layout, ratioCodes, toFocus, focused, top, height, scrollTo])

  const { onKeyDown, onClick } = useGridKeys({
    ratioCodes,
    layout,
    coming,
    active,
    leadIndex,
    height,
    rowHeight,
    onTrash,
  })
  const marquee = useMarquee(scroller, { ratioCodes, layout, shift, coming: coming.length })

  const place = (row: GridRow): number => row.top - shift
  return (
    <div ref={scroller} className={styles.scroller}>
      <table
        className={styles.canvas}
        style={{ height: canvas }}
        {...pictureGrid()}
        aria-rowcount={isWhole ? layout.rows : -1}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          const index = indexAt(event)
          if (index !== null) onClick(index, event)
        }}
        onDoubleClick={(event) => {
          const index = indexAt(event)
          if (index !== null && shownAt(index, coming).kind === 'asset') openViewer()
        }}
        onDragStart={(event) => {
          event.preventDefault()
          const index = indexAt(event)
          if (index !== null) dragOut(index - coming.length)
        }}
        onFocus={(event) => {
          // The browser brings what takes the focus into sight, but knows only the canvas.
          if (isActiveDrawn || activeRow === null || event.target.getAttribute('data-index') !== `${active}`) return
          scrollTo(activeRow.top - height / 2)
        }}
      >
        <tbody className={styles.rows}>
          {[...drawn, ...(isActiveDrawn || activeRow === null ? [] : [activeRow])].map((row) =>
            row.kind === 'day' ? (
              <Day
                key={`day ${row.first}`}
                row={row}
                top={place(row)}
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
                top={isActiveDrawn || row !== activeRow ? place(row) : -row.height - 1000}
                ratioCodes={ratioCodes}
                coming={coming}
                chosen={chosen}
                active={active >= row.first && active < row.end ? active : -1}
                bare={flinging}
              />
            ),
          )}
        </tbody>
      </table>
      {marquee && <div className={styles.marquee} style={marquee} />}
    </div>
  )
}
