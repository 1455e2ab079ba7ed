import { type RefObject, useEffect, useState } from 'react'

/** Faster than this, in pixels a millisecond, a fling is on and pictures wait. */
const flingSpeed = 12

export interface Scroll {
  top: number
  flinging: boolean
}

/** Where a scroller stands, once a frame. */
export function useScroll(ref: RefObject<HTMLElement | null>): Scroll {
  const [scroll, setScroll] = useState<Scroll>({ top: 0, flinging: false })
  useEffect(() => {
    const scroller = ref.current
    if (!scroller) return
    let frame = 0
    let rest: ReturnType<typeof setTimeout> | undefined
    let last = { top: scroller.scrollTop, at: performance.now() }
    const read = (): void => {
      frame = 0
      const at = performance.now()
      const top = scroller.scrollTop
      const flinging = Math.abs(top - last.top) / Math.max(1, at - last.at) > flingSpeed
      last = { top, at }
      setScroll({ top, flinging })
      clearTimeout(rest)
      if (flinging) rest = setTimeout(() => setScroll({ top: scroller.scrollTop, flinging: false }), 90)
    }
    const follow = (): void => {
      frame ||= requestAnimationFrame(read)
    }
    scroller.addEventListener('scroll', follow, { passive: true })
    return () => {
      scroller.removeEventListener('scroll', follow)
      cancelAnimationFrame(frame)
      clearTimeout(rest)
    }
  }, [ref])
  return scroll
}
