import { type RefObject, useCallback, useState } from 'react'
import type { Placement } from '../../grid/placement.ts'
import { useGrip } from '../../hooks/use-grip.ts'
import { useSize } from '../../hooks/use-size.ts'

export interface Stage {
  placement: Placement
  fitted: boolean
  fit: () => void
  zoomTo: (scale: number) => void
  pan: (across: number, down: number) => void
}

const margin = 24
const least = 0.02
const most = 16
const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/** The place a picture takes when it is fitted: whole, centred, never larger than itself. */
function fitted(stage: { width: number; height: number }, picture: { width: number; height: number }): Placement {
  const height = stage.height - 2 * margin
  const scale = stage.width === 0 ? 1 : Math.min((stage.width - 2 * margin) / picture.width, height / picture.height, 1)
  const top = margin + (height - picture.height * scale) / 2
  return { scale, left: (stage.width - picture.width * scale) / 2, top }
}

/** Zooms so that the point under the pointer stays where it is. */
function zoomed(placement: Placement, scale: number, x: number, y: number): Placement {
  const grown = scale / placement.scale
  return { scale, left: x - (x - placement.left) * grown, top: y - (y - placement.top) * grown }
}

/**
 * Zoom and pan of one picture in a stage. Fitted until the user takes hold of it; a new picture is fitted again.
 * @param but what keeps its own presses, as a selector; left out: buttons
 */
export function useStage(
  ref: RefObject<HTMLElement | null>,
  picture: { id: string; width: number; height: number },
  but?: string,
): Stage {
  const { width, height } = useSize(ref)
  const [held, setHeld] = useState<{ id: string; placement: Placement } | null>(null)
  const fit = useCallback(() => setHeld(null), [])
  const whole = fitted({ width, height }, picture)
  const isFitted = held?.id !== picture.id
  const placement = isFitted ? whole : held.placement
  const hold = (next: Placement): void => setHeld({ id: picture.id, placement: next })
  const zoomAt = (scale: number, x: number, y: number): void =>
    hold(zoomed(placement, clamp(scale, Math.min(least, whole.scale), most), x, y))
  const zoomTo = (scale: number): void => zoomAt(scale, width / 2, height / 2)
  const pan = (across: number, down: number): void =>
    hold({ ...placement, left: placement.left + across, top: placement.top + down })

  useGrip(
    ref,
    {
      onPan: pan,
      onZoom: (factor, clientX, clientY) => {
        const box = ref.current?.getBoundingClientRect()
        if (box) zoomAt(placement.scale * factor, clientX - box.left, clientY - box.top)
      },
      onTwice: () => (isFitted ? zoomTo(1) : fit()),
    },
    but,
  )

  return { placement, fitted: isFitted, fit, zoomTo, pan }
}
