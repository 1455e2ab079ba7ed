import { useEffect } from 'react'
import pane from '../components/pane.module.css'
import { isCovered } from '../hooks/keys.ts'

/** What F6 goes through, in the order in which it stands: places, the work's parts, the queue at the foot. */
const panes = `nav, main .${pane.pane}, main aside, footer`
/** Where the keyboard has its way into a list, before the tools above it. */
const wayIn = '[role="gridcell"], [role="row"], [data-row]'
const tabbable = 'a[href], button, input, select, textarea, [tabindex]'

const canTakeFocus = (element: HTMLElement): boolean =>
  element.tabIndex >= 0 && !element.matches(':disabled') && element.getClientRects().length > 0

/** Where one was last in each of them. */
const last = new WeakMap<Element, HTMLElement>()

function enter(into: HTMLElement): boolean {
  const was = last.get(into)
  const found = [
    ...(was?.isConnected && into.contains(was) ? [was] : []),
    ...into.querySelectorAll<HTMLElement>(wayIn),
    ...into.querySelectorAll<HTMLElement>(tabbable),
  ].find(canTakeFocus)
  const place = found ?? (into.hasAttribute('tabindex') ? into : undefined)
  place?.focus()
  return place !== undefined
}

/** The place of the next one, round and round. @param at −1: in none of them */
export const nextPlace = (at: number, step: 1 | -1, count: number): number =>
  at < 0 ? (step > 0 ? 0 : count - 1) : (at + step + count) % count

function goOn(step: 1 | -1): boolean {
  const all = [...document.querySelectorAll<HTMLElement>(panes)].filter((each) => each.getClientRects().length > 0)
  const { activeElement } = document
  let at = all.findLastIndex((each) => each.contains(activeElement))
  if (activeElement instanceof HTMLElement && at >= 0) last.set(all[at] as HTMLElement, activeElement)
  // One that has nothing to go to is passed over.
  for (let tried = 0; tried < all.length; tried += 1) {
    at = nextPlace(at, step, all.length)
    const next = all[at]
    if (next !== undefined && enter(next)) return true
  }
  return false
}

/** F6 and Shift+F6: from one part of the window to the next, back to where one was in it. */
export function usePanes(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'F6' || event.ctrlKey || event.metaKey || event.altKey || isCovered(event.target)) return
      if (goOn(event.shiftKey ? -1 : 1)) event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
