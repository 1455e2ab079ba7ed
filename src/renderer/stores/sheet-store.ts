import { create } from 'zustand'

export type Sheet = 'shortcuts' | 'palette' | 'about'

interface SheetView {
  /** What lies over the window, at most one of them. */
  sheet: Sheet | null
  open: (sheet: Sheet) => void
  close: () => void
}

export const useSheet = create<SheetView>((set) => ({
  sheet: null,
  open: (sheet) => set({ sheet }),
  close: () => set({ sheet: null }),
}))
