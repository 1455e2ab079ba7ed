import { call } from '../../bridge/bridge.ts'
import { rangesAfter, shiftedPlace } from '../../grid/ranges.ts'
import { changed, changeOf } from '../../grid/ratio-codes.ts'
import { keepStartupSnapshot } from '../startup-snapshot.ts'
import { useView } from '../view-store.ts'
import { atHand } from './at-hand.ts'
import { openList } from './open-list.ts'
import type { LibraryApi, LibrarySlice } from './state.ts'

async function bringUpToDate(store: LibraryApi): Promise<void> {
  const { getState, setState } = store
  const { list } = getState()
  if (list === null) return
  const mine = atHand.round
  const answer = await call('library.sync', { list })
  if (mine !== atHand.round) return
  if (!answer.ok || answer.value === null) {
    await openList(store)
    return
  }
  const { removed, inserted, revision } = answer.value
  // Nobody knows yet which of them were seen: the next start shows none.
  if (removed.length > 0) void keepStartupSnapshot(useView.getState().rowHeight, null)
  const change = changeOf(removed, inserted)
  atHand.items.move(change)
  atHand.asked.clear()
  // What was said about a picture may have changed where it stands: all pages are read again when they are seen.
  atHand.fresh.clear()
  const moves = removed.length + inserted.length > 0
  setState((now) => ({
    listRevision: revision,
    ratioCodes: moves ? changed(now.ratioCodes, removed, inserted) : now.ratioCodes,
    total: now.total - removed.length + inserted.length,
    revision: now.revision + 1,
    chosen: rangesAfter(now.chosen, change),
    anchor: now.anchor === null ? null : shiftedPlace(now.anchor, change),
    lead: now.lead === null ? null : shiftedPlace(now.lead, change),
  }))
  const { lead, need, readFacets } = getState()
  if (lead !== null) setTimeout(() => need(lead, lead + 1))
  void readFacets()
}

/** Takes in what came, went and changed. */
export const syncSlice: LibrarySlice<'take' | 'sync'> = (_set, get, store) => ({
  take: () => void get().sync(),

  sync: async () => {
    // One that is under way may have looked too early.
    await atHand.syncing
    if (atHand.syncing === null) {
      atHand.syncing = bringUpToDate(store).finally(() => {
        atHand.syncing = null
        if (atHand.needed !== null) get().need(atHand.needed.from, atHand.needed.end)
        atHand.needed = null
      })
    }
    await atHand.syncing
  },
})
