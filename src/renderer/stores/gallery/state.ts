import type { StateCreator } from 'zustand'
import type { GalleryList, GalleryView } from '../../../contract/gallery.ts'

export interface GalleryMirror {
  /** What was typed to be looked up. */
  typed: string
  looking: boolean
  /** What the last look-up said, where it has something to say; `isKept`: a copy stands in for the service. */
  said: { message: string; isKept: boolean } | null
  search: string
  label: string | null
  /** Null before the first answer. */
  list: GalleryList | null
  trouble: string | null
  chosenId: string | null
  /** The chosen picture, whole. */
  chosen: GalleryView | null
  /** Which of its pictures is open large; null while the grid is shown. */
  open: number | null
  /** The chosen picture takes the keyboard as soon as the grid shows it. */
  toFocus: boolean
  setTyped: (typed: string) => void
  look: (typed: string) => Promise<void>
  hush: () => void
  find: (part: { search?: string; label?: string | null }) => void
  read: () => Promise<void>
  choose: (id: string | null) => void
  openAt: (place: number | null) => void
  focused: () => void
  forget: (picture: Pick<GalleryView, 'id'>) => Promise<void>
  /** Another home stands behind the window: nothing of the one before stays or still comes. */
  leave: () => void
}

/** A part of the store, on one subject. */
export type GallerySlice<K extends keyof GalleryMirror> = StateCreator<GalleryMirror, [], [], Pick<GalleryMirror, K>>

/** Counted up when a home is left: its answers are dropped. */
export const leftHomes = { count: 0 }
