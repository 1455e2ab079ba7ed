import { useState } from 'react'

/** Whether something that was begun is still under way, and a way to begin it; what it asks answers also when it fails. */
export function useBusy(): readonly [busy: boolean, during: (work: () => Promise<unknown>) => Promise<void>] {
  const [busy, setBusy] = useState(false)
  const during = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    await work()
    setBusy(false)
  }
  return [busy, during]
}
