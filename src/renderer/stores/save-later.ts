import type { CallInput } from '../../contract/ipc.ts'
import { call } from '../bridge.ts'

/** Saves a form a moment after it was last touched, and at once when the window goes. */
export function saveLater(form: string): (value: CallInput<'drafts.save'>['value']) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: CallInput<'drafts.save'>['value'] | undefined
  const flush = (): void => {
    clearTimeout(timer)
    if (waiting === undefined) return
    const value = waiting
    waiting = undefined
    void call('drafts.save', { form, value })
  }
  if (typeof window !== 'undefined') window.addEventListener('pagehide', flush)
  return (value) => {
    waiting = value
    clearTimeout(timer)
    timer = setTimeout(flush, 400)
  }
}
