import { create } from 'zustand'
import type { RequestView } from '../../contract/views.ts'
import { t } from '../format/messages.ts'

export const screens = ['library', 'create', 'skills', 'queue', 'gallery', 'ledger', 'settings'] as const
export type Screen = (typeof screens)[number]

/** What can be laid beside others: a result, or the picture that one was made from, which is in no library. */
export type Comparable =
  | { kind: 'asset'; id: string; label: string | null }
  | { kind: 'source'; src: string; thumbnail: string; label: string }

/** The address of the file itself, by that of its small picture. */
export const fullOf = (thumbnail: string): string => thumbnail.replace(/thumbnail$/, 'full')

/** What a request made beside what it was made from; less than two where either is not here. */
export const beforeAndAfter = ({ source, assets }: RequestView): Comparable[] => [
  ...(source?.thumbnail == null
    ? []
    : [{ kind: 'source' as const, src: fullOf(source.thumbnail), thumbnail: source.thumbnail, label: t('Before') }]),
  ...assets
    .filter(({ present }) => present)
    .map(
      ({ id }, at): Comparable => ({
        kind: 'asset',
        id,
        label: assets.length > 1 ? t('Result {place}', { place: at + 1 }) : t('After'),
      }),
    ),
]

/** So many can be judged at once. */
export const mostCompared = 4

/** Where something large was opened from, and goes back to. */
interface Place {
  screen: Screen
  receiptOf: string | null
  assetId: string | null
  viewing: boolean
  compared: readonly Comparable[] | null
  touchingUp: string | null
  /** `data-opens` of what opened it: the keyboard goes back there. */
  opener: string | null
  from: Place | null
}

interface View {
  screen: Screen
  /** The receipt that lies over the screen, by its request. */
  receiptOf: string | null
  /** The request chosen in the queue. */
  requestId: string | null
  /** The picture chosen in the library, and whether it is open large. */
  assetId: string | null
  viewing: boolean
  /** The pictures that lie beside each other over the screen; null for none. */
  compared: readonly Comparable[] | null
  /** The picture whose edge is mended over the screen; null for none. */
  touchingUp: string | null
  from: Place | null
  /** `data-opens` of what the keyboard goes back to. */
  opener: string | null
  /** The chosen picture takes the keyboard as soon as the grid shows it. */
  toFocus: boolean
  /** The section of the settings that is to come into sight. */
  section: string | null
  rowHeight: number
  /** Whether the details stand beside a picture that is open large. */
  viewerPane: boolean
  /** Null: where there is room for it. */
  librarySidebar: boolean | null
  setLibrarySidebar: (librarySidebar: boolean) => void
  setViewerPane: (viewerPane: boolean) => void
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
  /** Two to four of them; more are cut, and fewer are nothing to compare. */
  openCompare: (compared: readonly Comparable[]) => void
  closeCompare: () => void
  openTouchUp: (assetId: string) => void
  closeTouchUp: () => void
  closeViewer: () => void
  focused: () => void
  setRowHeight: (rowHeight: number) => void
}

let openerNow: string | null = null

/** Says where the keyboard is: what is opened next is opened from there. */
export function noteOpener(opens: string | null): void {
  openerNow = opens
}

const placeOf = ({ screen, receiptOf, assetId, viewing, compared, touchingUp, from }: View): Place => ({
  screen,
  receiptOf,
  assetId,
  viewing,
  compared,
  touchingUp,
  from,
  opener: openerNow,
})

/** What is opened in its place at once, as a picture that was just saved, is opened from there too. */
function backTo(place: Place): Partial<View> {
  openerNow = place.opener
  return { ...place, toFocus: place.screen === 'library' && !place.viewing }
}

const overNothing = { viewing: false, compared: null, touchingUp: null, from: null, opener: null } as const

export const useView = create<View>((set) => ({
  screen: 'library',
  receiptOf: null,
  requestId: null,
  assetId: null,
  ...overNothing,
  toFocus: false,
  section: null,
  rowHeight: 104,
  librarySidebar: null,
  viewerPane: true,
  setLibrarySidebar: (librarySidebar) => set({ librarySidebar }),
  setViewerPane: (viewerPane) => set({ viewerPane }),
  go: (screen) => set({ screen, receiptOf: null, toFocus: false, ...overNothing }),
  goToSection: (section) => set({ screen: 'settings', receiptOf: null, toFocus: false, section, ...overNothing }),
  sectionShown: () => set({ section: null }),
  openReceipt: (receiptOf) => set({ receiptOf }),
  closeReceipt: () => set((old) => ({ receiptOf: null, toFocus: old.assetId !== null })),
  chooseRequest: (requestId) => set({ requestId }),
  chooseAsset: (assetId, focus = false) => set(focus ? { assetId, toFocus: true } : { assetId }),
  nameAsset: (assetId) => set({ assetId }),
  openViewer: () => set({ viewing: true, from: null }),
  openAsset: (assetId) =>
    set((old) => {
      const isInGrid = old.screen === 'library' && old.receiptOf === null && old.compared === null
      const from = isInGrid ? old.from : placeOf(old)
      return { assetId, viewing: true, screen: 'library', receiptOf: null, compared: null, from }
    }),
  closeViewer: () => set(({ from }) => (from === null ? { viewing: false, toFocus: true } : backTo(from))),
  openCompare: (compared) =>
    set((old) => {
      if (compared.length < 2) return {}
      // Others in the place of those that lie there are no step further in.
      const from = old.compared !== null && old.receiptOf === null ? old.from : placeOf(old)
      return { compared: compared.slice(0, mostCompared), receiptOf: null, from }
    }),
  closeCompare: () => set(({ from }) => (from === null ? { compared: null } : backTo(from))),
  openTouchUp: (touchingUp) => set((old) => ({ touchingUp, receiptOf: null, from: placeOf(old) })),
  closeTouchUp: () => set(({ from }) => (from === null ? { touchingUp: null } : backTo(from))),
  focused: () => set({ toFocus: false }),
  setRowHeight: (rowHeight) => set({ rowHeight }),
}))
