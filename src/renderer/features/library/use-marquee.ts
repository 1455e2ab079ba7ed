import { type RefObject, useEffect, useRef, useState } from 'react'
import { isRtl } from '../../format/messages.ts'
import type { Box } from '../../grid/box.ts'
import { picturesIn } from '../../grid/grid-window.ts'
import type { GridLayout, RatioCodes } from '../../grid/justify.ts'
import { none, plus } from '../../grid/ranges.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { gap } from './use-grid.ts'

interface GridState {
  ratioCodes: RatioCodes
  layout: GridLayout
  /** Pixels between the whole height and the canvas that stands for it. */
  shift: number
  coming: number
}

const sideMargin = 16

/** A box drawn from an empty place of the grid chooses what it touches; with Ctrl or Shift beside what is chosen. */
export function useMarquee(ref: RefObject<HTMLElement | null>, grid: GridState): Box | null {
  const [box, setBox] = useState<Box | null>(null)
  const now = useRef(grid)
  useEffect(() => {
    now.current = grid
  })
  useEffect(() => {
    const scroller = ref.current
    if (!scroller) return
    const listening = new AbortController()
    const { signal } = listening
    let start: { x: number; y: number; kept: ReturnType<typeof useLibrary.getState>['chosen'] } | null = null
    const placeOf = (event: PointerEvent): { x: number; y: number } => {
      const frame = scroller.getBoundingClientRect()
      return { x: event.clientX - frame.left - scroller.clientLeft, y: event.clientY - frame.top + scroller.scrollTop }
    }
    const draw = (event: PointerEvent): void => {
      if (!start) return
      const { x, y } = placeOf(event)
      const made = {
        left: Math.min(x, start.x),
        top: Math.min(y, start.y),
        width: Math.abs(x - start.x),
        height: Math.abs(y - start.y),
      }
      setBox(made)
      const { ratioCodes, layout, shift, coming } = now.current
      const fromStart = isRtl() ? scroller.clientWidth - made.left - made.width : made.left
      const left = fromStart - sideMargin
      const hit = picturesIn(
        ratioCodes,
        layout,
        { left, right: left + made.width, top: made.top + shift, bottom: made.top + made.height + shift },
        gap,
      ).map(([from, end]): [number, number] => [Math.max(0, from - coming), Math.max(0, end - coming)])
      const chosen = plus(start.kept, hit)
      const last = hit.at(-1)?.[0] ?? null
      useLibrary.getState().choose(chosen, last, last)
    }
    const end = (): void => {
      start = null
      setBox(null)
    }
    scroller.addEventListener(
      'pointerdown',
      (event) => {
        const onCell = event.target instanceof Element && event.target.closest('[data-index]') !== null
        // A press on the scroll bar lies beside what is inside.
        const { x } = placeOf(event)
        const onBar = x < 0 || x >= scroller.clientWidth
        if (event.button !== 0 || onCell || onBar) return
        const adds = event.ctrlKey || event.metaKey || event.shiftKey
        start = { ...placeOf(event), kept: adds ? useLibrary.getState().chosen : none }
        if (!adds) useLibrary.getState().choose(none, null, null)
        scroller.setPointerCapture(event.pointerId)
      },
      { signal },
    )
    scroller.addEventListener('pointermove', draw, { signal })
    scroller.addEventListener('pointerup', end, { signal })
    scroller.addEventListener('pointercancel', end, { signal })
    return () => listening.abort()
  }, [ref])
  return box
}
