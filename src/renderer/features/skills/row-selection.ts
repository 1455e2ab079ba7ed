import { type KeyboardEvent, type MouseEvent, useMemo } from 'react'
import { useSkills, useWork } from '../../stores/skill-store.ts'

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
  const setChosen = (chosen: ReadonlySet<string>): void => pick(skill, { chosen })
  const setLead = (lead: string): void => pick(skill, { lead })
  const setAnchor = (anchor: string): void => pick(skill, { anchor })
  const selected = useMemo(() => new Set(keys.filter((key) => chosen.has(key))), [keys, chosen])
  const only = (key: string): void => {
    setChosen(new Set([key]))
    setAnchor(key)
  }
  const toggle = (key: string): void => {
    const next = new Set(selected)
    if (!next.delete(key)) next.add(key)
    setChosen(next)
    setAnchor(key)
  }
  const clear = (): void => setChosen(new Set())
  return {
    selected,
    lead: lead !== null && keys.includes(lead) ? lead : null,
    clear,
    onPress: (event, key) => {
      setLead(key)
      if (event.shiftKey) setChosen(new Set(stretch(keys, anchor, key)))
      else if (event.ctrlKey || event.metaKey) toggle(key)
      else only(key)
    },
    onKey: (event, key, across) => {
      if (event.key === 'Escape' && selected.size > 0) {
        event.preventDefault()
        event.stopPropagation()
        clear()
      } else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        setChosen(new Set(keys))
      }
      const to = goal(event, keys.indexOf(key), keys.length, across)
      const next = to === null ? undefined : keys[to]
      if (next === undefined) return null
      event.preventDefault()
      setLead(next)
      if (event.shiftKey) setChosen(new Set(stretch(keys, anchor ?? key, next)))
      else if (!event.ctrlKey && !event.metaKey) only(next)
      return next
    },
  }
}
