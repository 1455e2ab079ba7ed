import { useRef } from 'react'
import {
  mostPoints,
  mostStrokePoints,
  mostStrokes,
  type TouchUpMode,
  type TouchUpStroke,
} from '../../../domain/touch-up/stroke.ts'
import { useNotices } from '../../bridge/notices-store.ts'
import { t } from '../../format/messages.ts'
import type { TouchUpPreview } from './preview.ts'
import type { Strokes } from './use-strokes.ts'

export interface BrushTool {
  mode: TouchUpMode
  radius: number
  hardness: number
}

export interface BrushPoint {
  x: number
  y: number
}

export interface Drawing {
  begin: (at: BrushPoint) => void
  to: (at: BrushPoint) => void
  end: () => void
  isDrawing: () => boolean
}

/** A tenth of a pixel is more than anybody sees. */
const tenths = (value: number): number => Math.round(Math.min(199_000, Math.max(-99_000, value)) * 10) / 10

/** A stroke as a hand draws it: seen at once, and one of the history as soon as it ends. */
export function useDrawing(preview: TouchUpPreview | null, tool: BrushTool, { strokes, add }: Strokes): Drawing {
  const current = useRef<TouchUpStroke | null>(null)
  const isFull = (): boolean =>
    strokes.length >= mostStrokes ||
    strokes.reduce((sum, { points }) => sum + points.length / 2, 0) > mostPoints - mostStrokePoints
  return {
    isDrawing: () => current.current !== null,
    begin: ({ x, y }) => {
      if (preview === null || current.current !== null) return
      if (isFull()) {
        const message = t('No more can be drawn in one go. Save this, then continue on the new picture.')
        useNotices.getState().say({ tone: 'attention', message })
        return
      }
      current.current = { ...tool, points: [tenths(x), tenths(y)] }
      preview.draw(current.current)
    },
    to: ({ x, y }) => {
      const stroke = current.current
      if (stroke === null || preview === null) return
      const [lastX = x, lastY = y] = stroke.points.slice(-2)
      // Closer together they would only be more of them.
      if (Math.hypot(x - lastX, y - lastY) < Math.max(0.5, stroke.radius / 10)) return
      if (stroke.points.length >= 2 * mostStrokePoints) return
      stroke.points.push(tenths(x), tenths(y))
      preview.draw(stroke, stroke.points.length / 2 - 1)
    },
    end: () => {
      const stroke = current.current
      current.current = null
      if (stroke !== null) add(stroke)
    },
  }
}
