import { create } from 'zustand'
import type { LibraryPlaceView } from '../../contract/library.ts'
import { call } from '../bridge/bridge.ts'

interface LibraryPlaceMirror {
  /** Where the library is, and what is under way with its files; null before it was read. */
  place: LibraryPlaceView | null
  take: (place: LibraryPlaceView | null) => void
  read: () => Promise<void>
}

export const useLibraryPlace = create<LibraryPlaceMirror>((set) => ({
  place: null,
  take: (place) => {
    if (place !== null) set({ place })
  },
  read: async () => {
    const answer = await call('library.placeNow', undefined)
    if (answer.ok) set({ place: answer.value })
  },
}))
