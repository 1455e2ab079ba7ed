import { type RefObject, useEffect, useRef } from 'react'
import { type ActGroups, offerActs } from '../stores/context-acts.ts'

/**
 * What can be done with the things in a part of a screen, for its context menu and the palette.
 * @param find for what was pressed, or has the keyboard; the part itself where neither is in it
 */
export function useContextActs(ref: RefObject<Element | null>, find: (target: Element) => ActGroups): void {
  const latest = useRef(find)
  useEffect(() => {
    latest.current = find
  })
  // The part may come and go with what it shows.
  useEffect(() => (ref.current ? offerActs(ref.current, (target) => latest.current(target)) : undefined))
}
