import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useNarrow } from '../../hooks/use-narrow.ts'
import { useSize } from '../../hooks/use-size.ts'

export interface Placement {
  /** Pixels of the screen for one pixel of the picture. */
  scale: number
  left: number
  top: number
}

export interface Stage {
  placement: Placement
  fitted: boolean
  fit: () => void
  zoomTo: (scale: number) => void
  pan: (across: number, down: number) => void
}

const margin = 24
/** Where the keys of the viewer stand under a fitted picture. */
const keysMargin = 48
const least = 0.02
const most = 16
const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/** The place a picture takes when it is fitted: whole, centred, never larger than itself. */
function fitted(
  stage: { width: number; height: number },
  picture: { width: number; height: number },
  foot: number,
): Placement {
  const height = stage.height - margin - foot
  const scale = stage.width === 0 ? 1 : Math.min((stage.width - 2 * margin) / picture.width, height / picture.height, 1)
  const top = margin + (height - picture.height * scale) / 2
  return { scale, left: (stage.width - picture.width * scale) / 2, top }
}

/** Zooms so that the point under the pointer stays where it is. */
function zoomed(placement: Placement, scale: number, x: number, y: number): Placement {
  const grown = scale / placement.scale
  return { scale, left: x - (x - placement.left) * grown, top: y - (y - placement.top) * grown }
}

/** Zoom and pan of one picture in a stage. Fitted until the user takes hold of it; a new picture is fitted again. */
export function useStage(
  ref: RefObject<HTMLElement | null>,
  picture: { id: string; width: number; height: number },
  /** The part of the stage's width that a picture has when it is fitted. */
  share = 1,
): Stage {
  const { width, height } = useSize(ref)
  const [held, setHeld] = useState<{ id: string; placement: Placement } | null>(null)
  const fit = useCallback(() => setHeld(null), [])
  const foot = useNarrow() ? margin : keysMargin
  const inShare = fitted({ width: width * share, height }, picture, foot)
  const whole = { ...inShare, left: inShare.left + (width * (1 - share)) / 2 }
  const isFitted = held?.id !== picture.id
  const placement = isFitted ? whole : held.placement
  const hold = (next: Placement): void => setHeld({ id: picture.id, placement: next })
  const zoomAt = (scale: number, x: number, y: number): void =>
    hold(zoomed(placement, clamp(scale, Math.min(least, whole.scale), most), x, y))
  const zoomTo = (scale: number): void => zoomAt(scale, width / 2, height / 2)
  const pan = (across: number, down: number): void =>
    hold({ ...placement, left: placement.left + across, top: placement.top + down })

  const acts = useRef({ zoomAt, zoomTo, pan, fit, scale: placement.scale, isFitted })
  useEffect(() => {
    acts.current = { zoomAt, zoomTo, pan, fit, scale: placement.scale, isFitted }
  })

  useEffect(() => {
    const element = ref.current
    if (!element) return
    const listening = new AbortController()
    const { signal } = listening
    // React's own wheel listeners are passive and could not keep the page from moving.
    element.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault()
        const now = acts.current
        const zooms = event.ctrlKey || event.metaKey || Math.abs(event.deltaX) < Math.abs(event.deltaY)
        const box = element.getBoundingClientRect()
        if (!zooms) now.pan(-event.deltaX, -event.deltaY)
        else now.zoomAt(now.scale * Math.exp(-event.deltaY * 0.0015), event.clientX - box.left, event.clientY - box.top)
      },
      { passive: false, signal },
    )
    element.addEventListener(
      'pointerdown',
      (event) => {
        const onButton = event.target instanceof Element && event.target.closest('button') !== null
        if (event.button === 0 && !onButton) element.setPointerCapture(event.pointerId)
      },
      { signal },
    )
    element.addEventListener(
      'pointermove',
      (event) => element.hasPointerCapture(event.pointerId) && acts.current.pan(event.movementX, event.movementY),
      { signal },
    )
    element.addEventListener(
      'dblclick',
      (event) => {
        if (event.target instanceof Element && event.target.closest('button')) return
        if (acts.current.isFitted) acts.current.zoomTo(1)
        else acts.current.fit()
      },
      { signal },
    )
    return () => listening.abort()
  }, [ref])

  return { placement, fitted: isFitted, fit, zoomTo, pan }
}
