import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { movesTo, placeInLine } from '../../lists/queue-choice.ts'
import { useQueue } from '../../stores/queue-store.ts'
import { useView } from '../../stores/view-store.ts'
import { move } from './queue-acts.ts'
import type { QueueRows } from './use-queue-rows.ts'

const page = 10

/** Where a key leads from a place in a list; null for keys that lead nowhere. */
function placeFor(key: string, at: number, count: number): number | null {
  const to = { ArrowUp: at - 1, ArrowDown: at + 1, PageUp: at - page, PageDown: at + page, Home: 0, End: count - 1 }[
    key
  ]
  return to === undefined ? null : Math.min(count - 1, Math.max(0, to))
}

interface QueueKeysOptions {
  rows: QueueRows
  activeId: string | null
  /** What an act is about: the chosen rows, or else the one with the keyboard. */
  targets: ReadonlySet<string>
  onTakeOut: () => void
}

/** What is chosen moves in the line of those that wait. */
function moveWaiting(rows: QueueRows, targets: ReadonlySet<string>, key: string): void {
  const waiting = rows.waiting.map((request) => request.id)
  const places = waiting.flatMap((id, at) => (targets.has(id) ? [at] : []))
  const [first, last] = [places[0], places.at(-1)]
  if (first === undefined || last === undefined) return
  const line = rows.line.map((request) => request.id)
  const ends = { Home: 0, End: line.length }[key]
  const beside = { ArrowUp: first - 1, ArrowDown: last + 2 }[key]
  if (ends !== undefined) void move(movesTo(line, targets, ends))
  else if (beside !== undefined && beside >= 0)
    void move(movesTo(line, targets, placeInLine(line, waiting, Math.min(beside, waiting.length))))
}

/** The list by keyboard: arrows, Shift for a stretch, Space, Ctrl+A, Delete, Alt with arrows to move, Enter. */
export function useQueueKeys(
  scroller: RefObject<HTMLElement | null>,
  { rows, activeId, targets, onTakeOut }: QueueKeysOptions,
): { onKeyDown: (event: KeyboardEvent) => void; onFocus: () => void; onBlur: () => void; follow: () => void } {
  const choose = useQueue((queue) => queue.choose)
  const chooseAll = useQueue((queue) => queue.chooseAll)
  const clear = useQueue((queue) => queue.clear)
  const openReceipt = useView((view) => view.openReceipt)
  const hasKeyboard = useRef(false)
  const toFollow = useRef(false)

  // A row that goes to another group is drawn anew there, and the keyboard goes with it.
  useLayoutEffect(() => {
    const isLost = hasKeyboard.current && document.activeElement === document.body
    if (activeId === null || !(toFollow.current || isLost)) return
    toFollow.current = false
    scroller.current?.querySelector<HTMLElement>(`[role="row"][data-request="${CSS.escape(activeId)}"]`)?.focus()
  })

  const onKeyDown = (event: KeyboardEvent): void => {
    if (activeId === null || !(event.target instanceof HTMLElement) || event.target.role !== 'row') return
    const { key, shiftKey, altKey } = event
    const withMeta = event.ctrlKey || event.metaKey
    const to = placeFor(key, rows.order.indexOf(activeId), rows.order.length)
    const next = to === null ? undefined : rows.order[to]
    if (altKey && to !== null) moveWaiting(rows, targets, key)
    else if (next !== undefined && !withMeta) {
      choose(next, shiftKey ? 'stretch' : 'alone', rows.order)
      toFollow.current = true
    } else if (key === ' ') choose(activeId, 'toggle', rows.order)
    else if (key.toLowerCase() === 'a' && withMeta) chooseAll(rows.order)
    else if (key === 'Escape') clear()
    else if (key === 'Delete' || key === 'Backspace') onTakeOut()
    else if (key === 'Enter' && !withMeta) openReceipt(activeId)
    else return
    event.preventDefault()
  }

  return {
    onKeyDown,
    onFocus: () => {
      hasKeyboard.current = true
    },
    // A row that is drawn anew loses the keyboard without anybody taking it.
    onBlur: () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) hasKeyboard.current = false
      })
    },
    follow: () => {
      toFollow.current = true
    },
  }
}
