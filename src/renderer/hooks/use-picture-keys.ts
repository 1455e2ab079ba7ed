import { useEffect } from 'react'
import { isCovered } from './keys.ts'

/** How far a key moves a picture, in pixels of the screen, and how much larger or smaller it makes it. */
export const panStep = 60
export const zoomStep = 1.25

/** `Alt+ArrowLeft`, `Mod+z`, `p`. */
function nameOf({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): string {
  const isMod = ctrlKey || metaKey
  return `${altKey ? 'Alt+' : ''}${isMod ? 'Mod+' : ''}${key}`
}

/**
 * Keys of what shows pictures large, wherever the focus is, except in fields and in what lies over it. The latest handlers
 * are used.
 * @param leaves whether a button that has the focus leaves the space bar to them; on every other one it is the button's
 */
export function usePictureKeys(
  leaves: (button: Element) => boolean,
  keys: Readonly<Record<string, (event: KeyboardEvent) => void>>,
): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return
      const at = event.target
      if (isCovered(at) || (at instanceof Element && at.closest('textarea, aside'))) return
      if (at instanceof HTMLInputElement && event.key !== 'Escape') return
      const button = at instanceof Element ? at.closest('button') : null
      if (event.key === ' ' && button !== null && !leaves(button)) return
      const act = keys[nameOf(event)]
      if (!act) return
      event.preventDefault()
      act(event)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [keys, leaves])
}
