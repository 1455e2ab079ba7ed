import { create } from 'zustand'

export const screens = ['library', 'create', 'skills', 'queue', 'gallery', 'ledger', 'settings'] as const
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
  /** The chosen picture takes the keyboard as soon as the grid shows it. */
  toFocus: boolean
  /** The section of the settings that is to come into sight. */
  section: string | null
  rowHeight: number
  go: (screen: Screen) => void
  goToSection: (section: string) => void
  sectionShown: () => void
  openReceipt: (requestId: string) => void
  closeReceipt: () => void
  chooseRequest: (requestId: string) => void
  chooseAsset: (assetId: string | null, focus?: boolean) => void
  /** The picture that is chosen by its place has this name. */
  nameAsset: (assetId: string) => void
  openViewer: () => void
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
  toFocus: false,
  section: null,
  rowHeight: 104,
  go: (screen) => set({ screen, receiptOf: null, viewing: false, toFocus: false }),
  goToSection: (section) => set({ screen: 'settings', receiptOf: null, viewing: false, toFocus: false, section }),
  sectionShown: () => set({ section: null }),
  openReceipt: (receiptOf) => set({ receiptOf }),
  closeReceipt: () => set((old) => ({ receiptOf: null, toFocus: old.assetId !== null })),
  chooseRequest: (requestId) => set({ requestId }),
  chooseAsset: (assetId, focus = false) => set(focus ? { assetId, toFocus: true } : { assetId }),
  nameAsset: (assetId) => set({ assetId }),
  openViewer: () => set({ viewing: true }),
  openAsset: (assetId) => set({ assetId, viewing: true, screen: 'library', receiptOf: null }),
  closeViewer: () => set({ viewing: false, toFocus: true }),
  focused: () => set({ toFocus: false }),
  setRowHeight: (rowHeight) => set({ rowHeight }),
}))
