import { isEndState } from '../domain/request/states.ts'
import { stateOf } from '../domain/request/words.ts'
import type { Work } from '../domain/updates/rest.ts'
import type { Engine } from '../engine/engine.ts'

/**
 * What is unfinished in a home, whichever service it belongs to. A file that is owed and cannot be fetched, or a refund
 * that is waited for, goes on after any start: neither counts.
 * @param orders that are being taken at this moment
 */
export function workOf({ store, libraryTasks }: Engine, orders: number): Work {
  const open = store.receipts.list({ open: true })
  return {
    openRequests: open.filter((receipt) => !isEndState(stateOf(receipt, null))).length,
    orders,
    isLibraryBusy: libraryTasks.view().task?.state === 'running',
  }
}
