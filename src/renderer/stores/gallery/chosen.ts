import { call, callMain } from '../../bridge/bridge.ts'
import { useNotices } from '../../bridge/notices-store.ts'
import { t } from '../../format/messages.ts'
import { type GallerySlice, leftHomes } from './state.ts'

export const nothingChosen = { chosenId: null, chosen: null, open: null, toFocus: false } as const

/** The picture that is selected, and whether it is open large. */
export const chosenSlice: GallerySlice<
  'chosenId' | 'chosen' | 'open' | 'toFocus' | 'choose' | 'openAt' | 'focused' | 'forget'
> = (set, get) => ({
  ...nothingChosen,

  choose: (id) => {
    if (id === get().chosenId && get().chosen !== null) return
    set({ chosenId: id, chosen: null })
    if (id === null) return
    const mine = leftHomes.count
    void call('gallery.get', { id }).then((answer) => {
      if (mine !== leftHomes.count || get().chosenId !== id) return
      if (answer.ok) set({ chosen: answer.value })
      else set({ chosenId: null, trouble: answer.message })
    })
  },

  openAt: (open) => set({ open, toFocus: open === null }),

  focused: () => set({ toFocus: false }),

  forget: async ({ id }) => {
    const mine = leftHomes.count
    if (!(await callMain('gallery.forget', { id })) || mine !== leftHomes.count) return
    const at = get().list?.items.findIndex((item) => item.id === id) ?? -1
    set({ chosenId: null, chosen: null, open: null })
    useNotices.getState().say({
      tone: 'plain',
      message: t('Gallery picture {id} removed.', { id }),
      act: { label: t('Look up again'), run: () => void get().look(id) },
    })
    await get().read()
    if (mine !== leftHomes.count) return
    // Whoever uses the keyboard goes on at its neighbour.
    const items = get().list?.items ?? []
    const next = items[Math.min(Math.max(0, at), items.length - 1)]
    if (next === undefined) return
    get().choose(next.id)
    set({ toFocus: true })
  },
})
