import type { KeyboardEvent, MouseEvent } from 'react'
import type { RequestView } from '../../../contract/views.ts'
import { flowKey } from '../../grid/flow-key.ts'
import { stepRow } from '../../grid/grid-window.ts'
import type { GridLayout, RatioCodes } from '../../grid/justify.ts'
import { none, plus, span, toggled } from '../../grid/ranges.ts'
import { atHand } from '../../stores/library/at-hand.ts'
import { useLibrary } from '../../stores/library-store.ts'
import { useView } from '../../stores/view-store.ts'
import { canCompare, compareChosen } from './acts.ts'
import { gap } from './use-grid.ts'

interface GridState {
  ratioCodes: RatioCodes
  layout: GridLayout
  coming: readonly RequestView[]
  /** The cell with the keyboard; 0 where none was chosen. */
  active: number
  /** The same, −1 where none was chosen. */
  leadIndex: number
  height: number
  rowHeight: number
  onTrash: () => void
}

interface Held {
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

function pageFrom({ ratioCodes, layout, active, height, rowHeight }: GridState, direction: -1 | 1): number {
  const steps = Math.max(1, Math.floor(height / (rowHeight + gap)) - 1)
  let at = active
  for (let step = 0; step < steps; step += 1) at = stepRow(ratioCodes, layout, at, direction, gap)
  return at
}

/** The cell that a key goes to; null where it goes to none. */
function targetOf(key: string, grid: GridState): number | null {
  const { ratioCodes, layout, active, leadIndex } = grid
  const isFirst = leadIndex < 0
  switch (flowKey(key)) {
    case 'ArrowLeft':
      return active - 1
    case 'ArrowRight':
      return isFirst ? 0 : active + 1
    case 'ArrowUp':
      return stepRow(ratioCodes, layout, active, -1, gap)
    case 'ArrowDown':
      return isFirst ? 0 : stepRow(ratioCodes, layout, active, 1, gap)
    case 'PageUp':
      return pageFrom(grid, -1)
    case 'PageDown':
      return pageFrom(grid, 1)
    case 'Home':
      return 0
    case 'End':
      return ratioCodes.count - 1
    default:
      return null
  }
}

/** Shift stretches from where the choice began; Ctrl leaves what is chosen (`toggles`: and turns this one over). */
function choosePlace(place: number, held: Held, toggles: boolean): void {
  const { chosen, anchor, lead, choose } = useLibrary.getState()
  const adds = held.ctrlKey || held.metaKey
  if (held.shiftKey) {
    const from = anchor ?? lead ?? place
    choose(adds ? plus(chosen, span(from, place)) : span(from, place), place, from, true)
  } else if (adds) choose(toggles ? toggled(chosen, place) : chosen, place, toggles ? place : anchor, true)
  else choose(span(place, place), place, place, true)
}

/** The last picture of a list that is still being read is known once it is read: then the key arrives, unless somebody went on from where it led. */
async function goOnToEnd({ shiftKey, ctrlKey, metaKey }: Held): Promise<void> {
  const { lead, isWhole } = useLibrary.getState()
  if (isWhole || lead === null) return
  await atHand.reading
  const now = useLibrary.getState()
  if (now.isWhole && now.lead === lead) choosePlace(now.ratioCodes.count - 1, { shiftKey, ctrlKey, metaKey }, false)
}

/** Choosing with mouse and keyboard, as file managers have it. */
export function useGridKeys(grid: GridState): {
  onKeyDown: (event: KeyboardEvent) => void
  onClick: (index: number, event: MouseEvent) => void
} {
  const { ratioCodes, coming, active, leadIndex, onTrash } = grid
  const openViewer = useView((view) => view.openViewer)
  const front = coming.length

  const go = (wished: number, held: Held, toggles: boolean): void => {
    const index = Math.min(ratioCodes.count - 1, Math.max(0, wished))
    const request = coming[index]
    if (request) {
      useLibrary.getState().choose(none, null, null)
      useView.getState().chooseAsset(request.id, true)
    } else choosePlace(index - front, held, toggles)
  }

  const act = (event: KeyboardEvent): (() => void) | null => {
    const mod = event.ctrlKey || event.metaKey
    const { choose, chooseAll, lead, anchor } = useLibrary.getState()
    if (mod && event.key.toLowerCase() === 'a')
      return event.shiftKey ? () => choose(none, lead ?? 0, anchor ?? 0, true) : chooseAll
    if (event.key === ' ') return () => go(active, event, mod)
    const to = targetOf(event.key, grid)
    if (to !== null)
      return () => {
        go(to, event, false)
        if (event.key === 'End') void goOnToEnd(event)
      }
    if (mod) return null
    if (event.key === 'Enter' && canCompare()) return () => void compareChosen()
    if (event.key === 'Enter') return leadIndex >= front ? openViewer : null
    if (event.key === 'Delete' || event.key === 'Backspace') return onTrash
    if (event.key === 'Escape' && lead !== null) return () => choose(span(lead, lead), lead, lead, true)
    return null
  }

  return {
    onKeyDown: (event) => {
      if (ratioCodes.count === 0 || event.altKey) return
      const deed = act(event)
      if (deed === null) return
      event.preventDefault()
      deed()
    },
    onClick: (index, event) => go(index, event, true),
  }
}
