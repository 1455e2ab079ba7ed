import { useApp } from './app-store.ts'
import { useLibrary } from './library-store.ts'
import { useView } from './view-store.ts'

/** Whether the window shows the library, or is still opening it: pictures stand there, or will. */
export function isLibrarySeen(): boolean {
  const { screen, receiptOf, viewing } = useView.getState()
  const { list, total, trouble, filter } = useLibrary.getState()
  if (screen !== 'library' || receiptOf !== null || viewing) return false
  if (useApp.getState().snapshot?.mode === 'first-run' || trouble !== null) return false
  return (list === null || total > 0) && Object.keys(filter).length === 0
}
