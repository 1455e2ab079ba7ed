import type { RequestEffect, RequestEvent, Timing } from '../../domain/request/events.ts'
import type { Happening, Receipt } from '../../domain/request/receipt.ts'
import { step } from '../../domain/request/step.ts'
import type { Activity } from '../../domain/request/words.ts'
import { diskTrouble } from '../files.ts'
import type { Claim } from '../store/claim.ts'
import { ClaimLostError, type Receipts, StaleReceiptError } from '../store/receipts.ts'
import type { Timers } from '../timers.ts'
import { Lane } from './lane.ts'
import { type PerformDeps, perform } from './perform.ts'

export interface QueueOptions {
  receipts: Receipts
  origin: string
  claim: Claim
  timing: Timing
  perform: PerformDeps
  now: () => number
  timers: Timers
  /** Pictures prepared at once. */
  preparing: number
  /** How long a prepared request may wait for its place before it is prepared again. */
  preparedForMs: number
  onChange: (receipt: Receipt) => void
  /** A trouble of this computer, in words; null when it is over. */
  onTrouble: (words: string | null) => void
}

interface Entry {
  receipt: Receipt
  order: number
  activity: Activity
  effect: RequestEffect | null
  /** The service asked for a pause until then (monotonic): nothing looks earlier, whoever asks. */
  askedUntilMs: number
  /** When its last exchange began (monotonic). */
  lastMs: number
}

/** Paid submits at once (A23). */
const submitsAtOnce = 2
const looksAtOnce = 8
const downloadsAtOnce = 6
/** How long to wait when this computer cannot write. */
const troublePauseMs = 3000

/**
 * Drives open requests of one service: stores each step durably, performs its effect, feeds the outcome back. Only the
 * process that holds the claim runs one; at most one thing is under way for a request at any time.
 */
export class Queue {
  readonly #options: QueueOptions
  readonly #entries = new Map<string, Entry>()
  readonly #lanes: { prepare: Lane; submit: Lane; look: Lane; download: Lane }
  /** Whose step is being written: with a full disk that may take long. */
  readonly #storing = new Set<string>()
  #orders = 0
  #closed = false
  #troubled = false

  constructor(options: QueueOptions) {
    this.#options = options
    const lane = (capacity: number) => new Lane(capacity, options.timers)
    this.#lanes = {
      prepare: lane(options.preparing),
      submit: lane(submitsAtOnce),
      look: lane(looksAtOnce),
      download: lane(downloadsAtOnce),
    }
  }

  /** Takes up every open request that it does not drive yet: at start, and when another process has added some. */
  takeUp(): void {
    const { receipts, origin } = this.#options
    const aside = new Set(receipts.setAside())
    const open = receipts.list({ origin, open: true })
    for (const receipt of open.reverse())
      if (!this.#entries.has(receipt.id) && !aside.has(receipt.id)) this.#begin(receipt)
  }

  #begin(receipt: Receipt): void {
    const entry = this.#entryOf(receipt)
    this.#entries.set(receipt.id, entry)
    const waitsForKey = receipt.phase === 'needs-decision' && receipt.decision?.kind === 'key'
    const held = this.#options.perform.keyFingerprint()
    const type = waitsForKey && held !== null && held === receipt.keyFingerprint ? 'keyHeldAgain' : 'recovered'
    void this.#feed(entry, { type, atMs: this.#options.now() })
  }

  #entryOf(receipt: Receipt): Entry {
    this.#orders += 1
    return {
      receipt,
      order: this.#orders,
      activity: null,
      effect: null,
      askedUntilMs: 0,
      lastMs: Number.NEGATIVE_INFINITY,
    }
  }

  activityOf(id: string): Activity {
    return this.#entries.get(id)?.activity ?? null
  }

  pause(paused: boolean): void {
    this.#lanes.prepare.pause(paused)
    this.#lanes.submit.pause(paused)
  }

  /**
   * Feeds an act of the user, written in one with whatever belongs to it (a new order in its place). `busy`: something is under way for the request that must end first. `unfit`: it no longer
   * stands where this act belongs; nothing was changed and what is planned goes on.
   */
  async act(id: string, event: RequestEvent, together: DurableStep[] = []): Promise<'done' | 'busy' | 'unfit'> {
    const { receipts, timing } = this.#options
    const driven = this.#entries.get(id)
    const isRunning = Object.values(this.#lanes).some((lane) => lane.isRunning(id))
    // What is driven no more has only its last task's end before it.
    if (this.#storing.has(id) || (driven && isRunning)) return 'busy'
    const stored = driven?.receipt ?? receipts.get(id)
    if (!stored || receipts.setAside().includes(id)) return 'unfit'
    const made = step(stored, event, timing)
    if (made.happenings.length === 0 && !isMaterial(stored, made.receipt)) return 'unfit'
    const entry = driven ?? this.#entryOf(stored)
    this.#entries.set(id, entry)
    for (const lane of Object.values(this.#lanes)) lane.take(id)
    return (await this.#feed(entry, event, together)) ? 'done' : 'busy'
  }

  /** Looks now instead of at the planned time, never sooner than the service's own interval or its asked pause. */
  lookNow(id: string): void {
    const entry = this.#entries.get(id)
    if (!entry?.effect || entry.effect.do === 'submit' || entry.effect.do === 'prepare') return
    const { timing } = this.#options
    // Between two look-ups that find nothing lies half a minute, whoever is impatient (A8).
    if (entry.effect.do === 'lookUp' && entry.receipt.missingInARow > 0) return
    const interval = entry.receipt.order.kind === 'generation' ? timing.pollGenerationMs : timing.pollSkillMs
    const laneOf = this.#laneOf(entry.effect)
    if (!laneOf.take(id)) return
    this.#plan(
      entry,
      entry.effect,
      Math.max(entry.askedUntilMs, entry.lastMs + interval, this.#options.timers.monotonicMs()),
    )
  }

  #laneOf(effect: RequestEffect): Lane {
    switch (effect.do) {
      case 'prepare':
        return this.#lanes.prepare
      case 'submit':
        return this.#lanes.submit
      case 'lookUp':
      case 'poll':
        return this.#lanes.look
      case 'bringHome':
        return this.#lanes.download
    }
  }

  #plan(entry: Entry, effect: RequestEffect, dueMs: number): void {
    entry.effect = effect
    const { id } = entry.receipt
    this.#laneOf(effect).put({ id, dueMs, order: entry.order, run: () => this.#run(entry, effect) })
  }

  async #run(entry: Entry, effect: RequestEffect): Promise<void> {
    if (this.#closed) return
    entry.lastMs = this.#options.timers.monotonicMs()
    entry.activity = effect.do === 'prepare' ? 'preparing' : effect.do === 'submit' ? 'submitting' : null
    if (entry.activity !== null) this.#tell(entry.receipt)
    let event: RequestEvent
    try {
      // Between the durable step and this moment the computer may have slept and another process taken over.
      if (effect.do === 'submit' && !this.#options.claim.isCurrent()) return this.#drop(entry)
      event = await perform(effect, entry.receipt, this.#options.perform)
    } catch (error) {
      return this.#troubleWith(entry, effect, error)
    }
    if (this.#closed) return
    entry.askedUntilMs = this.#options.timers.monotonicMs() + askedPause(event) / this.#options.timing.scale
    if (event.type === 'bodyWritten') return this.#send(entry, event)
    await this.#feed(entry, event)
  }

  /**
   * The body is ready. Only when a place for sending is free is it written, and the POST follows at once: so a request
   * that waits for its turn is known not to have been sent, whatever happens meanwhile.
   */
  #send(entry: Entry, event: RequestEvent): void {
    entry.activity = 'prepared'
    this.#tell(entry.receipt)
    const { id } = entry.receipt
    const preparedMs = this.#options.timers.monotonicMs()
    this.#lanes.submit.put({
      id,
      dueMs: 0,
      order: entry.order,
      run: async () => {
        // Long after its turn was due (a paused queue) prices and uploads may have changed: prepared anew.
        const waitedMs = this.#options.timers.monotonicMs() - preparedMs
        if (waitedMs > this.#options.preparedForMs) return this.#plan(entry, { do: 'prepare', afterMs: 0 }, 0)
        const stored = await this.#store(entry, { ...event, atMs: this.#options.now() })
        if (stored?.effect) await this.#run(entry, stored.effect)
      },
    })
  }

  #uploading(id: string): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    entry.activity = 'uploading'
    this.#tell(entry.receipt)
  }

  /** For preparation to say that bytes travel now. */
  readonly onUploading = (id: string): void => this.#uploading(id)

  /** False when the step could not be stored: another process has taken over, or this one closes. */
  async #feed(entry: Entry, event: RequestEvent, together: DurableStep[] = []): Promise<boolean> {
    const stored = await this.#store(entry, event, together)
    if (stored?.effect) this.#plan(entry, stored.effect, this.#options.timers.monotonicMs() + stored.effect.afterMs)
    return stored !== null
  }

  /** One step: pure rules, then both copies on disk, then the news. Returns what to do next; null: not stored. */
  async #store(
    entry: Entry,
    event: RequestEvent,
    together: DurableStep[] = [],
  ): Promise<{ effect: RequestEffect | null } | null> {
    // The body is written with its place for sending in hand: nothing lies between that and the POST.
    entry.activity = event.type === 'bodyWritten' ? 'submitting' : null
    const before = entry.receipt
    const made = step(before, event, this.#options.timing)
    const isNews = made.happenings.length > 0 || isMaterial(before, made.receipt)
    const after = isNews ? { ...made.receipt, revision: before.revision + 1 } : made.receipt
    if (isNews && !(await this.#write(entry, [{ after, happenings: made.happenings }, ...together]))) return null
    entry.receipt = after
    entry.effect = made.effect
    if (made.effect === null) this.#entries.delete(after.id)
    this.#tell(after)
    return { effect: made.effect }
  }

  /** Whoever watches: their trouble is no reason to stop paid work or to do it twice. */
  #tell(receipt: Receipt): void {
    try {
      this.#options.onChange(receipt)
    } catch (error) {
      this.#say(error)
    }
  }

  /** Tries until it is on disk: until then nothing that follows from it may happen. */
  async #write(entry: Entry, steps: DurableStep[]): Promise<boolean> {
    const { id } = entry.receipt
    this.#storing.add(id)
    try {
      return await this.#writeUntilDone(entry, steps)
    } finally {
      this.#storing.delete(id)
    }
  }

  async #writeUntilDone(entry: Entry, steps: DurableStep[]): Promise<boolean> {
    for (;;) {
      if (this.#closed) return false
      try {
        this.#options.receipts.save(steps, () => this.#options.claim.isCurrent())
        this.#wellAgain()
        return true
      } catch (error) {
        if (error instanceof ClaimLostError || error instanceof StaleReceiptError) {
          this.#drop(entry)
          return false
        }
        this.#say(error)
        await this.#pause(troublePauseMs)
      }
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#options.timers.after(ms, resolve))
  }

  #troubleWith(entry: Entry, effect: RequestEffect, error: unknown): void {
    if (this.#closed) return
    this.#say(error)
    entry.activity = null
    this.#plan(entry, effect, this.#options.timers.monotonicMs() + troublePauseMs)
  }

  #say(error: unknown): void {
    this.#troubled = true
    const words = diskTrouble(error)
    const detail = error instanceof Error ? error.message : String(error)
    this.#options.onTrouble(
      words ?? `Something on this computer went wrong (${detail}). Nothing is lost; it is tried again.`,
    )
  }

  #wellAgain(): void {
    if (!this.#troubled) return
    this.#troubled = false
    this.#options.onTrouble(null)
  }

  /** Somebody else knows more about this request now; it is read again when it shows up as open. */
  #drop(entry: Entry): void {
    this.#entries.delete(entry.receipt.id)
  }

  close(): void {
    this.#closed = true
    for (const lane of Object.values(this.#lanes)) lane.close()
  }
}

/** A step of a receipt as it is written down. */
export interface DurableStep {
  after: Receipt
  happenings: Happening[]
}

/** Members that only say when to look again: not worth a synced write each time. */
const passing: ReadonlySet<keyof Receipt> = new Set([
  'updatedAtMs',
  'next',
  'failuresInARow',
  'expectedAtMs',
  'revision',
])

export function isMaterial(before: Receipt, after: Receipt): boolean {
  return (Object.keys(after) as (keyof Receipt)[]).some(
    (key) =>
      !passing.has(key) && before[key] !== after[key] && JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
}

function askedPause(event: RequestEvent): number {
  const asked = 'outcome' in event && 'afterMs' in event.outcome ? event.outcome.afterMs : null
  return asked ?? 0
}
