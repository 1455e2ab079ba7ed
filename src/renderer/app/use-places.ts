import { useEffect } from 'react'
import type { Place } from '../../contract/places.ts'
import { useShortcuts } from '../stores/shortcuts-store.ts'
import { useView } from '../stores/view-store.ts'

/** In the order of the rail. */
const numbered: readonly Place[] = ['library', 'create', 'skills', 'queue', 'gallery', 'ledger']

const writes = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type="radio"], [type="range"], [type="checkbox"]), textarea, [contenteditable]') !== null

/** Where a key leads, wherever the keyboard is; null for keys that are no shortcut of the whole window. */
function placeOf(event: KeyboardEvent): Place | null {
  const { key, ctrlKey, metaKey, altKey } = event
  if (key === 'F1') return 'shortcuts'
  if (altKey) return null
  if (ctrlKey || metaKey) return key === ',' ? 'settings' : (numbered[Number(key) - 1] ?? null)
  return key === '?' && !writes(event.target) ? 'shortcuts' : null
}

/** The places of the window by key, by the system's menus and by a notice. */
export function usePlaces(): void {
  useEffect(() => {
    const go = (place: Place): void => {
      if (place === 'shortcuts') useShortcuts.getState().open()
      else useView.getState().go(place)
    }
    const press = (event: KeyboardEvent): void => {
      const place = placeOf(event)
      // What is asked in a dialog is answered first.
      if (place === null || document.querySelector('[role="dialog"], [role="alertdialog"]')) return
      event.preventDefault()
      event.stopPropagation()
      go(place)
    }
    window.addEventListener('keydown', press, { capture: true })
    const silence = window.printroom.on('app.go', go)
    return () => {
      window.removeEventListener('keydown', press, { capture: true })
      silence()
    }
  }, [])
}
