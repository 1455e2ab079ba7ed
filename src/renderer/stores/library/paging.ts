import { call } from '../../bridge/bridge.ts'
import { noRatios } from '../../grid/ratio-codes.ts'
import { atHand, pageSize } from './at-hand.ts'
import { openList } from './open-list.ts'
import type { LibraryApi, LibrarySlice } from './state.ts'

async function readPage(store: LibraryApi, list: string, page: number): Promise<void> {
  const mine = atHand.round
  atHand.asked.add(page)
  const answer = await call('library.slice', { list, from: page * pageSize, count: pageSize })
  if (mine !== atHand.round) return
  atHand.asked.delete(page)
  // A page that a change has overtaken meanwhile is asked for again.
  if (atHand.syncing !== null) return
  if (!answer.ok) {
    // The engine keeps a few lists only; this one had to go.
    await openList(store)
    return
  }
  atHand.items.put(page * pageSize, answer.value)
  atHand.fresh.add(page)
  store.setState((now) => ({ revision: now.revision + 1 }))
}

/** The open list, and the pictures of it that are at hand. */
export const pagingSlice: LibrarySlice<
  'list' | 'listRevision' | 'ratioCodes' | 'total' | 'isWhole' | 'revision' | 'trouble' | 'itemAt' | 'placeOf' | 'need'
> = (_set, get, store) => ({
  list: null,
  listRevision: 0,
  ratioCodes: noRatios,
  total: 0,
  isWhole: false,
  revision: 0,
  trouble: null,

  itemAt: (place) => atHand.items.at(place),
  placeOf: (id) => atHand.items.placeOf(id),

  need: (from, end) => {
    const { list, ratioCodes } = get()
    if (list === null) return
    if (atHand.syncing !== null) {
      atHand.needed = { from, end }
      return
    }
    const { items, asked, fresh } = atHand
    const first = Math.max(0, Math.floor(from / pageSize))
    const last = Math.floor((Math.min(end, ratioCodes.count) - 1) / pageSize)
    for (let page = first; page <= last; page += 1) {
      const start = Math.max(from, page * pageSize)
      const isThere = items.at(start) !== undefined && items.at(Math.min(end, (page + 1) * pageSize) - 1) !== undefined
      if (asked.has(page) || (isThere && fresh.has(page))) continue
      void readPage(store, list, page)
    }
  },
})
