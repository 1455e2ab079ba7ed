import { type RefObject, useEffect, useState } from 'react'
import { useSize } from './use-size.ts'

export interface FixedRows {
  first: number
  end: number
  height: number
}

/** Which of many rows of one height lie in the scroller, with some more on both sides. */
export function useFixedRows(
  ref: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  over = 8,
): FixedRows {
  const { height } = useSize(ref)
  const [top, setTop] = useState(0)
  useEffect(() => {
    const scroller = ref.current
    if (!scroller) return
    const follow = (): void => setTop(scroller.scrollTop)
    scroller.addEventListener('scroll', follow, { passive: true })
    return () => scroller.removeEventListener('scroll', follow)
  }, [ref])
  const first = Math.max(0, Math.floor(top / rowHeight) - over)
  const end = Math.min(count, Math.ceil((top + Math.max(height, rowHeight)) / rowHeight) + over)
  return { first: Math.min(first, Math.max(0, count - 1)), end, height: count * rowHeight }
}
