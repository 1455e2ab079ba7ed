import fc from 'fast-check'
import type { RequestEffect, RequestEvent } from '../../../src/domain/request/events.ts'
import type { PaidBody, Receipt } from '../../../src/domain/request/receipt.ts'
import { step } from '../../../src/domain/request/step.ts'
import { type PerformDeps, performEffect } from '../../../src/engine/queue/perform.ts'
import type { Receipts } from '../../../src/engine/store/receipts.ts'
import { eventOf, startMs, turns } from '../../support/random-events.ts'
import { timing } from '../../support/receipts.ts'
import { isNews } from './news.ts'
import type { Chance } from './random.ts'

/** What can happen, drawn once: a life takes from it by chance, which costs nothing. */
const pool = fc.sample(turns, { seed: 1, numRuns: 300 }).flat()

/** Nobody calls the exchange off. */
const untouched = new AbortController().signal

interface LifeOptions {
  receipts: Receipts
  /** The receipt as the journal alone tells it. */
  fromJournal: (id: string) => Receipt | undefined
  deps: PerformDeps
  chance: Chance
  order: Receipt
  body: PaidBody
  /** The key is taken away, changed, or given back. */
  changeKey: () => void
  /** The same key as at the order is held, as far as is known. */
  heldKey: () => string | null
}

/**
 * A life of one request, with the queue's own order of things: each step written down in both copies, then its effect.
 * Nothing of it is kept over a restart but what is written.
 */
export class Life {
  readonly #options: LifeOptions
  #receipt: Receipt
  #planned: RequestEffect | null = { do: 'prepare', afterMs: 0 }
  #nowMs = startMs
  restarts = 0

  constructor(options: LifeOptions) {
    this.#options = options
    this.#receipt = options.order
    options.receipts.save([{ after: options.order, timeline: [] }])
  }

  get isOver(): boolean {
    return this.#planned === null && this.#receipt.phase !== 'needs-decision'
  }

  async turn(): Promise<void> {
    const { chance, deps } = this.#options
    if (chance.percent(12)) this.#options.changeKey()
    if (chance.percent(15)) return this.#restart()
    const planned = this.#planned
    this.#nowMs += chance.below(20_000)
    if (planned === null && this.#receipt.decision !== null && chance.percent(80)) return this.#decide()
    if (planned?.do === 'submit' && chance.percent(90)) {
      const event = await performEffect(
        planned,
        this.#receipt,
        { ...deps, now: () => this.#nowMs },
        { signal: untouched },
      )
      // What was sent was sent, whether or not anybody was left to hear the answer.
      return chance.percent(15) ? this.#restart() : this.#feed(event)
    }
    if (planned?.do === 'prepare' && chance.percent(90))
      return this.#feed({ type: 'bodyWritten', atMs: this.#nowMs, body: this.#options.body, preparation: [] })
    if (planned?.do === 'lookUp' && chance.percent(60)) return this.#feed(this.#permission())
    const drawn = pool[chance.below(pool.length)]
    if (drawn === undefined) return
    const { event } = eventOf({ ...drawn, passesMs: 0 }, planned, this.#nowMs)
    // Preparation writes this body and no other; a second one, later, must change nothing.
    const isFirst = event.type === 'bodyWritten' && this.#receipt.phase === 'approved'
    this.#feed(isFirst ? { ...event, body: this.#options.body } : event)
  }

  /** A look-up that lets it be sent again, at once or at the second time. */
  #permission(): RequestEvent {
    const outcome = this.#options.chance.percent(50)
      ? { type: 'missing' as const }
      : { type: 'inProgress' as const, afterMs: 0, mayResubmit: true }
    return { type: 'lookedUp', atMs: this.#nowMs, outcome }
  }

  #decide(): void {
    const { chance } = this.#options
    const choices = this.#receipt.decision?.choices ?? []
    const stays = choices.filter(({ id }) => id === 'send-again' || id === 'try-again' || id === 'look-again')
    const from = stays.length > 0 && chance.percent(85) ? stays : choices
    const choice = from[chance.below(from.length)]
    if (choice)
      this.#feed({
        type: 'decided',
        atMs: this.#nowMs,
        choice: choice.id,
        ...(chance.percent(30) ? { beside: true } : {}),
      })
  }

  #feed(event: RequestEvent): void {
    const before = this.#receipt
    const made = step(before, event, timing)
    const isWritten = isNews(before, made)
    const after = isWritten ? { ...made.receipt, revision: before.revision + 1 } : made.receipt
    if (isWritten) this.#options.receipts.save([{ after, timeline: made.timeline }])
    this.#receipt = after
    this.#planned = made.effect ?? (isWritten ? null : this.#planned)
  }

  #restart(): void {
    this.restarts += 1
    const { id } = this.#receipt
    const { receipts, fromJournal, order, body } = this.#options
    const [stored, told] = [receipts.get(id), fromJournal(id)]
    if (stored === null || told === undefined) throw new Error('the receipt is gone')
    if (JSON.stringify(stored.body) !== JSON.stringify(told.body)) throw new Error('the copies have different bodies')
    if (stored.body !== null && JSON.stringify(stored.body) !== JSON.stringify(body)) throw new Error('another body')
    for (const copy of [stored, told])
      if (copy.id !== order.id || copy.keyFingerprint !== order.keyFingerprint || copy.origin !== order.origin)
        throw new Error('another identity')
    this.#receipt = this.#options.chance.percent(50) ? stored : told
    const waitsForKey = stored.phase === 'needs-decision' && stored.decision?.kind === 'key'
    const type = waitsForKey && this.#options.heldKey() === stored.keyFingerprint ? 'keyHeldAgain' : 'recovered'
    this.#planned = null
    this.#feed({ type, atMs: this.#nowMs })
  }
}
