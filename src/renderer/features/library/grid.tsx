import { type JSX, type MouseEvent, useRef } from 'react'
import { call } from '../../bridge/bridge.ts'
import { perLanguage, t } from '../../format/messages.ts'
import { countOf, has } from '../../grid/ranges.ts'
import { useSize } from '../../hooks/use-size.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { useView } from '../../stores/view-store.ts'
import { GridRows, shownAt } from './grid-rows.tsx'
import styles from './library.module.css'
import { useDrawnRows } from './use-drawn-rows.ts'
import { useGrid } from './use-grid.ts'
import { useChoiceFollowsRequest, useGridFocus } from './use-grid-focus.ts'
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

/** The unread part of the library has about the height of as many read pictures. */
function useUnreadHeight(read: number, height: number): number {
  const total = useLibrary((library) => library.total)
  return read === 0 ? 0 : ((Math.max(total, read) - read) * height) / read
}

export function Grid({ onTrash }: { onTrash: () => void }): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null)
  const { width, height } = useSize(scroller)
  const rowHeight = useView((view) => view.rowHeight)
  const assetId = useView((view) => view.assetId)
  const openViewer = useView((view) => view.openViewer)
  const isWhole = useLibrary((library) => library.isWhole)
  const lead = useLibrary((library) => library.lead)
  const { coming, ratioCodes, layout } = useGrid(Math.max(0, width - sideSpace), rowHeight)
  const unread = useUnreadHeight(ratioCodes.count - coming.length, layout.height)
  const scroll = useLongScroll(scroller, layout.height + unread, height)
  const { top, shift, scrollTo } = scroll

  const leadIndex = lead === null ? coming.findIndex((request) => request.id === assetId) : coming.length + lead
  const active = Math.max(0, leadIndex)
  const rows = useDrawnRows({ ratioCodes, layout, coming: coming.length, active, height, rowHeight, scroll })
  useChoiceFollowsRequest(scroller, leadIndex)
  useGridFocus(scroller, { ratioCodes, layout, active, leadIndex, top, height, scrollTo })
  const keys = useGridKeys({ ratioCodes, layout, coming, active, leadIndex, height, rowHeight, onTrash })
  const marquee = useMarquee(scroller, { ratioCodes, layout, shift, coming: coming.length })
  return (
    <div ref={scroller} className={styles.scroller}>
      <table
        className={styles.canvas}
        style={{ height: scroll.canvas }}
        {...pictureGrid()}
        aria-rowcount={isWhole ? layout.rows : -1}
        onKeyDown={keys.onKeyDown}
        onClick={(event) => {
          const index = indexAt(event)
          if (index !== null) keys.onClick(index, event)
        }}
        onDoubleClick={(event) => {
          const index = indexAt(event)
          // One that is still being read opens as soon as it is there, as with the key.
          if (index !== null && shownAt(index, coming).kind !== 'coming') openViewer()
        }}
        onDragStart={(event) => {
          event.preventDefault()
          const index = indexAt(event)
          if (index !== null) dragOut(index - coming.length)
        }}
        onFocus={(event) => {
          // The browser brings what takes the focus into sight, but knows only the canvas.
          if (rows.stray !== null && event.target.getAttribute('data-index') === `${active}`)
            scrollTo(rows.stray.top - height / 2)
        }}
      >
        <GridRows rows={rows} ratioCodes={ratioCodes} coming={coming} active={active} scroll={scroll} />
      </table>
      {marquee && <div className={styles.marquee} style={marquee} />}
    </div>
  )
}
