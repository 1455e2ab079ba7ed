import type { CallInput } from '../../contract/ipc.ts'
import { call } from '../bridge.ts'

type Draft = CallInput<'drafts.save'>['value']

/** Short enough that a crash costs at most a word, long enough that typing is not a write a letter. */
const delayMs = 150

const flushes = new Set<() => Promise<void>>()

/** Writes down every form that was touched; done before an order is approved, since much may happen after that. */
export async function saveDraftsNow(): Promise<void> {
  await Promise.all([...flushes].map((flush) => flush()))
}

/** Saves a form a moment after it was last touched, and at once when the window goes. */
export function saveLater(form: string): (value: Draft) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: Draft | undefined
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    if (waiting === undefined) return
    const value = waiting
    waiting = undefined
    await call('drafts.save', { form, value })
  }
  flushes.add(flush)
  if (typeof window !== 'undefined') window.addEventListener('pagehide', () => void flush())
  return (value) => {
    waiting = value
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), delayMs)
  }
}
