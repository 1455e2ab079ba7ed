import { type KeyboardEvent, type MouseEvent, useMemo } from 'react'
import { useSkills, useWork } from '../../stores/skill-store.ts'
import type { PickedRows } from '../../stores/skills/state.ts'

export interface RowSelection {
  selected: ReadonlySet<string>
  /** The row that was chosen last, and that the keyboard is on; null: none yet. */
  lead: string | null
  /** A press on a row: with Shift up to it, with Ctrl or Cmd beside the others. */
  onPress: (event: Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>, key: string) => void
  /** Arrows, Home, End; with Shift on to there; Space beside the others; Ctrl+A; Escape. @returns the row to go to */
  onKey: (event: KeyboardEvent, key: string, across: number) => string | null
  clear: () => void
}

const stretch = (keys: readonly string[], from: string | null, to: string): string[] => {
  const [a, b] = [from === null ? -1 : keys.indexOf(from), keys.indexOf(to)]
  return a < 0 ? [to] : keys.slice(Math.min(a, b), Math.max(a, b) + 1)
}

/** Where a key leads from a row; null where it is no such key. */
function goal(event: KeyboardEvent, at: number, count: number, across: number): number | null {
  const steps: Record<string, number> = { ArrowDown: across, ArrowUp: -across }
  if (across > 1) Object.assign(steps, { ArrowRight: 1, ArrowLeft: -1 })
  if (event.key === 'Home') return 0
  if (event.key === 'End') return count - 1
  const step = steps[event.key]
  return step === undefined ? null : Math.min(count - 1, Math.max(0, at + step))
}

/** Rows chosen as in a list of files. What is in the list no more is chosen no more. */
export function useRowSelection(skill: string, keys: readonly string[]): RowSelection {
  const { chosen, lead, anchor } = useWork(skill).picked
  const pick = useSkills((state) => state.pick)
  const selected = useMemo(() => new Set(keys.filter((key) => chosen.has(key))), [keys, chosen])
  const only = (key: string): Partial<PickedRows> => ({ chosen: new Set([key]), anchor: key })
  const upTo = (key: string, from: string | null): Partial<PickedRows> => ({
    chosen: new Set(stretch(keys, from, key)),
  })
  const toggled = (key: string): Partial<PickedRows> => {
    const next = new Set(selected)
    if (!next.delete(key)) next.add(key)
    return { chosen: next, anchor: key }
  }
  const clear = (): void => pick(skill, { chosen: new Set() })
  return {
    selected,
    lead: lead !== null && keys.includes(lead) ? lead : null,
    clear,
    onPress: (event, key) => {
      const isBeside = event.ctrlKey || event.metaKey
      pick(skill, { lead: key, ...(event.shiftKey ? upTo(key, anchor) : isBeside ? toggled(key) : only(key)) })
    },
    onKey: (event, key, across) => {
      if (event.key === 'Escape' && selected.size > 0) {
        event.preventDefault()
        event.stopPropagation()
        clear()
      } else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        pick(skill, { chosen: new Set(keys) })
      }
      const to = goal(event, keys.indexOf(key), keys.length, across)
      const next = to === null ? undefined : keys[to]
      if (next === undefined) return null
      event.preventDefault()
      const isThere = event.ctrlKey || event.metaKey
      pick(skill, { lead: next, ...(event.shiftKey ? upTo(next, anchor ?? key) : isThere ? {} : only(next)) })
      return next
    },
  }
}
