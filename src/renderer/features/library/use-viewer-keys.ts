import { useEffect } from 'react'

/** Keys of the viewer, wherever the focus is, except in fields and dialogs. The latest handlers are used. */
export function useViewerKeys(keys: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const at = event.target
      if (at instanceof Element && at.closest('[role="alertdialog"], textarea, aside')) return
      if (at instanceof HTMLInputElement && event.key !== 'Escape') return
      const act = keys[event.key]
      if (!act) return
      event.preventDefault()
      act(event)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [keys])
}
