/** What is under way in the app that no update may cut off. */
export interface Work {
  /** Requests that were approved and have not ended: whatever happens next to them may be paid work. */
  openRequests: number
  /** Orders and decisions that are being taken at this moment. */
  orders: number
  /** Whether files of the library are being moved, checked or fetched. */
  isLibraryBusy: boolean
  /**
   * While the app practises: requests at the paid service that have not ended, in that one's own home; null where it
   * cannot be read. 0 while the app works with the service: practice costs nothing and may wait.
   */
  paidElsewhere: number | null
}

/** Null where nothing stands in the way; else the reason, to be followed by what is not done for it. */
export function unrest(work: Work | null): string | null {
  // An engine that does not answer may hold anything.
  if (work === null) return 'What is under way is not known at the moment'
  if (work.openRequests === 1) return 'One request has not ended'
  if (work.openRequests > 1) return `${work.openRequests} requests have not ended`
  if (work.orders > 0) return 'An order is being taken'
  if (work.isLibraryBusy) return 'The library’s files are being worked on'
  if (work.paidElsewhere === null) return 'Whether all requests at the service have ended cannot be read'
  if (work.paidElsewhere === 1) return 'One request at the service has not ended'
  return work.paidElsewhere > 1 ? `${work.paidElsewhere} requests at the service have not ended` : null
}
