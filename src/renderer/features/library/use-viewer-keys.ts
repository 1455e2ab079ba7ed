import { type RefObject, useCallback, useEffect, useState } from 'react'
import { isRtl } from '../../format/messages.ts'
import { panStep, usePictureKeys } from '../../hooks/use-picture-keys.ts'
import type { Comparing } from './use-comparing.ts'
import type { Stage } from './use-stage.ts'

const lineStep = 0.02

interface ViewerKeys {
  stage: Stage
  comparing: Comparing
  setLine: (line: (old: number) => number) => void
  onTurn: (by: -1 | 1) => void
  onClose: () => void
  onCompare: () => void
  onDetails: () => void
  onTouchUp: () => void
  onTrash: () => void
}

/** @returns whether the other picture is looked at, for as long as the space bar is held */
export function useViewerKeys(closeRef: RefObject<HTMLButtonElement | null>, keys: ViewerKeys): boolean {
  const { stage, comparing, setLine, onTurn, onClose, onCompare, onDetails, onTouchUp, onTrash } = keys
  const { other, way, setWay } = comparing
  const [peeks, setPeeks] = useState(false)
  const isOpener = useCallback((button: Element): boolean => button === closeRef.current, [closeRef])
  useEffect(() => closeRef.current?.focus(), [closeRef])
  useEffect(() => {
    const release = (event: KeyboardEvent): void => {
      if (event.key === ' ') setPeeks(false)
    }
    window.addEventListener('keyup', release)
    return () => window.removeEventListener('keyup', release)
  }, [])
  const aside = (by: -1 | 1): void => {
    if (way === 'slide') setLine((old) => Math.min(1, Math.max(0, old + by * lineStep)))
    else stage.pan(-by * panStep, 0)
  }
  const { scale } = stage.placement
  usePictureKeys(isOpener, {
    Escape: onClose,
    ArrowLeft: (event) => (event.shiftKey ? aside(-1) : onTurn(isRtl() ? 1 : -1)),
    ArrowRight: (event) => (event.shiftKey ? aside(1) : onTurn(isRtl() ? -1 : 1)),
    ArrowUp: () => stage.pan(0, panStep),
    ArrowDown: () => stage.pan(0, -panStep),
    '+': () => stage.zoomTo(scale * 1.25),
    '=': () => stage.zoomTo(scale * 1.25),
    '-': () => stage.zoomTo(scale / 1.25),
    '0': stage.fit,
    '1': () => stage.zoomTo(1),
    c: () => other !== null && setWay(way === 'off' ? 'slide' : 'off'),
    C: onCompare,
    i: onDetails,
    t: onTouchUp,
    Delete: onTrash,
    ...(other === null ? {} : { ' ': () => setPeeks(true) }),
  })
  return peeks
}
