import { canMove, placeOf } from '../../../../src/domain/request/place.ts'
import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import type { Activity } from '../../../../src/domain/request/words.ts'
import type { App } from './app.ts'
import type { Tell } from './known.ts'

/** What one request was about when the last step was over. */
interface Stand {
  receipt: Receipt
  activity: Activity
}

/** A computer in trouble tries again after three seconds, in no order. */
const afterTroubleMs = 3000

/**
 * Watches the order in which a queue begins: among those that can be begun, the one that stands first, wherever a person
 * has put it; and nothing at all while it is paused. Seen from one step to the next: who waited when the last one was over,
 * and who has begun since.
 */
export class QueueCheck {
  readonly #tell: Tell
  readonly #isTakenOut: (id: string) => boolean
  readonly #receipts = new Map<string, Receipt>()
  /** Which requests the queue of the program that drives has told of: those that it drives. */
  #driven: { app: App; ids: Set<string> } | null = null
  /** What began since the last step was over. */
  readonly #begun = new Set<string>()
  #stands: { app: App; isHeld: boolean; byId: Map<string, Stand> } | null = null

  /** @param isTakenOut a person has taken it out: on a disk in trouble that is not written yet, and nobody waits for it */
  constructor(tell: Tell, isTakenOut: (id: string) => boolean) {
    this.#tell = tell
    this.#isTakenOut = isTakenOut
  }

  stored(receipt: Receipt): void {
    if (canMove(receipt)) this.#receipts.set(receipt.id, receipt)
    else this.#receipts.delete(receipt.id)
  }

  /** Another copy of the home is there now. */
  forget(): void {
    this.#receipts.clear()
    this.#driven = null
    this.#stands = null
  }

  /** A queue tells of a receipt: at each step, and when something begins for it. */
  told(app: App, receipt: Receipt): void {
    if (this.#driven?.app !== app) this.#driven = { app, ids: new Set() }
    this.#driven.ids.add(receipt.id)
    const before = this.#stands?.byId.get(receipt.id)
    if (!before || this.#stands?.app !== app || before.activity !== null) return
    if (app.queue?.activityOf(receipt.id) === 'preparing') this.#begins(app, before, null)
  }

  /** A paid POST leaves for the first time. */
  leaves({ id }: Receipt): void {
    const { app, byId } = this.#stands ?? {}
    const before = byId?.get(id)
    if (app && before && before.activity !== 'submitting') this.#begins(app, before, 'prepared')
  }

  /** Compared are those that waited when the last step was over and wait still: what began with it began before it. */
  #begins(app: App, { receipt }: Stand, waitingAs: Activity): void {
    const { id } = receipt
    const { isHeld = false, byId = new Map<string, Stand>() } = this.#stands ?? {}
    this.#begun.add(id)
    if (isHeld && app.isHeld) this.#tell('queue', id, 'is begun while the queue is paused')
    for (const [other, stand] of byId) {
      const isDue = waitingAs === 'prepared' || stand.receipt.failuresInARow === 0
      const waits = stand.activity === waitingAs && !this.#begun.has(other) && !this.#isTakenOut(other)
      // What the service wants to be left alone with for longer goes behind what it does not.
      if (!waits || stand.receipt.phase !== 'approved' || !isDue || app.isToldToWait(stand.receipt)) continue
      if (placeOf(stand.receipt) < placeOf(receipt))
        this.#tell('queue', id, `is begun before ${other.slice(0, 8)}, which stands before it`)
    }
  }

  /** @param app the one that drives, or null */
  afterStep(app: App | null): void {
    this.#stands = null
    this.#begun.clear()
    const { queue } = app ?? {}
    if (app === null || !queue || this.#receipts.size === 0) return
    // In trouble, what is to be done waits for some seconds, and nobody outside can see which.
    const byId = new Map<string, Stand>()
    for (const [id, receipt] of this.#receipts)
      if (this.#driven?.app === app && this.#driven.ids.has(id))
        byId.set(id, { receipt, activity: queue.activityOf(id) })
    this.#stands = { app, isHeld: app.isHeld, byId: app.isTroubled(afterTroubleMs) || app.isBehind ? new Map() : byId }
  }
}
