import { useEffect } from 'react'
import { gridRowOf, rowsBetween } from '../../grid/grid-window.ts'
import { type GridLayout, type GridRow, type RatioCodes, rowAt } from '../../grid/justify.ts'
import { useLibrary } from '../../stores/library-store.ts'
import type { Scroll } from './use-long-scroll.ts'

interface DrawnRowsOptions {
  ratioCodes: RatioCodes
  layout: GridLayout
  /** Cells of requests that are under way, before those of pictures. */
  coming: number
  /** The cell that the keyboard comes to. */
  active: number
  height: number
  rowHeight: number
  scroll: Scroll
}

export interface DrawnRows {
  /** In sight, and somewhat above and below it. */
  near: readonly GridRow[]
  /** The row that the keyboard comes to, where it is none of these: drawn too, out of sight. */
  stray: GridRow | null
}

/** Which rows are drawn. Their pictures are asked for, unless a fling goes over them. */
export function useDrawnRows(options: DrawnRowsOptions): DrawnRows {
  const { ratioCodes, layout, coming, active, height, rowHeight } = options
  const { top, flinging } = options.scroll
  const revision = useLibrary((library) => library.revision)
  const over = Math.min(400, rowHeight * 1.5)
  const near = rowsBetween(ratioCodes, layout, top, top + height, over)
  const [firstDrawn, lastDrawn] = [near[0]?.first ?? 0, near.at(-1)?.end ?? 0]
  const activeRow = rowAt(ratioCodes, layout, gridRowOf(layout, active))
  const isDrawn = activeRow === null || near.some((row) => row.at === activeRow.at)
  useEffect(() => {
    if (!flinging && revision >= 0) useLibrary.getState().need(firstDrawn - coming, Math.max(0, lastDrawn - coming))
  }, [flinging, firstDrawn, lastDrawn, coming, revision])
  return { near, stray: isDrawn ? null : activeRow }
}
