import { useEffect, useRef, useState } from 'react'
import type { TouchUpStroke } from '../../../domain/touch-up/stroke.ts'
import { keepStrokes, readStrokes, type StrokeDrafts, withStrokes } from './drafts.ts'

interface History {
  strokes: TouchUpStroke[]
  /** Taken back, the last one first. */
  undone: TouchUpStroke[]
}

export interface Strokes extends History {
  /** Whether what was drawn before is known. */
  isRead: boolean
  add: (stroke: TouchUpStroke) => void
  undo: () => void
  redo: () => void
  /** Takes all of them back; redo brings them again. */
  clear: () => void
  /** They were saved: nothing is kept of them. */
  forget: () => void
}

const nothing: History = { strokes: [], undone: [] }

/** What is drawn on one picture, with the way back; kept as a form is, so that a crash costs no stroke. */
export function useStrokes(id: string): Strokes {
  const [history, setHistory] = useState(nothing)
  const [isRead, setIsRead] = useState(false)
  const drafts = useRef<StrokeDrafts>([])
  useEffect(() => {
    let current = true
    void readStrokes().then((found) => {
      if (!current) return
      drafts.current = found
      setHistory({ strokes: found.find((each) => each.id === id)?.strokes ?? [], undone: [] })
      setIsRead(true)
    })
    return () => {
      current = false
    }
  }, [id])
  const put = (next: History): void => {
    setHistory(next)
    drafts.current = withStrokes(drafts.current, id, next.strokes)
    keepStrokes(drafts.current)
  }
  const { strokes, undone } = history
  return {
    ...history,
    isRead,
    add: (stroke) => put({ strokes: [...strokes, stroke], undone: [] }),
    undo: () => {
      const last = strokes.at(-1)
      if (last) put({ strokes: strokes.slice(0, -1), undone: [...undone, last] })
    },
    redo: () => {
      const next = undone.at(-1)
      if (next) put({ strokes: [...strokes, next], undone: undone.slice(0, -1) })
    },
    clear: () => put({ strokes: [], undone: [...undone, ...strokes.toReversed()] }),
    forget: () => put(nothing),
  }
}
