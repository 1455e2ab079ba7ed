import { type RefObject, useEffect, useState } from 'react'
import type { LibraryItem } from '../../../contract/library.ts'
import type { KeptFrom, TouchUpStart } from '../../../contract/touch-up.ts'
import { callMain } from '../../bridge/bridge.ts'
import { drawnScale, pixelsAt, TouchUpPreview } from './preview.ts'

export interface PreviewParts {
  preview: TouchUpPreview
  keptFrom: KeptFrom
  /** Why the photograph is not used; `unseen`: the window cannot show it. */
  why: TouchUpStart['why'] | 'unseen'
}

/** The cutout as it is drawn on, once it and its photograph are decoded; `broken` where the cutout cannot be. */
export function usePreview(
  canvas: RefObject<HTMLCanvasElement | null>,
  item: LibraryItem,
): PreviewParts | 'broken' | null {
  const [shown, setShown] = useState<PreviewParts | 'broken' | null>(null)
  const { id, full } = item
  const [width, height] = [item.width ?? 0, item.height ?? 0]
  useEffect(() => {
    let current = true
    const read = async (): Promise<PreviewParts | 'broken' | null> => {
      const answer = await callMain('library.startTouchUp', { id })
      const scale = drawnScale({ width, height })
      const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
      const cutout = await pixelsAt(full, size).catch(() => null)
      if (answer === null || cutout === null || canvas.current === null) return 'broken'
      const { source, why } = answer.value
      const photograph = source === null ? null : await pixelsAt(source, size).catch(() => null)
      if (!current) return null
      const preview = new TouchUpPreview(canvas.current, cutout, photograph, scale)
      return {
        preview,
        keptFrom: photograph === null ? 'own' : 'source',
        why: source !== null && photograph === null ? 'unseen' : why,
      }
    }
    void read().then((now) => current && setShown(now))
    return () => {
      current = false
    }
  }, [canvas, id, full, width, height])
  return shown
}
