import { create } from 'zustand'
import type { CallName } from '../../contract/ipc.ts'

export interface Notice {
  id: number
  tone: 'plain' | 'attention' | 'fault'
  message: string
  /** The engine's own words, which the catalogue does not have. */
  said?: true
  /** The act that it answers: of one that went wrong, what is said goes when it goes right, and when its screen is left. */
  of?: CallName
  /** What can be done about it from here. */
  act?: { label: string; run: () => void }
}

interface Notices {
  notices: Notice[]
  /** Read out by screen readers, politely; never shown. */
  announced: string
  say: (notice: Omit<Notice, 'id'>) => void
  dismiss: (id: number) => void
  /** An act went right: what was said of one that did not is over. */
  settle: (of: CallName) => void
  /** Another screen: what was done on the one before is no more looked at. */
  leave: () => void
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
  settle: (of) => set((old) => ({ notices: old.notices.filter((each) => each.of !== of) })),
  leave: () => set((old) => ({ notices: old.notices.filter((each) => each.of === undefined) })),
  dropActs: () => set((old) => ({ notices: old.notices.filter((each) => each.act === undefined) })),
  announce: (announced) => set({ announced }),
}))
