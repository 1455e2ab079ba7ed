import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { gridRowOf } from '../../grid/grid-window.ts'
import { type GridLayout, type RatioCodes, rowAt } from '../../grid/justify.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { useView } from '../../stores/view-store.ts'

/** A chosen request that has become its picture: the choice goes over to the picture, and the keyboard with it. */
export function useChoiceFollowsRequest(scroller: RefObject<HTMLElement | null>, leadIndex: number): void {
  const assetId = useView((view) => view.assetId)
  const lead = useLibrary((library) => library.lead)
  const revision = useLibrary((library) => library.revision)
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
  }, [scroller, isRequest, assetId, revision])
}

interface GridFocusOptions {
  ratioCodes: RatioCodes
  layout: GridLayout
  /** The cell that the keyboard comes to, and the one that is chosen; -1: none is. */
  active: number
  leadIndex: number
  /** What is in sight, from the top of all rows. */
  top: number
  height: number
  scrollTo: (top: number) => void
}

/** The keyboard goes to the cell that is asked for, and what is chosen comes into sight. */
export function useGridFocus(scroller: RefObject<HTMLElement | null>, options: GridFocusOptions): void {
  const { ratioCodes, layout, active, leadIndex, top, height, scrollTo } = options
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
  }, [scroller, active, leadIndex, layout, ratioCodes, toFocus, focused, top, height, scrollTo])
}
