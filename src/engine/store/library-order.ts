import type { LibraryFilter } from '../../contract/library.ts'

type Sort = NonNullable<LibraryFilter['sort']>

/** How a list is ordered: by a key and then by number, or by number alone. */
export interface SortOrder {
  /** What comes before the number, as SQL; null: nothing. */
  key: string | null
  /** The index that gives rows in this order. */
  index: string | null
  isFalling: boolean
}

const newestFirst: SortOrder = { key: null, index: null, isFalling: true }

const orders: Record<Sort, SortOrder> = {
  oldest: { key: null, index: null, isFalling: false },
  name: { key: 'a.name COLLATE NOCASE', index: 'assets_by_name', isFalling: false },
  rating: { key: 'a.rating', index: 'assets_by_rating', isFalling: true },
  size: { key: 'a.size_bytes', index: 'assets_by_size', isFalling: true },
  // What nobody knows the charge of comes last.
  price: { key: 'ifnull(a.credits, -1)', index: 'assets_by_credits', isFalling: true },
}

export const orderOf = (sort: LibraryFilter['sort']): SortOrder => (sort === undefined ? newestFirst : orders[sort])
