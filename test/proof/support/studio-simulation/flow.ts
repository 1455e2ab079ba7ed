import { createHash } from 'node:crypto'
import type { RequestEffect, RequestEvent, Timing } from '../../../../src/domain/request/events.ts'
import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import { step } from '../../../../src/domain/request/step.ts'
import { NotNowError } from '../../../../src/engine/platform/call-error.ts'
import { Gate, type GateOptions, isGateWord } from '../../../../src/engine/queue/gate.ts'
import { Lanes } from '../../../../src/engine/queue/lanes.ts'
import { PersistentWriter, type PersistentWriterDeps } from '../../../../src/engine/queue/persistent-writer.ts'
import { type QueueEntry, type QueueOptions, queueEntryOf } from '../../../../src/engine/queue/queue-options.ts'
import { Resting } from '../../../../src/engine/queue/resting.ts'
import { Sender } from '../../../../src/engine/queue/sender.ts'
import type { SharedStore } from '../../../../src/engine/queue/shared-store.ts'
import { byPlace } from '../../../../src/engine/queue/sort-key.ts'
import { adopted, isMaterial } from '../../../../src/engine/queue/steps.ts'
import { Trouble, troublePauseMs } from '../../../../src/engine/queue/trouble.ts'
import { turnOf } from '../../../../src/engine/queue/turn.ts'
import type { PaidLine } from '../../../../src/engine/remote/service.ts'
import type { Computer } from './computer.ts'
import type { ModelHome } from './home.ts'
import type { ServiceLine } from './service-line.ts'

interface FlowOptions {
  computer: Computer
  home: ModelHome
  shared: SharedStore
  line: ServiceLine
  timing: Timing
  prices: GateOptions['prices']
  key: string
}

/** Nobody here asks for a slower pace. */
const anyPace = { nextMs: () => 0, began: () => undefined }

const sealed = (id: string) => {
  const text = JSON.stringify({ idempotencyKey: id })
  const sha256 = createHash('sha256').update(text).digest('hex')
  return { parts: [{ text }], sha256, sizeBytes: text.length }
}

const asset = ({ id }: Receipt, jobIndex: number, outputIndex: number) => ({
  assetId: `${id} ${jobIndex} ${outputIndex}`,
  jobIndex,
  outputIndex,
  sha256: createHash('sha256').update(id).digest('hex'),
})

/**
 * What src/engine/queue/queue.ts does between its parts: the sender, the gate, the lanes, the writer and the rules are the real
 * ones; what is performed goes to this world's service. Pauses, sleep, keys and moves are left out: row simulation has them.
 */
export class Flow {
  readonly #options: FlowOptions
  readonly #entries = new Map<string, QueueEntry>()
  readonly #resting = new Resting()
  readonly #lanes: Lanes
  readonly #gate: Gate
  readonly #sender: Sender
  readonly #writer: PersistentWriter
  readonly #closing = new AbortController()
  #taken = 0
  #isClosed = false

  constructor(options: FlowOptions) {
    this.#options = options
    const { computer, home, shared, timing, prices } = options
    const { timers, clocks } = computer
    const trouble = new Trouble(() => undefined, timers)
    this.#lanes = new Lanes(4, timers, anyPace)
    const claim = { isCurrent: () => true }
    const now = (): number => clocks.wallMs()
    this.#gate = new Gate({
      prices,
      timing,
      now,
      timers,
      shared,
      claim: claim as unknown as GateOptions['claim'],
      capRefusal: () => null,
      sinceMs: now(),
      isHeld: () => false,
    })
    this.#writer = new PersistentWriter({
      receipts: home as unknown as PersistentWriterDeps['receipts'],
      claim,
      timers,
      shared,
      trouble,
      capRefusal: () => null,
      onOthers: () => this.takeUp(),
    })
    this.#sender = this.#makeSender(now)
  }

  #makeSender(now: () => number): Sender {
    const { shared, computer } = this.#options
    return new Sender({
      gate: this.#gate,
      shared,
      now,
      isClosed: () => this.#isClosed,
      perform: (entry, effect, line) => this.#perform(entry, effect, line),
      store: (entry, event) => this.#store(entry, event),
      feed: (entry, event) => this.#feed(entry, event),
      plan: (entry, effect) => this.#plan(entry, effect, effect.afterMs),
      waitFor: (entry, effect) => this.#plan(entry, effect, 0),
      waitPrepared: (entry, event) => this.#send(entry, event),
      drop: (entry) => this.#drop(entry),
      troubleWith: (entry, effect) => this.#plan(entry, effect, troublePauseMs),
      makeSound: () => computer.isDead,
    })
  }

  /** What is open here, and driven by this worker now. */
  takeUp(): void {
    if (this.#isClosed) return
    const { home, shared, key } = this.#options
    const open = home.open().filter(({ id }) => shared.drives(id))
    const ids = new Set(open.map(({ id }) => id))
    this.#resting.keepOnly(ids)
    for (const [id, entry] of this.#entries)
      if (!ids.has(id) && !this.#writer.isWriting(id) && !shared.drives(id)) this.#drop(entry)
    for (const receipt of open.sort(byPlace)) {
      const entry = this.#entries.get(receipt.id)
      if (entry) this.#adopt(entry, receipt)
      else if (!this.#resting.has(receipt, key)) this.#begin(receipt)
    }
  }

  #adopt(entry: QueueEntry, stored: Receipt): void {
    const { receipt } = entry
    if (stored.revision <= receipt.revision || stored.phase !== receipt.phase || this.#writer.isWriting(receipt.id))
      return
    entry.receipt = adopted(stored, receipt)
  }

  #begin(receipt: Receipt): void {
    const { clocks } = this.#options.computer
    const entry = this.#entryOf(receipt)
    this.#entries.set(receipt.id, entry)
    void this.#feed(entry, { type: 'recovered', atMs: clocks.wallMs() })
  }

  #entryOf(receipt: Receipt): QueueEntry {
    const { timers, clocks } = this.#options.computer
    this.#taken += 1
    return queueEntryOf(receipt, this.#taken, { now: () => clocks.wallMs(), timers } as QueueOptions)
  }

  /** Taken out by a person. @throws NotNowError where something is under way for it */
  async cancel(id: string): Promise<void> {
    const { home, timing, computer } = this.#options
    const driven = this.#entries.get(id)
    const stored = driven?.receipt ?? home.get(id)
    const isUnsent = driven?.receipt.phase === 'approved'
    if (this.#writer.isWriting(id) || (driven && !isUnsent && this.#lanes.isRunning(id))) throw new NotNowError('busy')
    const event: RequestEvent = { type: 'cancelled', atMs: computer.clocks.wallMs() }
    if (stored === null || !step(stored, event, timing).accepted) throw new NotNowError('unfit')
    const entry = driven ?? this.#entryOf(stored)
    entry.isTakenOut = isUnsent
    this.#entries.set(id, entry)
    this.#lanes.take(id)
    if (!(await this.#feed(entry, event))) throw new NotNowError('busy')
  }

  #plan(entry: QueueEntry, effect: RequestEffect, afterMs: number): void {
    const { timing, computer } = this.#options
    entry.effect = effect
    const { id } = entry.receipt
    const dueMs = computer.clocks.monotonicMs() + afterMs
    const moment = { dueMs, isSoon: false, atMs: computer.clocks.wallMs(), timing }
    this.#lanes
      .of(effect, entry.receipt)
      .put({ id, run: () => this.#run(entry, effect), ...turnOf(entry, effect, moment) })
  }

  async #run(entry: QueueEntry, effect: RequestEffect): Promise<void> {
    if (this.#isClosed) return
    if (effect.do === 'submit') return this.#sender.submit(entry, effect)
    const event = await this.#perform(entry, this.#gate.firstOf(entry, effect), {})
    if (this.#isClosed || entry.isTakenOut) return
    if (event.type === 'bodyWritten') return this.#send(entry, event)
    await this.#feed(entry, event)
  }

  async #perform(entry: QueueEntry, effect: RequestEffect, line: PaidLine): Promise<RequestEvent> {
    const began = this.#gate.clock()
    const event = await this.#done(entry.receipt, effect, line)
    if (isGateWord(event)) entry.wordAt = began
    return event
  }

  async #done(receipt: Receipt, effect: RequestEffect, { mayLeave }: PaidLine): Promise<RequestEvent> {
    const { line, shared, computer } = this.#options
    const { id } = receipt
    const atMs = (): number => computer.clocks.wallMs()
    switch (effect.do) {
      case 'prepare':
        await computer.wait(100)
        return { type: 'bodyWritten', body: sealed(id), preparation: [], atMs: atMs() }
      case 'submit': {
        const signal = AbortSignal.any([this.#closing.signal, shared.signalOf(id)])
        const outcome = await line.submit(id, { ...(mayLeave ? { mayLeave } : {}), signal })
        return { type: 'submitted', outcome, atMs: atMs() }
      }
      case 'lookUp':
        return { type: 'lookedUp', outcome: await line.lookUp(id), atMs: atMs() }
      case 'poll':
        return { type: 'polled', outcome: await line.poll(id), atMs: atMs() }
      case 'bringHome':
        await computer.wait(300)
        return { type: 'broughtHome', asset: asset(receipt, effect.jobIndex, effect.outputIndex), atMs: atMs() }
    }
  }

  /** Its body is written only when there is a place for sending. */
  #send(entry: QueueEntry, event: Extract<RequestEvent, { type: 'bodyWritten' }>): void {
    this.#lanes.submit.put({
      id: entry.receipt.id,
      dueMs: 0,
      order: entry.order,
      run: () => this.#sender.writeAndSend(entry, event, () => false),
    })
  }

  async #feed(entry: QueueEntry, event: RequestEvent): Promise<boolean> {
    const stored = await this.#store(entry, event)
    if (stored?.effect) this.#plan(entry, stored.effect, stored.effect.afterMs)
    return stored !== null
  }

  async #store(entry: QueueEntry, event: RequestEvent): Promise<{ effect: RequestEffect | null } | null> {
    const before = entry.receipt
    const made = step(before, event, this.#options.timing)
    const isNews = made.timeline.length > 0 || isMaterial(before, made.receipt)
    const after = isNews ? { ...made.receipt, revision: before.revision + 1 } : made.receipt
    const isToPay = event.type === 'bodyWritten' && after.phase === 'ready'
    if (isNews) {
      const written = await this.#writer.write(after.id, [{ after, timeline: made.timeline }], isToPay ? before : null)
      if (written === 'others') this.#drop(entry)
      if (written !== 'done') return null
    }
    entry.receipt = after
    entry.effect = made.effect
    if (made.effect === null) {
      this.#entries.delete(after.id)
      this.#resting.note(after, this.#options.key)
    }
    return { effect: made.effect }
  }

  #drop(entry: QueueEntry): void {
    const { id } = entry.receipt
    entry.isTakenOut = true
    if (this.#entries.get(id) !== entry) return
    this.#entries.delete(id)
    this.#lanes.take(id)
  }

  close(): void {
    this.#isClosed = true
    this.#writer.close()
    this.#closing.abort()
    this.#lanes.close()
  }
}
