import { type RefObject, useRef, useState } from 'react'
import { useGrip } from '../../hooks/use-grip.ts'
import {
  fittedSight,
  heldSight,
  measuresOf,
  type PictureSize,
  type ScaleMatch,
  type ViewRect,
  zoomedAt,
} from './geometry.ts'

/** So long after the last step the pictures are drawn sharp again. */
const restMs = 150

export interface SharedSight {
  sight: ViewRect
  isFitted: boolean
  fit: () => void
  /** As the shared measure has it. */
  zoomTo: (scale: number) => void
  zoomBy: (factor: number) => void
  pan: (across: number, down: number) => void
}

/**
 * Zoom and pan that all pictures share: fitted until somebody takes hold of them.
 * @param own what makes one picture's pixel one of the screen's, by its place
 */
export function useSight(
  ref: RefObject<HTMLElement | null>,
  of: { key: string; cell: PictureSize; sizes: readonly PictureSize[]; match: ScaleMatch },
): SharedSight {
  const { key, cell, sizes, match } = of
  const [held, setHeld] = useState<{ key: string; sight: ViewRect } | null>(null)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const whole = fittedSight(cell, sizes, match)
  const isFitted = held?.key !== key
  const sight = isFitted ? whole : heldSight(held.sight, cell, sizes, match)
  /** While they move, the layers are only moved; once they rest they are drawn anew at their size. */
  const note = (): void => {
    const element = ref.current
    if (!element) return
    element.dataset.moving = ''
    clearTimeout(rest.current)
    rest.current = setTimeout(() => delete element.dataset.moving, restMs)
  }
  const hold = (change: (old: ViewRect) => ViewRect): void => {
    note()
    // Steps come faster than they are drawn: each goes on from the last.
    setHeld((old) => ({ key, sight: heldSight(change(old?.key === key ? old.sight : whole), cell, sizes, match) }))
  }
  const fit = (): void => setHeld(null)
  const zoomTo = (scale: number): void => hold((old) => zoomedAt(old, scale, 0, 0))
  const zoomBy = (factor: number): void => hold((old) => zoomedAt(old, old.scale * factor, 0, 0))
  const pan = (across: number, down: number): void =>
    hold((old) => ({ ...old, across: old.across + across, down: old.down + down }))

  useGrip(
    ref,
    {
      onPan: pan,
      onZoom: (factor, clientX, clientY) => {
        const at = pointIn(clientX, clientY)
        if (at) hold((old) => zoomedAt(old, old.scale * factor, at.x, at.y))
      },
      onTwice: (clientX, clientY) => {
        const at = pointIn(clientX, clientY)
        if (!at) return
        if (isFitted) hold((old) => zoomedAt(old, 1 / (measuresOf(sizes, match)[at.place] ?? 1), at.x, at.y))
        else fit()
      },
    },
    'label, [data-keeps]',
  )
  return { sight, isFitted, fit, zoomTo, zoomBy, pan }
}

/** Which picture lies under a point of the window, and where in its cell, from the middle. */
function pointIn(clientX: number, clientY: number): { place: number; x: number; y: number } | null {
  const face = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-place]')
  if (!face) return null
  const { left, top, width, height } = face.getBoundingClientRect()
  return { place: Number(face.dataset.place), x: clientX - left - width / 2, y: clientY - top - height / 2 }
}
