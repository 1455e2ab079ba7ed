/** Whoever was alone with a home, checking and repairing it, does not come to an end. */
export class HomeBusyError extends Error {
  override name = 'HomeBusyError'
  constructor() {
    super(
      'Another Printroom is still opening this home. Try again when it is done; if it does not come to an end, close that one.',
    )
  }
}
