import { create } from 'zustand'
import { call } from '../bridge/bridge.ts'
import { recentFrom, usedNow } from '../lists/palette-order.ts'
import { useApp } from './app-store.ts'
import { saveLater } from './save-later.ts'

interface PaletteMemory {
  /** What was used before, the last first; kept on the disk with the forms of the service. */
  recent: readonly string[]
  /** Which service's it is; null before it was read. */
  of: string | null
  read: () => Promise<void>
  use: (id: string) => Promise<void>
}

const save = saveLater('palette')

/** One at a time: what is used before it was read must not take its place. */
let reading: Promise<void> = Promise.resolve()

export const usePaletteMemory = create<PaletteMemory>((set, get) => ({
  recent: [],
  of: null,
  read: () => {
    reading = reading.then(async () => {
      const of = useApp.getState().snapshot?.service ?? ''
      if (get().of === of) return
      const answer = await call('drafts.load', { form: 'palette' })
      set({ of, recent: answer.ok ? recentFrom(answer.value) : [] })
    })
    return reading
  },
  use: async (id) => {
    await get().read()
    const recent = usedNow(get().recent, id)
    set({ recent })
    save(recent)
  },
}))
