import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { canvasCap, type Heights, isStuck, type LongScroll, moved, realFor } from './long-scroll.ts'

/** Faster than this, in pixels a millisecond, a fling is on and pictures wait. */
const flingSpeed = 12
/** After so long without a move the scroller is at rest. */
const restMs = 120

export interface Scroll {
  /** Where the reader is in the whole height. */
  top: number
  /** Pixels to take off a row's place in the whole height, to have its place in the canvas. */
  shift: number
  flinging: boolean
  /** Height of the element that stands for the whole. */
  canvas: number
  scrollTo: (top: number) => void
}

/** Where a scroller stands in a height that may be more than a browser can scroll, once a frame. */
export function useLongScroll(ref: RefObject<HTMLElement | null>, whole: number, view: number): Scroll {
  const canvas = Math.min(whole, canvasCap(window.devicePixelRatio))
  const heights = useRef<Heights>({ whole, canvas, view })
  const at = useRef<LongScroll>({ top: 0, real: 0 })
  const [scroll, setScroll] = useState({ top: 0, shift: 0, flinging: false })

  const show = useCallback((flinging: boolean) => {
    const { top, real } = at.current
    setScroll((old) =>
      old.top === top && old.shift === top - real && old.flinging === flinging
        ? old
        : { top, shift: top - real, flinging },
    )
  }, [])

  /** Puts the bar where it belongs, without a move of what is seen. */
  const setRight = useCallback(() => {
    const scroller = ref.current
    if (!scroller) return
    const real = Math.round(realFor(at.current.top, heights.current))
    if (Math.abs(real - at.current.real) < 1) return
    scroller.scrollTop = real
    at.current = { ...at.current, real: scroller.scrollTop }
  }, [ref])

  const scrollTo = useCallback(
    (top: number) => {
      const { whole, view } = heights.current
      at.current = { ...at.current, top: Math.max(0, Math.min(whole - view, top)) }
      setRight()
      show(false)
    },
    [setRight, show],
  )

  useLayoutEffect(() => {
    const before = heights.current
    heights.current = { whole, canvas, view }
    if (before.whole === whole && before.canvas === canvas && before.view === view) return
    const most = Math.max(0, whole - view)
    if (at.current.top > most) at.current = { ...at.current, top: most }
    if (canvas < whole || at.current.real > canvas - view) setRight()
    show(false)
  }, [whole, canvas, view, setRight, show])

  useEffect(() => {
    const scroller = ref.current
    if (!scroller) return
    let frame = 0
    let rest: ReturnType<typeof setTimeout> | undefined
    let last = { top: at.current.top, ms: performance.now() }
    const read = (): void => {
      frame = 0
      const ms = performance.now()
      at.current = moved(at.current, scroller.scrollTop, heights.current)
      if (isStuck(at.current, heights.current)) setRight()
      const flinging = Math.abs(at.current.top - last.top) / Math.max(1, ms - last.ms) > flingSpeed
      last = { top: at.current.top, ms }
      show(flinging)
      clearTimeout(rest)
      rest = setTimeout(() => requestAnimationFrame(settle), restMs)
    }
    /** On a slow computer a fling may have no frame for longer than that: one that goes on is heard before this. */
    const settle = (): void => {
      if (frame !== 0) return
      setRight()
      show(false)
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
  }, [ref, setRight, show])

  return { ...scroll, canvas, scrollTo }
}
