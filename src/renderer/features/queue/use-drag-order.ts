import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'

interface Grip {
  id: string
  startY: number
}

interface DragOptions {
  scroller: RefObject<HTMLElement | null>
  list: RefObject<HTMLElement | null>
  count: number
  rowHeight: number
  onDrop: (id: string, to: number) => void
}

/** Pixels from the edge of the scroller where the list begins to run under the pointer. */
const edge = 48
/** It begins with a few pixels, so that a press is still a press. */
const slack = 3

const speedAt = (y: number, { top, bottom }: DOMRect): number => {
  const over = y < top + edge ? y - top - edge : y > bottom - edge ? y - bottom + edge : 0
  return Math.max(-24, Math.min(24, over / 2))
}

/**
 * Rows moved by hand: where they would go while the grip is held, and a call when it is let go. Esc gives it up.
 * @returns `to`: between which rows, 0 to `count`; null while nothing is dragged
 */
export function useDragOrder(options: DragOptions): {
  id: string | null
  to: number | null
  grip: (id: string, event: PointerEvent<HTMLElement>) => void
} {
  const [held, setHeld] = useState<Grip | null>(null)
  const [to, setTo] = useState<number | null>(null)
  const now = useRef(options)
  now.current = options
  useEffect(() => {
    if (!held) return
    const listening = new AbortController()
    const { signal } = listening
    let y = held.startY
    let isOn = false
    const follow = (): void => {
      const { list, count, rowHeight } = now.current
      const top = list.current?.getBoundingClientRect().top ?? 0
      setTo(Math.min(count, Math.max(0, Math.round((y - top) / rowHeight))))
    }
    let frame = requestAnimationFrame(function run() {
      const scroller = now.current.scroller.current
      const speed = isOn && scroller ? speedAt(y, scroller.getBoundingClientRect()) : 0
      if (speed !== 0) {
        scroller?.scrollBy(0, speed)
        follow()
      }
      frame = requestAnimationFrame(run)
    })
    const end = (): void => {
      setHeld(null)
      setTo(null)
    }
    const move = (event: globalThis.PointerEvent): void => {
      y = event.clientY
      isOn ||= Math.abs(y - held.startY) > slack
      if (isOn) follow()
    }
    const drop = (event: globalThis.PointerEvent): void => {
      move(event)
      const { list, count, rowHeight, onDrop } = now.current
      const top = list.current?.getBoundingClientRect().top ?? 0
      if (isOn) onDrop(held.id, Math.min(count, Math.max(0, Math.round((y - top) / rowHeight))))
      end()
    }
    const giveUp = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      end()
    }
    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointerup', drop, { signal })
    window.addEventListener('pointercancel', end, { signal })
    window.addEventListener('keydown', giveUp, { signal, capture: true })
    return () => {
      cancelAnimationFrame(frame)
      listening.abort()
    }
  }, [held])
  const grip = useCallback((id: string, event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return
    event.preventDefault()
    setHeld({ id, startY: event.clientY })
  }, [])
  return {
    id: to === null ? null : (held?.id ?? null),
    to,
    grip,
  }
}
