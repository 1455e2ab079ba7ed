import type { CapRefusal } from '../../domain/quote/cap.ts'

/** What a step that would have written a body becomes instead. */
type Instead = { type: 'capReached'; refusal: CapRefusal } | { type: 'approvalNeeded'; why: string }

/** Leaves the step that would have written a body: it may not be sent now. */
export class NotToBeSentError extends Error {
  override name = 'NotToBeSentError'
  readonly instead: Instead
  constructor(message: string, instead: Instead) {
    super(message)
    this.instead = instead
  }
}

/** It does not fit under a cap. */
export class CapReachedError extends NotToBeSentError {
  override name = 'CapReachedError'
  constructor(refusal: CapRefusal) {
    super('it would pass the cap', { type: 'capReached', refusal })
  }
}

/** Whoever ordered it may not act any more. */
export class ApprovalNeededError extends NotToBeSentError {
  override name = 'ApprovalNeededError'
  constructor(why: string) {
    super('somebody else has to approve it', { type: 'approvalNeeded', why })
  }
}
