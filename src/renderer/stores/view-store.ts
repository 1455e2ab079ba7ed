import { create } from 'zustand'

export const screens = ['library', 'create', 'skills', 'queue', 'settings'] as const
export type Screen = (typeof screens)[number]

interface View {
  screen: Screen
  /** The receipt that lies over the screen, by its request. */
  receiptOf: string | null
  /** The request chosen in the queue. */
  requestId: string | null
  /** The picture chosen in the library, and whether it is open large. */
  assetId: string | null
  viewing: boolean
  /** A picture that takes the keyboard as soon as the grid shows it. */
  toFocus: string | null
  rowHeight: number
  go: (screen: Screen) => void
  openReceipt: (requestId: string) => void
  closeReceipt: () => void
  chooseRequest: (requestId: string) => void
  chooseAsset: (assetId: string | null, focus?: boolean) => void
  openAsset: (assetId: string) => void
  closeViewer: () => void
  focused: () => void
  setRowHeight: (rowHeight: number) => void
}

export const useView = create<View>((set) => ({
  screen: 'library',
  receiptOf: null,
  requestId: null,
  assetId: null,
  viewing: false,
  toFocus: null,
  rowHeight: 104,
  go: (screen) => set({ screen, receiptOf: null, viewing: false, toFocus: null }),
  openReceipt: (receiptOf) => set({ receiptOf }),
  closeReceipt: () => set((old) => ({ receiptOf: null, toFocus: old.assetId })),
  chooseRequest: (requestId) => set({ requestId }),
  chooseAsset: (assetId, focus = false) => set(focus ? { assetId, toFocus: assetId } : { assetId }),
  openAsset: (assetId) => set({ assetId, viewing: true, screen: 'library', receiptOf: null }),
  closeViewer: () => set((old) => ({ viewing: false, toFocus: old.assetId })),
  focused: () => set({ toFocus: null }),
  setRowHeight: (rowHeight) => set({ rowHeight }),
}))
