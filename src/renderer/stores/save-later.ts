import type { CallInput } from '../../contract/ipc.ts'
import { call } from '../bridge/bridge.ts'

type Draft = CallInput<'drafts.save'>['value']

/** Short enough that a crash costs at most a word, long enough that typing is not a write a letter. */
const delayMs = 150

const flushes = new Set<() => Promise<void>>()
/** What waits to be written, by its form. */
const waiting = new Map<string, Draft>()
/** What was touched since the home was opened, as it was last; a first page's goes along into the home that is chosen. */
const touched = new Map<string, Draft>()
/** While another home is being opened nobody can say into which one a form would be written. */
let isHeld = false

/** Writes down every form that was touched; done before an order is approved, since much may happen after that. */
export async function saveDraftsNow(): Promise<void> {
  await Promise.all([...flushes].map((flush) => flush()))
}

/** Saves a form a moment after it was last touched, and at once when the window goes. */
export function saveLater(form: string): (value: Draft) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    const value = waiting.get(form)
    if (isHeld || value === undefined) return
    waiting.delete(form)
    await call('drafts.save', { form, value })
  }
  flushes.add(flush)
  if (typeof window !== 'undefined') window.addEventListener('pagehide', () => void flush())
  return (value) => {
    waiting.set(form, value)
    touched.set(form, value)
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), delayMs)
  }
}

/** Whether somebody changed a form since this home was opened: reading it from the disk is no change. */
export const wasTouched = (form: string): boolean => touched.has(form)

/**
 * Does what closes the home of now, and may open another one: what was touched is written into the old one first, and
 * nothing into any until `change` is done or the forms of another home are read.
 */
export async function changingHome<T>(change: () => Promise<T>): Promise<T> {
  await saveDraftsNow()
  isHeld = true
  try {
    return await change()
  } finally {
    isHeld = false
    void saveDraftsNow()
  }
}

/** The forms of another home are read from now on: what was typed over the old one's is none of its. */
export function forgetDrafts(): void {
  waiting.clear()
  touched.clear()
  isHeld = false
}

/** What was touched before a home was chosen is written into the one that is now. @returns its forms */
export function takeDraftsAlong(): ReadonlySet<string> {
  for (const [form, value] of touched) waiting.set(form, value)
  isHeld = false
  void saveDraftsNow()
  return new Set(touched.keys())
}
