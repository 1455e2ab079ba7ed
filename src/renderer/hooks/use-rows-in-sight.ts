import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

interface Sight {
  first: number
  /** Exclusive. */
  end: number
}

/** Which rows of a list lie in its scroller, wherever in it the list begins; with some more on both sides. */
export function useRowsInSight(
  scroller: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  over = 6,
): Sight {
  const [sight, setSight] = useState<Sight>({ first: 0, end: Math.min(count, 24) })
  const measure = (): void => {
    if (!scroller.current || !list.current) return
    const frame = scroller.current.getBoundingClientRect()
    const above = frame.top - list.current.getBoundingClientRect().top
    const first = Math.min(count, Math.max(0, Math.floor(above / rowHeight) - over))
    const end = Math.max(first, Math.min(count, Math.ceil((above + frame.height) / rowHeight) + over))
    setSight((old) => (old.first === first && old.end === end ? old : { first, end }))
  }
  // What stands above the list comes and goes, so its place is looked at after every drawing.
  useLayoutEffect(measure)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  })
  return sight
}
