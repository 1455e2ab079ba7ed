/** What is under way in the app that no update may cut off. */
export interface Work {
  /** Requests that were approved and have not ended: whatever happens next to them may be paid work. */
  openRequests: number
  /** Orders and decisions that are being taken at this moment. */
  orders: number
  /** Whether files of the library are being moved, checked or fetched. */
  isLibraryBusy: boolean
}

/** Null where nothing stands in the way; else the reason, to be followed by what is not done for it. */
export function unrest(work: Work | null): string | null {
  // An engine that does not answer may hold anything.
  if (work === null) return 'What is under way is not known at the moment'
  if (work.openRequests === 1) return 'One request has not ended'
  if (work.openRequests > 1) return `${work.openRequests} requests have not ended`
  if (work.orders > 0) return 'An order is being taken'
  return work.isLibraryBusy ? 'The library’s files are being worked on' : null
}
