import type { LibraryItem } from '../../../contract/library.ts'
import { ItemCache } from '../../grid/item-cache.ts'

/** Pictures that are asked for at once; a grid shows some dozens. */
export const pageSize = 100
/** Two thousand descriptions are about two megabytes. */
const keptItems = 2000

interface AtHand {
  items: ItemCache<LibraryItem>
  /** Pages on their way, and those that were read since the last change. */
  asked: Set<number>
  fresh: Set<number>
  /** Grows with each list that is opened: answers of an older one are dropped. */
  round: number
  /** Until a change is taken in. */
  syncing: Promise<void> | null
  /** Settled when the list of now was read to its end, or cannot be. */
  reading: Promise<void>
  /** What was needed while a change was being taken in: asked for after it. */
  needed: { from: number; end: number } | null
}

/** What is here of the list that is open, and what is on its way. Nothing of it is drawn: the store's `revision` says that it changed. */
export const atHand: AtHand = {
  items: new ItemCache(keptItems),
  asked: new Set(),
  fresh: new Set(),
  round: 0,
  syncing: null,
  reading: Promise.resolve(),
  needed: null,
}
