import { call } from '../../bridge/bridge.ts'
import type { GallerySlice } from './state.ts'

export const nothingListed = { search: '', label: null, list: null, trouble: null } as const

/** Answers of an older search are dropped. */
let round = 0

export const dropAnswers = (): void => {
  round += 1
}

/** What is kept of the gallery, by a search. */
export const galleryListSlice: GallerySlice<'search' | 'label' | 'list' | 'trouble' | 'find' | 'read'> = (
  set,
  get,
) => ({
  ...nothingListed,

  find: (part) => {
    set(part)
    void get().read()
  },

  read: async () => {
    round += 1
    const mine = round
    const { search, label } = get()
    const answer = await call('gallery.list', {
      ...(search.trim() === '' ? {} : { search }),
      ...(label === null ? {} : { label }),
    })
    if (mine !== round) return
    if (answer.ok) set({ list: answer.value, trouble: null })
    else set({ trouble: answer.message })
  },
})
