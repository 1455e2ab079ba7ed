import { type RefObject, useEffect, useRef } from 'react'

interface Grip {
  /** By so many pixels of the screen. */
  onPan: (across: number, down: number) => void
  /** So many times as large, about a point of the window. */
  onZoom: (factor: number, clientX: number, clientY: number) => void
  /** Pressed twice, at a point of the window. */
  onTwice: (clientX: number, clientY: number) => void
}

/**
 * Wheel and pointer over pictures that are zoomed and moved: the wheel zooms, sideways it moves; a drag moves.
 * @param but what keeps its own presses, as a selector
 */
export function useGrip(ref: RefObject<HTMLElement | null>, grip: Grip, but = 'button'): void {
  const latest = useRef(grip)
  useEffect(() => {
    latest.current = grip
  })
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const listening = new AbortController()
    const { signal } = listening
    const isKept = ({ target }: Event): boolean => target instanceof Element && target.closest(but) !== null
    // React's own wheel listeners are passive and could not keep the page from moving.
    element.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault()
        const zooms = event.ctrlKey || event.metaKey || Math.abs(event.deltaX) < Math.abs(event.deltaY)
        if (zooms) latest.current.onZoom(Math.exp(-event.deltaY * 0.0015), event.clientX, event.clientY)
        else latest.current.onPan(-event.deltaX, -event.deltaY)
      },
      { passive: false, signal },
    )
    element.addEventListener(
      'pointerdown',
      (event) => {
        if (event.button === 0 && !isKept(event)) element.setPointerCapture(event.pointerId)
      },
      { signal },
    )
    element.addEventListener(
      'pointermove',
      (event) => element.hasPointerCapture(event.pointerId) && latest.current.onPan(event.movementX, event.movementY),
      { signal },
    )
    element.addEventListener(
      'dblclick',
      (event) => !isKept(event) && latest.current.onTwice(event.clientX, event.clientY),
      {
        signal,
      },
    )
    return () => listening.abort()
  }, [ref, but])
}
