import { type JSX, type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { dayKey, dayWords, plural } from '../../lib/format.ts'
import { rowOf, rowsBetween, stepRow } from '../../lib/grid-window.ts'
import { cellsOf, type DayRow, type PictureRow } from '../../lib/justify.ts'
import { useSize } from '../../lib/use-size.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { useView } from '../../stores/view-store.ts'
import { GridCell } from './grid-cell.tsx'
import styles from './library.module.css'
import { gap, type Shown, useGrid } from './use-grid.ts'
import { useScroll } from './use-scroll.ts'

const sideSpace = 32

/** The ARIA grid pattern: a table whose cells take the keyboard, one at a time. */
const pictureGrid = { role: 'grid', 'aria-label': 'Pictures' } as const

interface DayProps {
  row: DayRow
  rowIndex: number
  shown: readonly Shown[]
  whole: boolean
}

function Day({ row, rowIndex, shown, whole }: DayProps): JSX.Element {
  const { title, date } = dayWords(row.day, Date.now())
  let pictures = row.end - row.first
  if (row.day === dayKey(Date.now())) {
    for (let at = row.first; at < row.end && shown[at]?.kind === 'coming'; at += 1) pictures -= 1
  }
  const words = [date, whole && pictures > 0 ? plural(pictures, 'picture') : null].filter(Boolean).join(', ')
  return (
    <tr aria-rowindex={rowIndex} className={styles.day} style={{ top: row.top, height: row.height }}>
      <th scope="row" className={styles.dayWords}>
        {title}
        <span className="hint">{words}</span>
      </th>
    </tr>
  )
}

interface RowProps {
  row: PictureRow
  rowIndex: number
  shown: readonly Shown[]
  selectedId: string | null
  activeId: string | null
  bare: boolean
}

function Pictures({ row, rowIndex, shown, selectedId, activeId, bare }: RowProps): JSX.Element {
  return (
    <tr aria-rowindex={rowIndex} className={styles.pictures} style={{ top: row.top, height: row.height }}>
      {cellsOf(shown, row, gap).map((cell, offset) => {
        const each = shown[row.first + offset]
        if (!each) return null
        return (
          <GridCell
            key={each.id}
            shown={each}
            left={cell.left}
            width={cell.width}
            column={offset + 1}
            selected={each.id === selectedId}
            active={each.id === activeId}
            bare={bare}
          />
        )
      })}
    </tr>
  )
}

/** Pages are read until what is in sight is there; the rest of the library stands as empty height. */
function useFilling(bottom: number, loadedHeight: number): void {
  const more = useLibrary((library) => library.more)
  const cursor = useLibrary((library) => library.cursor)
  const loading = useLibrary((library) => library.loading)
  const trouble = useLibrary((library) => library.trouble)
  useEffect(() => {
    if (!loading && trouble === null && cursor !== null && bottom > loadedHeight - 2000) void more()
  }, [bottom, loadedHeight, cursor, loading, trouble, more])
}

/** Finds the picture an event happened on. */
const idAt = (event: MouseEvent): string | null =>
  event.target instanceof Element ? (event.target.closest('[data-id]')?.getAttribute('data-id') ?? null) : null

export function Grid({ onTrash }: { onTrash: () => void }): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null)
  const { width, height } = useSize(scroller)
  const rowHeight = useView((view) => view.rowHeight)
  const selectedId = useView((view) => view.assetId)
  const chooseAsset = useView((view) => view.chooseAsset)
  const openAsset = useView((view) => view.openAsset)
  const total = useLibrary((library) => library.total)
  const loaded = useLibrary((library) => library.items.length)
  const cursor = useLibrary((library) => library.cursor)
  const { shown, layout } = useGrid(Math.max(0, width - sideSpace), rowHeight)
  const { top, flinging } = useScroll(scroller)
  const rows = layout.rows
  useFilling(top + height, layout.height)

  // The unread part of the library has about the height of as many read pictures.
  const unread = loaded === 0 ? 0 : ((total - loaded) * layout.height) / loaded
  const selectedIndex = selectedId === null ? -1 : shown.findIndex((each) => each.id === selectedId)
  // A chosen request that has become its picture: the choice goes over to the picture, and the keyboard with it.
  const came =
    selectedId !== null && selectedIndex < 0
      ? shown.find((each) => each.kind === 'asset' && each.asset.requestId === selectedId)?.id
      : undefined
  useEffect(() => {
    if (came === undefined) return
    const { activeElement } = document
    chooseAsset(came, activeElement === document.body || (scroller.current?.contains(activeElement) ?? false))
  }, [came, chooseAsset])
  const activeIndex = Math.max(0, selectedIndex)
  const drawn = rowsBetween(rows, top, top + height, 400)
  const activeRow = rows[rowOf(rows, activeIndex)]
  if (activeRow && !drawn.includes(activeRow)) drawn.push(activeRow)

  const toFocus = useView((view) => view.toFocus)
  const focused = useView((view) => view.focused)
  const placed = useRef(false)
  const select = (index: number): void => {
    const each = shown[Math.min(shown.length - 1, Math.max(0, index))]
    if (!each) return
    chooseAsset(each.id, true)
  }
  useLayoutEffect(() => {
    const element = scroller.current
    const row = rows[rowOf(rows, selectedIndex)]
    const focuses = toFocus !== null && toFocus === selectedId
    // The chosen picture is brought into sight when it takes the keyboard, and once when the grid comes back.
    if (!element || !row || (!focuses && placed.current)) return
    placed.current = true
    if (row.top < element.scrollTop + 8) element.scrollTop = Math.max(0, row.top - 48)
    else if (row.top + row.height > element.scrollTop + element.clientHeight - 8) {
      element.scrollTop = row.top + row.height - element.clientHeight + 16
    }
    if (!focuses) return
    element.querySelector<HTMLElement>(`[data-id="${CSS.escape(selectedId)}"]`)?.focus({ preventScroll: true })
    focused()
  }, [selectedIndex, selectedId, rows, toFocus, focused])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (shown.length === 0) return
    const page = (direction: -1 | 1): number => {
      const steps = Math.max(1, Math.floor(height / (rowHeight + gap)) - 1)
      let at = activeIndex
      for (let step = 0; step < steps; step += 1) at = stepRow(shown, rows, at, direction, gap)
      return at
    }
    const moves: Record<string, () => void> = {
      ArrowLeft: () => select(activeIndex - 1),
      ArrowRight: () => select(selectedIndex < 0 ? 0 : activeIndex + 1),
      ArrowUp: () => select(stepRow(shown, rows, activeIndex, -1, gap)),
      ArrowDown: () => select(selectedIndex < 0 ? 0 : stepRow(shown, rows, activeIndex, 1, gap)),
      PageUp: () => select(page(-1)),
      PageDown: () => select(page(1)),
      Home: () => select(0),
      End: () => select(shown.length - 1),
      ' ': () => select(activeIndex),
      Enter: () => {
        const each = shown[activeIndex]
        if (each?.kind === 'asset') openAsset(each.id)
      },
      Delete: onTrash,
      Backspace: onTrash,
    }
    const move = event.ctrlKey || event.metaKey ? undefined : moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  }

  return (
    <div ref={scroller} className={styles.scroller}>
      <table
        className={styles.canvas}
        style={{ height: layout.height + unread }}
        {...pictureGrid}
        aria-rowcount={cursor === null ? rows.length : -1}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          const id = idAt(event)
          if (id !== null) chooseAsset(id, true)
        }}
        onDoubleClick={(event) => {
          const id = idAt(event)
          if (id !== null && shown.some((each) => each.id === id && each.kind === 'asset')) openAsset(id)
        }}
      >
        <tbody className={styles.rows}>
          {drawn.map((row) => {
            const at = rows.indexOf(row) + 1
            return row.kind === 'day' ? (
              <Day
                key={`day ${row.day}`}
                row={row}
                rowIndex={at}
                shown={shown}
                whole={cursor === null || row.end < shown.length}
              />
            ) : (
              <Pictures
                key={shown[row.first]?.id}
                row={row}
                rowIndex={at}
                shown={shown}
                selectedId={selectedId}
                activeId={shown[activeIndex]?.id ?? null}
                bare={flinging}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
