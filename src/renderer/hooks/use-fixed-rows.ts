import { type RefObject, useEffect, useState } from 'react'
import { type LeadRows, placeRows, type RowPlaces } from '../grid/lead-rows.ts'
import { useSize } from './use-size.ts'

export interface FixedRows extends RowPlaces {
  first: number
  end: number
}

const over = 8
const noLead: LeadRows = { count: 0, height: 0 }

/** Which of many rows lie in the scroller, with some more on both sides. All are as high, but for those that lead. */
export function useFixedRows(
  ref: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  lead: LeadRows = noLead,
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
  const places = placeRows(count, rowHeight, lead)
  const first = Math.max(0, places.rowAt(top) - over)
  const end = Math.min(count, places.rowAt(top + Math.max(height, rowHeight)) + 1 + over)
  return { ...places, first: Math.min(first, Math.max(0, count - 1)), end }
}
