import { create } from 'zustand'

export interface Notice {
  id: number
  tone: 'plain' | 'attention' | 'fault'
  message: string
  /** The engine's own words, which the catalogue does not have. */
  said?: true
  /** What can be done about it from here. */
  act?: { label: string; run: () => void }
}

interface Notices {
  notices: Notice[]
  /** Read out by screen readers, politely; never shown. */
  announced: string
  say: (notice: Omit<Notice, 'id'>) => void
  dismiss: (id: number) => void
  /** Another home: what they offer belongs to the old one. */
  dropActs: () => void
  announce: (message: string) => void
}

let next = 1

export const useNotices = create<Notices>((set) => ({
  notices: [],
  announced: '',
  say: (notice) =>
    set((old) => ({
      // The same sentence twice says no more than once.
      notices: [...old.notices.filter((each) => each.message !== notice.message), { ...notice, id: next++ }].slice(-3),
    })),
  dismiss: (id) => set((old) => ({ notices: old.notices.filter((each) => each.id !== id) })),
  dropActs: () => set((old) => ({ notices: old.notices.filter((each) => each.act === undefined) })),
  announce: (announced) => set({ announced }),
}))
