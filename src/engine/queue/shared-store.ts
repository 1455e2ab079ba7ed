import type { DurableStep } from './steps.ts'

/**
 * What several computers share, where this engine is one of a studio's workers (studio/README.md): it decides first, and this
 * computer's own store follows. Without it, which is the usual case, there is none of this.
 */
export interface SharedStore {
  /** Of all workers, so that each names the one key alike. */
  readonly salt: string
  /** Which studio it is: a home that has worked for one works for no other, and not by itself. */
  readonly studio: string
  /** Whether this worker drives a request now: it holds its lease, and has taken it in. */
  drives(id: string): boolean
  /** Whether something paid may leave at this very moment. Asked directly before dispatch. */
  mayLeave(id: string): boolean
  /** Ends when this worker may not send for it any more: what is on the line is broken off. */
  signalOf(id: string): AbortSignal
  /**
   * Resolves when the steps stand there, whoever wrote them: the same ones again are no mistake.
   * @param isToPay a first body is among them: it fits under every budget, and has its place for sending
   * @throws ClaimLostError, StaleReceiptError, NotToBeSentError; whatever else it throws says nothing of whether they stand
   */
  write(steps: DurableStep[], isToPay: boolean): Promise<void>
  /** A place for sending, of those that all workers share; resolves when there is one. @throws ClaimLostError */
  takeSlot(id: string): Promise<void>
  /** Nothing was sent with it, or what came of it is written: free for the next one, if it is not yet. */
  freeSlot(id: string): void
}
