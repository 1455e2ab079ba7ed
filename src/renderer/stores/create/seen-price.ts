import { saveLater } from '../save-later.ts'
import { type CreateSlice, plainJson } from './state.ts'

const saveSeen = saveLater('create-seen')

/** The price that was shown last. */
export const seenPriceSlice: CreateSlice<'seen' | 'left' | 'remember' | 'forgetLeft'> = (set, get) => ({
  seen: null,
  left: null,

  remember: (seen) => {
    const { seen: before } = get()
    if (before?.order === seen.order && before.credits === seen.credits) return
    set({ seen })
    saveSeen(plainJson(seen))
  },

  forgetLeft: () => set({ left: null }),
})
