import { create } from 'zustand'
import type { GalleryList, GalleryView } from '../../contract/gallery.ts'
import { call, callMain } from '../bridge/bridge.ts'
import { useNotices } from '../bridge/notices-store.ts'
import { t } from '../format/messages.ts'

interface GalleryMirror {
  /** What was typed to be looked up. */
  typed: string
  looking: boolean
  /** What the last look-up said, where it has something to say; `isKept`: a copy stands in for the service. */
  said: { message: string; isKept: boolean } | null
  search: string
  label: string | null
  /** Null before the first answer. */
  list: GalleryList | null
  trouble: string | null
  chosenId: string | null
  /** The chosen picture, whole. */
  chosen: GalleryView | null
  /** Which of its pictures is open large; null while the grid is shown. */
  open: number | null
  /** The chosen picture takes the keyboard as soon as the grid shows it. */
  toFocus: boolean
  setTyped: (typed: string) => void
  look: (typed: string) => Promise<void>
  hush: () => void
  find: (part: { search?: string; label?: string | null }) => void
  read: () => Promise<void>
  choose: (id: string | null) => void
  openAt: (place: number | null) => void
  focused: () => void
  forget: (picture: Pick<GalleryView, 'id'>) => Promise<void>
  /** Another home stands behind the window: nothing of the one before stays or still comes. */
  leave: () => void
}

/** Answers of an older search, or about another picture, are dropped. */
let round = 0
/** Answers of a home that was left are dropped too. */
let home = 0

const nothing = {
  typed: '',
  looking: false,
  said: null,
  search: '',
  label: null,
  list: null,
  trouble: null,
  chosenId: null,
  chosen: null,
  open: null,
  toFocus: false,
} as const

export const useGallery = create<GalleryMirror>((set, get) => ({
  ...nothing,

  setTyped: (typed) => set({ typed, said: null }),

  look: async (typed) => {
    if (typed.trim() === '' || get().looking) return
    const mine = home
    set({ looking: true, said: null })
    const answer = await call('gallery.look', { typed })
    if (mine !== home) return
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

  choose: (id) => {
    if (id === get().chosenId && get().chosen !== null) return
    set({ chosenId: id, chosen: null })
    if (id === null) return
    const mine = home
    void call('gallery.get', { id }).then((answer) => {
      if (mine !== home || get().chosenId !== id) return
      if (answer.ok) set({ chosen: answer.value })
      else set({ chosenId: null, trouble: answer.message })
    })
  },

  openAt: (open) => set({ open, toFocus: open === null }),

  focused: () => set({ toFocus: false }),

  forget: async ({ id }) => {
    const mine = home
    if (!(await callMain('gallery.forget', { id })) || mine !== home) return
    const at = get().list?.items.findIndex((item) => item.id === id) ?? -1
    set({ chosenId: null, chosen: null, open: null })
    useNotices.getState().say({
      tone: 'plain',
      message: t('Gallery picture {id} removed.', { id }),
      act: { label: t('Look up again'), run: () => void get().look(id) },
    })
    await get().read()
    if (mine !== home) return
    // Whoever uses the keyboard goes on at its neighbour.
    const items = get().list?.items ?? []
    const next = items[Math.min(Math.max(0, at), items.length - 1)]
    if (next === undefined) return
    get().choose(next.id)
    set({ toFocus: true })
  },

  leave: () => {
    home += 1
    round += 1
    set(nothing)
  },
}))
