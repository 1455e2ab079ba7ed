import { type RefObject, useEffect } from 'react'
import { isCovered } from '../../hooks/keys.ts'

/**
 * Keys of the viewer, wherever the focus is, except in fields and in what lies over it. The latest handlers are used.
 * @param opener what has the focus from the beginning without being asked for: the space bar is the viewer's there, and
 * on every other button the button's own
 */
export function useViewerKeys(
  opener: RefObject<HTMLElement | null>,
  keys: Readonly<Record<string, (event: KeyboardEvent) => void>>,
): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const at = event.target
      if (isCovered(at) || (at instanceof Element && at.closest('textarea, aside'))) return
      if (at instanceof HTMLInputElement && event.key !== 'Escape') return
      const button = at instanceof Element ? at.closest('button') : null
      if (event.key === ' ' && button !== null && button !== opener.current) return
      const act = keys[event.key]
      if (!act) return
      event.preventDefault()
      act(event)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [keys, opener])
}
