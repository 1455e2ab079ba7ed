import { create } from 'zustand'
import type { WatchView } from '../../contract/watch.ts'
import { call } from '../bridge/bridge.ts'

interface WatchState {
  watches: readonly WatchView[]
  take: (watches: readonly WatchView[]) => void
  read: () => Promise<void>
}

/** The watch folders of this home, as the engine tells of them. */
export const useWatches = create<WatchState>((set) => ({
  watches: [],
  take: (watches) => set({ watches }),
  read: async () => {
    const answer = await call('watch.list', undefined)
    if (answer.ok) set({ watches: answer.value })
  },
}))
