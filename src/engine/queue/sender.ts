import { assertNever } from '../../domain/assert-never.ts'
import type { Clearance } from '../../domain/request/clearance.ts'
import type { RequestEffect, RequestEvent } from '../../domain/request/events.ts'
import { stalePrice } from '../../domain/request/questions.ts'
import type { PaidLine } from '../remote/service.ts'
import { ClaimLostError } from '../store/receipts.ts'
import { NotToBeSentError } from './cap-reached.ts'
import type { Gate } from './gate.ts'
import type { QueueEntry } from './queue-options.ts'
import type { SharedStore } from './shared-store.ts'

type BodyWritten = Extract<RequestEvent, { type: 'bodyWritten' }>

/** What sending needs of the queue that drives. */
export interface SenderDeps {
  gate: Gate
  shared?: SharedStore | undefined
  now: () => number
  isClosed: () => boolean
  perform: (entry: QueueEntry, effect: RequestEffect, line: PaidLine) => Promise<RequestEvent>
  /** Writes a step down and plans nothing. Null: it could not be stored. */
  store: (entry: QueueEntry, event: RequestEvent) => Promise<{ effect: RequestEffect | null } | null>
  /** Writes a step down and plans what follows. */
  feed: (entry: QueueEntry, event: RequestEvent) => Promise<unknown>
  plan: (entry: QueueEntry, effect: RequestEffect) => void
  /** It stays as it is and is due when sending is allowed again. */
  waitFor: (entry: QueueEntry, effect: RequestEffect) => void
  /** The prepared body waits for its turn once more. */
  waitPrepared: (entry: QueueEntry, event: BodyWritten) => void
  drop: (entry: QueueEntry) => void
  troubleWith: (entry: QueueEntry, effect: RequestEffect, error: unknown) => void
  makeSound: () => void
}

/** Sends what is paid. Nothing else of the queue lets a paid request leave, and nothing leaves without the gate's word. */
export class Sender {
  readonly #deps: SenderDeps

  constructor(deps: SenderDeps) {
    this.#deps = deps
  }

  /** The body of a first send is written and leaves, with its place for sending in hand. */
  async writeAndSend(entry: QueueEntry, event: BodyWritten, isOld: () => boolean): Promise<void> {
    const { gate, now, store, feed, plan, waitPrepared, troubleWith } = this.#deps
    const again = { do: 'prepare' as const, afterMs: 0 }
    // Long after its turn was due (a paused queue) its uploads may be gone: prepared anew.
    if (isOld()) return plan(entry, again)
    let said: Clearance
    try {
      // What its price says now is learned before it is written: from then on it counts as sent.
      said = await gate.soon(entry, false)
    } catch (error) {
      // A price that the disk does not take: nothing of the order is written yet.
      return troubleWith(entry, again, error)
    }
    if (this.#isOver(entry)) return
    if (said.do === 'wait') return waitPrepared(entry, event)
    if (said.do === 'delay')
      return void (await feed(entry, { type: 'preparationDelayed', reason: stalePrice, afterMs: null, atMs: now() }))
    if (said.do !== 'go') return this.#holdBack(entry, again, said, false)
    try {
      const stored = await store(entry, { ...event, atMs: now() })
      if (stored?.effect) await this.submit(entry, stored.effect)
    } catch (error) {
      if (!(error instanceof NotToBeSentError)) throw error
      await feed(entry, { ...error.instead, atMs: now() })
    }
  }

  /**
   * The paid POST. Whatever planned it, and however long ago: the gate looks at all that must be true, here and once more in
   * the very moment in which it leaves.
   * @param mayLook false: it was looked up a moment ago, with this place for sending in hand
   */
  async submit(entry: QueueEntry, effect: RequestEffect, mayLook = true): Promise<void> {
    const { shared, drop, troubleWith } = this.#deps
    if (!shared) return this.#submit(entry, effect, mayLook)
    const { id } = entry.receipt
    try {
      await shared.takeSlot(id)
    } catch (error) {
      return error instanceof ClaimLostError ? drop(entry) : troubleWith(entry, effect, error)
    }
    try {
      await this.#submit(entry, effect, mayLook)
    } finally {
      shared.freeSlot(id)
    }
  }

  async #submit(entry: QueueEntry, effect: RequestEffect, mayLook: boolean): Promise<void> {
    const { gate, perform, makeSound, troubleWith, feed } = this.#deps
    const stopped: { by: Clearance | null } = { by: null }
    const mayLeave = (): boolean => {
      const said: Clearance = this.#deps.isClosed() ? { do: 'drop' } : gate.now(entry)
      stopped.by = said.do === 'go' ? null : said
      return stopped.by === null
    }
    let event: RequestEvent
    try {
      // A step of another request may have been refused by the disk since this one was written.
      makeSound()
      const said = await gate.soon(entry)
      if (this.#isOver(entry)) return
      if (said.do !== 'go') return await this.#holdBack(entry, effect, said, mayLook)
      event = await perform(entry, effect, { mayLeave })
    } catch (error) {
      return troubleWith(entry, effect, error)
    }
    if (this.#isOver(entry)) return
    if (stopped.by !== null) return this.#holdBack(entry, effect, stopped.by, mayLook)
    await feed(entry, event)
  }

  #isOver(entry: QueueEntry): boolean {
    return this.#deps.isClosed() || entry.isTakenOut
  }

  /** It may not leave now: what comes instead. */
  async #holdBack(entry: QueueEntry, effect: RequestEffect, said: Clearance, mayLook: boolean): Promise<void> {
    const { now, feed, waitFor, drop } = this.#deps
    const atMs = now()
    switch (said.do) {
      case 'drop':
        return drop(entry)
      // Its price became old in the last moment: all of it is looked at once more.
      case 'go':
      case 'readPrice':
      case 'wait':
        return waitFor(entry, effect)
      case 'look':
        return this.#lookThenSend(entry, mayLook)
      case 'delay':
        return void (await feed(entry, { type: 'heldBack', why: 'price', atMs }))
      case 'askPrice':
        return void (await feed(entry, { type: 'priceRose', credits: said.credits, atMs }))
      case 'askCap':
        return void (await feed(entry, { type: 'capReached', refusal: said.refusal, atMs }))
      default:
        return assertNever(said)
    }
  }

  /**
   * Looked up with the place for sending in hand, and sent at once where the rules then allow it: behind others that take
   * long, its look would be too old again each time that its turn comes.
   */
  async #lookThenSend(entry: QueueEntry, mayLook: boolean): Promise<void> {
    const { now, feed, store, perform, plan, troubleWith } = this.#deps
    const held: RequestEvent = { type: 'heldBack', why: 'word', atMs: now() }
    if (!mayLook) return void (await feed(entry, held))
    const looks = await store(entry, held)
    if (!looks?.effect || this.#isOver(entry)) return
    // The service asked to be left alone with this one.
    if (looks.effect.afterMs > 0) return plan(entry, looks.effect)
    let event: RequestEvent
    try {
      event = await perform(entry, looks.effect, {})
    } catch (error) {
      return troubleWith(entry, looks.effect, error)
    }
    if (this.#isOver(entry)) return
    const stored = await store(entry, event)
    if (stored?.effect?.do === 'submit' && stored.effect.afterMs === 0) return this.submit(entry, stored.effect, false)
    if (stored?.effect) plan(entry, stored.effect)
  }
}
