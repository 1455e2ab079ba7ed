import { create } from 'zustand'
import { type Choice, chooseRow, type How, shownOf } from '../lists/queue-choice.ts'
import { useView } from './view-store.ts'

/** What of the queue is shown, and which rows are chosen. The one that the inspector shows is `requestId` of the view. */
interface QueueView extends Choice {
  /** `all`, `create`, or a Skill. */
  kind: string
  search: string
  setKind: (kind: string) => void
  setSearch: (search: string) => void
  choose: (id: string, how: How, order: readonly string[]) => void
  chooseAll: (order: readonly string[]) => void
  /** Of what is chosen only what is still shown. */
  keepChosen: (order: readonly string[]) => void
  clear: () => void
}

export const useQueue = create<QueueView>((set, get) => ({
  kind: 'all',
  search: '',
  chosen: new Set(),
  anchor: null,
  setKind: (kind) => set({ kind, chosen: new Set(), anchor: null }),
  setSearch: (search) => set({ search, chosen: new Set(), anchor: null }),
  choose: (id, how, order) => {
    set((old) => chooseRow(old, id, how, order))
    const { chosen } = get()
    // The inspector shows one of those that are highlighted, also when the pressed one no longer is.
    useView.getState().chooseRequest(chosen.size === 0 || chosen.has(id) ? id : ([...chosen].at(-1) ?? id))
  },
  chooseAll: (order) => set({ chosen: new Set(order) }),
  keepChosen: (order) =>
    set((old) => {
      const chosen = shownOf(old.chosen, order)
      return chosen.size === old.chosen.size ? old : { chosen }
    }),
  clear: () => set({ chosen: new Set(), anchor: null }),
}))
