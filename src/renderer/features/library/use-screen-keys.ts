import { useEffect, useRef } from 'react'
import type { AssetFlag } from '../../../contract/library.ts'
import { isCovered, writes } from '../../hooks/keys.ts'
import { useView } from '../../stores/view-store.ts'
import { canCompare, compareChosen, flagChosen, rateChosen, touchUpChosen, undoInLibrary } from './acts.ts'

/** As in other programs that one goes through a shoot with. */
const flagOfKey: Readonly<Record<string, AssetFlag | null>> = { p: 'pick', x: 'reject', u: null }

/** Keys of the whole screen, wherever the focus is but in a field or over it: stars, flags, export, and taking back. */
export function useScreenKeys(onExport: () => void): void {
  const latest = useRef(onExport)
  useEffect(() => {
    latest.current = onExport
  })
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || writes(event.target) || isCovered(event.target)) return
      const mod = event.ctrlKey || event.metaKey
      if (mod && !event.shiftKey && event.key.toLowerCase() === 'z') {
        event.preventDefault()
        void undoInLibrary()
      } else if (event.key === 'c' && !mod && !useView.getState().viewing && canCompare()) {
        event.preventDefault()
        void compareChosen()
      } else if (!mod && event.key === 't' && !useView.getState().viewing) {
        event.preventDefault()
        void touchUpChosen()
      } else if (!mod && event.key.toLowerCase() === 'e') {
        event.preventDefault()
        latest.current()
      } else if (!mod && /^[0-5]$/.test(event.key) && !useView.getState().viewing) {
        event.preventDefault()
        void rateChosen(Number(event.key))
      } else if (!mod && !event.shiftKey && Object.hasOwn(flagOfKey, event.key)) {
        event.preventDefault()
        void flagChosen(flagOfKey[event.key] ?? null)
      }
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
