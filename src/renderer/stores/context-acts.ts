import type { ContextActId } from '../../contract/context-acts.ts'
import { call } from '../bridge/bridge.ts'

/** What can be done with one thing of a screen. */
export interface ContextHandler {
  act: ContextActId
  run: () => unknown
  /** Not now. */
  isOff?: boolean
  /** Left out for what is not one of several. */
  isOn?: boolean
}
export type ActGroups = readonly (readonly ContextHandler[])[]

type Find = (target: Element) => ActGroups

/** The parts of the window that have things with acts. */
const parts = new Map<Element, Find>()

/** @returns takes it out again */
export function offerActs(part: Element, find: Find): () => void {
  parts.set(part, find)
  return () => parts.delete(part)
}

/** What can be done with what lies there: of the innermost part around it. */
export function actsAt(target: Element | null): ActGroups {
  for (let at = target; at !== null; at = at.parentElement) {
    const find = parts.get(at)
    if (find && target) return find(target)
  }
  return []
}

/** What can be done with what has the keyboard, or else with what is chosen on the screen. */
export function actsNow(): ActGroups {
  const groups = actsAt(document.activeElement)
  const [only] = parts
  return groups.length > 0 || !only ? groups : only[1](only[0])
}

/** Offers them in a menu of the system's and does what is chosen. */
export async function showActs(groups: ActGroups, at: { x: number; y: number }): Promise<void> {
  const offered = groups.map((group) =>
    group.map(({ act, isOff = false, isOn = null }) => ({ act, enabled: !isOff, checked: isOn })),
  )
  const answer = await call('app.contextMenu', { groups: offered.filter((group) => group.length > 0), at })
  if (!answer.ok || answer.value === null) return
  const chosen = groups.flat().find(({ act }) => act === answer.value)
  if (chosen && !chosen.isOff) void chosen.run()
}
