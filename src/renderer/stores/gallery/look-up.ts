import { call } from '../../bridge/bridge.ts'
import { type GallerySlice, leftHomes } from './state.ts'

export const nothingTyped = { typed: '', looking: false, said: null } as const

/** A picture of the gallery is looked up by its address or number. */
export const lookUpSlice: GallerySlice<'typed' | 'looking' | 'said' | 'setTyped' | 'look' | 'hush'> = (set, get) => ({
  ...nothingTyped,

  setTyped: (typed) => set({ typed, said: null }),

  look: async (typed) => {
    if (typed.trim() === '' || get().looking) return
    const mine = leftHomes.count
    set({ looking: true, said: null })
    const answer = await call('gallery.look', { typed })
    if (mine !== leftHomes.count) return
    set({ looking: false })
    if (!answer.ok) {
      set({ said: { message: answer.message, isKept: false } })
      return
    }
    const { picture, words: message } = answer.value
    set({ said: message === null ? null : { message, isKept: picture !== null } })
    if (picture === null) return
    set({ chosenId: picture.id, chosen: picture, open: picture.pictures.length > 0 ? 0 : null })
    if (message === null) set({ typed: '' })
    // What was searched for may not hold what was looked up; it is to be seen when the picture is closed.
    set({ search: '', label: null })
    await get().read()
  },

  hush: () => set({ said: null }),
})
