import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import type { DurableStep } from '../../../../src/engine/queue/steps.ts'
import { ClaimLostError, StaleReceiptError } from '../../../../src/engine/store/receipts.ts'

/** No refund is open here, and no file is owed at the end. */
const ended: ReadonlySet<Receipt['phase']> = new Set([
  'completed',
  'partial',
  'failed',
  'rejected',
  'cancelled',
  'gone',
])

/** A worker's own home, which outlives its program: receipts alone, each step in the place of the one it follows. */
export class ModelHome {
  readonly #receipts = new Map<string, Receipt>()
  readonly #open = new Set<string>()

  revision(id: string): number {
    return this.#receipts.get(id)?.revision ?? 0
  }

  get(id: string): Receipt | null {
    return this.#receipts.get(id) ?? null
  }

  open(): Receipt[] {
    return [...this.#open].flatMap((id) => this.get(id) ?? [])
  }

  save(steps: DurableStep[], fence?: () => boolean): { othersCame: boolean } {
    if (fence?.() === false) throw new ClaimLostError('another process drives the queue now')
    for (const { after } of steps)
      if (after.revision !== this.revision(after.id) + 1)
        throw new StaleReceiptError(`${after.id} is at ${this.revision(after.id)}`)
    for (const { after } of steps) {
      this.#receipts.set(after.id, after)
      if (ended.has(after.phase)) this.#open.delete(after.id)
      else this.#open.add(after.id)
    }
    return { othersCame: false }
  }
}
