import type { Work } from '../domain/updates/rest.ts'
import type { Engine } from '../engine/engine.ts'
import { paidDataBeside } from '../engine/platform/home.ts'
import { practiceOrigin } from '../engine/remote/address.ts'
import { countUnended, unendedIn } from '../engine/store/open-requests.ts'

/**
 * What is unfinished in a home, whichever service it belongs to, and beside practice in the paid service's own home: who
 * turns to practice leaves what is under way there, and an engine for it runs again only after turning back.
 * A file that is owed and cannot be fetched, or a refund that is waited for, goes on after any start: neither counts.
 * @param orders that are being taken at this moment
 */
export function workOf({ origin, store, libraryTasks, options }: Engine, orders: number): Work {
  const isPractice = origin === practiceOrigin
  return {
    openRequests: countUnended(store.receipts.list({ open: true })),
    orders,
    isLibraryBusy: libraryTasks.view().task?.state === 'running',
    paidElsewhere: isPractice ? unendedIn(paidDataBeside(options.folders)) : 0,
  }
}
