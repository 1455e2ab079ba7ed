import { useEffect } from 'react'
import { isAsked, writes } from '../hooks/keys.ts'
import { actsAt, showActs } from '../stores/context-acts.ts'

function show(target: EventTarget | null, at: { x: number; y: number }): boolean {
  if (!(target instanceof Element) || isAsked()) return false
  const main = target.closest('main')
  const groups = main ? actsAt(target) : []
  if (!groups.some((group) => group.length > 0)) return false
  void showActs(groups, at)
  return true
}

const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean => key === 'ContextMenu' || (key === 'F10' && shiftKey)

/** Menus by the pointer, by the menu key and by Shift+F10. Fields keep the system's own. */
export function useContextMenu(): void {
  useEffect(() => {
    // A browser says a press of the menu key once more, as if it were the pointer.
    let byKey = false
    const point = (event: MouseEvent): void => {
      if (writes(event.target)) return
      const isSaid = byKey
      byKey = false
      if (isSaid || show(event.target, { x: event.clientX, y: event.clientY })) event.preventDefault()
    }
    const press = (event: KeyboardEvent): void => {
      byKey = false
      const { target } = event
      if (!isMenuKey(event) || writes(target) || !(target instanceof Element)) return
      const { left, top, width, height } = target.getBoundingClientRect()
      byKey = show(target, { x: left + Math.min(width, 160) / 2, y: top + Math.min(height, 120) / 2 })
      if (byKey) event.preventDefault()
    }
    window.addEventListener('contextmenu', point)
    window.addEventListener('keydown', press)
    return () => {
      window.removeEventListener('contextmenu', point)
      window.removeEventListener('keydown', press)
    }
  }, [])
}
