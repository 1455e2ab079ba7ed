import type { CapRefusal } from '../../domain/quote/cap.ts'

/** Leaves the step that would have written a body: it does not fit under a cap. */
export class CapReachedError extends Error {
  override name = 'CapReachedError'
  readonly refusal: CapRefusal
  constructor(refusal: CapRefusal) {
    super('it would pass the cap')
    this.refusal = refusal
  }
}
