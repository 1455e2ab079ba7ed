import type { Receipt } from './receipt.ts'

/**
 * Whether it may stand at the service: it left, and not all that left was answered with a “no” that starts nothing. What
 * is in doubt is looked up, replayed as it is and never ordered under another number (A6, O133); the rest was never begun.
 */
export const isInDoubt = ({ sentTimes, settled }: Receipt): boolean => sentTimes > 0 && !settled

/**
 * A person left it without knowing whether it stands at the service. It is never ordered under another number unlooked: the
 * key that it was sent under may be back, and show what became of it (A6, O133).
 */
export const wasLeftInDoubt = (receipt: Receipt): boolean =>
  receipt.phase === 'failed' && receipt.acceptedAtMs === null && receipt.body !== null && isInDoubt(receipt)

/** Its body is written, and nothing of it stands: it goes out, for the first time or once more. */
export const isToGoOut = (receipt: Receipt): boolean =>
  (receipt.phase === 'ready' || receipt.phase === 'uncertain') && !isInDoubt(receipt)

/** Told to wait, and looked for before it goes out again: it waits for its turn like what never left. */
export const waitsToBeSent = (receipt: Receipt): boolean => receipt.phase === 'uncertain' && !isInDoubt(receipt)

/** Not while it is being sent, which only its driver knows. */
export const mayBeTakenOut = (receipt: Receipt): boolean => receipt.phase === 'approved' || isToGoOut(receipt)
