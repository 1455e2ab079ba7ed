import type { StateCreator, StoreApi } from 'zustand'
import type { LibraryFacets, LibraryFilter, LibraryItem, LibrarySelection } from '../../../contract/library.ts'
import type { RatioCodes } from '../../grid/justify.ts'
import type { Ranges } from '../../grid/ranges.ts'
import type { ActionTarget } from '../action-target.ts'

/** What was chosen of a list of so many, to be chosen again once it is back. */
export interface Chosen {
  chosen: Ranges
  lead: number | null
  anchor: number | null
  count: number
}

export interface LibraryMirror {
  filter: LibraryFilter
  /** The engine's name of what is on the grid; null before the first answer. */
  list: string | null
  /** Which state of that list the places here are of, as the engine counts them. */
  listRevision: number
  ratioCodes: RatioCodes
  /** How many pictures there are, as far as is known. */
  total: number
  /** Whether the strip reaches the list's end. */
  isWhole: boolean
  /** Grows with every change of what is at hand. */
  revision: number
  trouble: string | null
  /** What there is to filter by; null before it was read. */
  facets: LibraryFacets | null
  /** Chosen pictures, by their places. */
  chosen: Ranges
  /** Whether all of the list was chosen at once: also what of it is not read yet. */
  isAllChosen: boolean
  /** Where a stretch of choices begins: the picture that was chosen last by itself. */
  anchor: number | null
  /** The picture that has the keyboard and that the inspector shows; null for none. */
  lead: number | null
  /** Acts that can be taken back, newest last. */
  undos: readonly { id: string; undone: string; before: Chosen | null }[]

  itemAt: (place: number) => LibraryItem | undefined
  placeOf: (id: string) => number | undefined
  /** Replaces parts of the filter; undefined takes one out. */
  setFilter: (part: { [K in keyof LibraryFilter]: LibraryFilter[K] | undefined }) => void
  clearFilter: () => void
  /** Just this one, whatever was asked before. */
  showFilter: (filter: LibraryFilter) => void
  reload: () => void
  /** Makes sure that pictures of these places are at hand, or on their way. */
  need: (from: number, end: number) => void
  /** `focus`: the keyboard goes there too. */
  choose: (chosen: Ranges, lead: number | null, anchor: number | null, focus?: boolean) => void
  /** All of the list, to its end. */
  chooseAll: () => void
  /** What is shown now is in no list: the one picture that is chosen here is not it. Where the keyboard is it stays. */
  chooseNone: () => void
  /** The app says that something came or went. */
  take: () => void
  /** After something was made that pictures can be put into. */
  readFacets: () => Promise<void>
  /** Takes in what came, went and changed. */
  sync: () => Promise<void>
  /**
   * Sends what is to be done with what is shown or chosen (`actionTarget`) at a moment when the places here are those that the
   * engine knows. Where what was chosen is not known any more at that moment, that is said, and nothing is sent.
   * @returns null where there is none
   */
  act: <T>(send: (of: LibrarySelection, target: ActionTarget) => Promise<T | null>) => Promise<T | null>
  /** @param undone what is said once it is undone, where that is more than that it was; without the full stop */
  remember: (undo: string | null, message: string, undone?: string, before?: Chosen | null) => void
  undo: (id?: string) => Promise<string | null>
}

export type LibraryApi = StoreApi<LibraryMirror>

/** A part of the store, on one subject. */
export type LibrarySlice<K extends keyof LibraryMirror> = StateCreator<LibraryMirror, [], [], Pick<LibraryMirror, K>>
