import type { CapRefusal } from '../../domain/quote/cap.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import type { Timers } from '../platform/timers.ts'
import { ClaimLostError, type Receipts, StaleReceiptError } from '../store/receipts.ts'
import { CapReachedError, NotToBeSentError } from './cap-reached.ts'
import { SharedStepWriter } from './shared-step-writer.ts'
import type { SharedStore } from './shared-store.ts'
import { StepWriter } from './step-writer.ts'
import type { DurableStep } from './steps.ts'
import { type Trouble, troublePauseMs } from './trouble.ts'

export interface PersistentWriterDeps {
  receipts: Receipts
  claim: { isCurrent: () => boolean }
  timers: Timers
  shared?: SharedStore | undefined
  trouble: Trouble
  capRefusal: (receipt: Receipt) => CapRefusal | null
  /** Another program has written receipts of this queue. */
  onOthers: () => void
}

const isOfAnother = (error: unknown): boolean => error instanceof ClaimLostError || error instanceof StaleReceiptError

/** Writes steps of requests, and tries until they are on disk: until then nothing that follows from them may happen. */
export class PersistentWriter {
  readonly #deps: PersistentWriterDeps
  readonly #writer: StepWriter | SharedStepWriter
  /** Whose step is being written: with a full disk that may take long. */
  readonly #writing = new Set<string>()
  #closed = false

  constructor(deps: PersistentWriterDeps) {
    this.#deps = deps
    const own = new StepWriter(deps.receipts, () => deps.claim.isCurrent(), deps.timers)
    this.#writer = deps.shared ? new SharedStepWriter(deps.shared, own) : own
  }

  isWriting(id: string): boolean {
    return this.#writing.has(id)
  }

  /**
   * @param mustFit a receipt that is to be paid now: it must fit under every cap
   * @returns `others`: another process knows more of it, or drives now · `closed`: not written, since the queue closes
   * @throws NotToBeSentError nothing was written
   */
  async write(id: string, steps: DurableStep[], mustFit: Receipt | null): Promise<'done' | 'others' | 'closed'> {
    this.#writing.add(id)
    try {
      return await this.#writeUntilDone(steps, mustFit)
    } finally {
      this.#writing.delete(id)
    }
  }

  async #writeUntilDone(steps: DurableStep[], mustFit: Receipt | null): Promise<'done' | 'others' | 'closed'> {
    const { trouble, timers, onOthers } = this.#deps
    for (;;) {
      if (this.#closed) return 'closed'
      try {
        // Under the same lock as the body: nobody lowers a cap or takes the queue over between the look and the step.
        const { othersCame } = await this.#writer.write(steps, mustFit && (() => this.#checkCaps(mustFit)))
        if (othersCame) onOthers()
        trouble.over()
        return 'done'
      } catch (error) {
        if (this.#closed) return 'closed'
        if (isOfAnother(error)) {
          if (error instanceof StaleReceiptError) onOthers()
          return 'others'
        }
        if (error instanceof NotToBeSentError) throw error
        trouble.tell(error)
        await new Promise<void>((resolve) => void timers.after(troublePauseMs, resolve))
      }
    }
  }

  #checkCaps(receipt: Receipt): void {
    const refusal = this.#deps.capRefusal(receipt)
    if (refusal) throw new CapReachedError(refusal)
  }

  /**
   * Once, and at once.
   * @returns false where another process knows more of it, or drives now
   * @throws the disk's error; nothing was changed then
   */
  writeNow(step: DurableStep): boolean {
    try {
      this.#deps.receipts.save([step], () => this.#deps.claim.isCurrent())
      return true
    } catch (error) {
      if (isOfAnother(error)) return false
      throw error
    }
  }

  /** Writes what waits, without waiting for the end of this turn. */
  flush(): void {
    this.#writer.flush()
  }

  close(): void {
    this.#closed = true
    this.#writer.close()
  }
}
