import { create } from 'zustand'
import type { AppSnapshot } from '../../contract/app.ts'

interface AppMirror {
  snapshot: AppSnapshot | null
  /** When the window first heard that the service does not answer; null while it does. */
  unreachableSince: number | null
  take: (snapshot: AppSnapshot) => void
  /** The first page is connecting to a service: it stays, with what is typed, until the key is taken too. */
  isConnecting: boolean
  connecting: (is: boolean) => void
}

export const useApp = create<AppMirror>((set) => ({
  snapshot: null,
  unreachableSince: null,
  isConnecting: false,
  connecting: (isConnecting) => set({ isConnecting }),
  take: (snapshot) =>
    set((old) => ({
      snapshot,
      unreachableSince: snapshot.connection === 'unreachable' ? (old.unreachableSince ?? Date.now()) : null,
    })),
}))

export const useMode = (): AppSnapshot['mode'] | null => useApp((state) => state.snapshot?.mode ?? null)
export const usePractice = (): boolean => useApp((state) => state.snapshot?.mode === 'practice')
