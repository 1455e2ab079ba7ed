import { create } from 'zustand'

interface ShortcutsView {
  isOpen: boolean
  open: () => void
  close: () => void
}

/** Whether the list of keyboard shortcuts lies over the window. */
export const useShortcuts = create<ShortcutsView>((set) => ({
  isOpen: false,
  open: () => set({ isOpen: true }),
  close: () => set({ isOpen: false }),
}))
