import { type RefObject, useEffect } from 'react'
import type { Box } from '../../grid/box.ts'
import type { Sight } from '../../grid/draw-sight.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { keepStartupSnapshot } from '../../stores/startup-snapshot.ts'
import { useView } from '../../stores/view-store.ts'
import { useComing } from './use-grid.ts'

/** Longer than anybody scrolls, searches or resizes without a rest. */
const afterMs = 1500

const boxOf = ({ left, top, width, height }: DOMRect): Box => {
  const [x, y, wide, high] = [left, top, width, height].map((length) => Math.round(length * 100) / 100)
  return { left: x ?? 0, top: y ?? 0, width: wide ?? 0, height: high ?? 0 }
}

/** The pictures in sight, where they stand; null for none, undefined while the library's beginning is not what is seen. */
function seenIn(screen: HTMLElement): Sight | null | undefined {
  const { filter, list, isWhole, total, itemAt } = useLibrary.getState()
  if (list === null || useView.getState().viewing || Object.keys(filter).length > 0) return undefined
  const pane = screen.querySelector('[role="grid"]')?.parentElement
  if (!pane) return isWhole && total === 0 ? null : undefined
  if (pane.scrollTop > 0) return undefined
  const around = pane.getBoundingClientRect()
  const pictures = [...pane.querySelectorAll<HTMLElement>('[data-index]')].flatMap((cell) => {
    const item = itemAt(Number(cell.dataset.index))
    const at = cell.getBoundingClientRect()
    if (!item?.present || item.mediaType === 'video' || at.top >= around.bottom || cell.querySelector('img') === null)
      return []
    return [{ ...boxOf(at), address: item.thumbnail, isCutout: item.hasAlpha }]
  })
  return pictures.length > 0 ? { pane: boxOf(around), pictures } : null
}

/** Keeps what is seen of the library's beginning, for the next start to begin with (main: startup-snapshot.ts). */
export function useStartupSnapshot(screen: RefObject<HTMLElement | null>): void {
  const isComing = useComing().length > 0
  useEffect(() => {
    // What is under way will be a picture soon, or nothing.
    if (isComing) return
    let timer: ReturnType<typeof setTimeout>
    const soon = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const seen = screen.current ? seenIn(screen.current) : undefined
        if (seen !== undefined) void keepStartupSnapshot(useView.getState().rowHeight, seen)
      }, afterMs)
    }
    soon()
    const ends = [useLibrary.subscribe(soon), useView.subscribe(soon)]
    const sizes = new ResizeObserver(soon)
    if (screen.current) sizes.observe(screen.current)
    return () => {
      clearTimeout(timer)
      for (const end of ends) end()
      sizes.disconnect()
    }
  }, [isComing, screen])
}
