import { looks, submitsOf } from '../../domain/pace/kinds.ts'
import { askedLeftMs } from '../../domain/request/asked-pause.ts'
import type { RequestEffect, RequestEvent } from '../../domain/request/events.ts'
import { waitsForHeldKey } from '../../domain/request/held-key.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import { step } from '../../domain/request/step.ts'
import type { Activity } from '../../domain/request/words.ts'
import { AfterSleep } from './after-sleep.ts'
import { Gate } from './gate.ts'
import { JobNumbers } from './job-numbers.ts'
import { Lanes } from './lanes.ts'
import { Performer } from './performer.ts'
import { PersistentWriter } from './persistent-writer.ts'
import { type QueueEntry, type QueueOptions, queueEntryOf } from './queue-options.ts'
import { Resting } from './resting.ts'
import { Sender } from './sender.ts'
import { byPlace, sortKey } from './sort-key.ts'
import { adopted, type DurableStep, isMaterial } from './steps.ts'
import { Trouble, troublePauseMs } from './trouble.ts'
import { mayLookSooner, pauseBefore, turnOf } from './turn.ts'

/**
 * Drives open requests of one service: stores each step durably, performs its effect, feeds the outcome back. Only the
 * process that holds the claim runs one; at most one thing is under way for a request at any time.
 */
export class Queue {
  readonly #options: QueueOptions
  readonly #entries = new Map<string, QueueEntry>()
  readonly #lanes: Lanes
  readonly #afterSleep = new AfterSleep()
  readonly #resting = new Resting()
  #keyHeld: string | null | undefined
  #paused = false
  #orders = 0
  #closed = false
  readonly #trouble: Trouble
  readonly #writer: PersistentWriter
  readonly #gate: Gate
  readonly #sender: Sender
  readonly #numbers: JobNumbers
  readonly #performer: Performer

  constructor(options: QueueOptions) {
    this.#options = options
    this.#trouble = new Trouble(options.onTrouble, options.timers)
    this.#numbers = new JobNumbers(() => options.receipts.jobNumbers(options.origin))
    this.#lanes = new Lanes(options.preparing, options.timers, options.pace)
    this.#gate = new Gate({
      ...options,
      prices: options.perform.prepare.prices,
      isHeld: () => this.#isHeld,
    })
    this.#performer = new Performer({ ...options, gate: this.#gate, numbers: this.#numbers })
    this.#sender = new Sender({
      gate: this.#gate,
      shared: options.shared,
      now: options.now,
      isClosed: () => this.#closed,
      perform: (entry, effect, line) => this.#performer.perform(entry, effect, line),
      store: (entry, event) => this.#store(entry, event),
      feed: (entry, event) => this.#feed(entry, event),
      plan: (entry, effect) => this.#plan(entry, effect, options.timers.monotonicMs() + effect.afterMs),
      waitFor: (entry, effect) => this.#waitFor(entry, effect),
      waitPrepared: (entry, event) => this.#send(entry, event),
      drop: (entry) => this.#drop(entry),
      troubleWith: (entry, effect, error) => this.#troubleWith(entry, effect, error),
      makeSound: () => options.receipts.verifyConnection(),
    })
    this.#writer = new PersistentWriter({
      ...options,
      trouble: this.#trouble,
      // Gone on with from here, also where the program that wrote it has died since.
      onOthers: () => this.#trouble.untilDone(() => this.takeUp()),
    })
  }

  /**
   * Takes up every open request that it does not drive yet: at start, and when another process has added some. What
   * another process was asked for one that it does drive (another place, a look) is done here.
   */
  takeUp(): void {
    if (this.#closed) return
    const { receipts, origin, shared } = this.#options
    const aside = new Set(receipts.setAside())
    // In their order from the start: the first places are taken as soon as there is one to take.
    const all = receipts.list({ origin, open: true }).reverse().sort(byPlace)
    const open = shared ? all.filter(({ id }) => shared.drives(id)) : all
    const key = this.#noticeKey()
    const openIds = new Set(open.map(({ id }) => id))
    this.#resting.keepOnly(openIds)
    this.#dropEnded(openIds)
    for (const receipt of open) {
      const entry = this.#entries.get(receipt.id)
      if (entry) this.#adopt(entry, receipt)
      else if (!aside.has(receipt.id) && !this.#resting.has(receipt, key)) this.#begin(receipt)
    }
    // Whoever asked for it reads next where each of them stands now.
    this.#writer.flush()
  }

  /** What the service did not show to another key, or not at all, is looked at with the new one. */
  #noticeKey(): string | null {
    const held = this.#options.perform.keyFingerprint()
    const before = this.#keyHeld
    this.#keyHeld = held
    if (before === undefined || before === held) return held
    for (const [id, { receipt }] of this.#entries)
      if (receipt.keyFingerprint === held || receipt.failuresInARow > 0) this.lookNow(id)
    return held
  }

  /** Taken out by another program, say: nothing more is done for it. */
  #dropEnded(open: ReadonlySet<string>): void {
    const { shared, receipts } = this.#options
    for (const [id, entry] of this.#entries) {
      // The write finds out by itself.
      if (open.has(id) || this.#writer.isWriting(id)) continue
      // Another worker has taken it over, whatever is under way for it here.
      if (shared && !shared.drives(id)) this.#drop(entry)
      else if (receipts.revision(id) > entry.receipt.revision) this.#drop(entry)
    }
  }

  #adopt(entry: QueueEntry, stored: Receipt): void {
    const { receipt } = entry
    // Another phase is somebody else's step: the next one of this process is refused, and the receipt read anew.
    if (stored.revision <= receipt.revision || stored.phase !== receipt.phase) return
    if (this.#writer.isWriting(receipt.id)) return
    // All of it: a look through the library may have found a file missing, which is owed from then on (I7).
    entry.receipt = adopted(stored, receipt)
    this.#reorder(entry)
    this.#tell(entry.receipt)
    this.lookNow(receipt.id)
  }

  #reorder(entry: QueueEntry): void {
    entry.order = sortKey(entry.receipt, entry.taken)
    this.#lanes.reorder(entry.receipt.id, entry.order)
  }

  #begin(receipt: Receipt): void {
    const entry = this.#entryOf(receipt)
    this.#entries.set(receipt.id, entry)
    const type = waitsForHeldKey(receipt, this.#options.perform.keyFingerprint()) ? 'keyHeldAgain' : 'recovered'
    void this.#feed(entry, { type, atMs: this.#options.now() })
  }

  #entryOf(receipt: Receipt): QueueEntry {
    this.#orders += 1
    return queueEntryOf(receipt, this.#orders, this.#options)
  }

  activityOf(id: string): Activity {
    return this.#entries.get(id)?.activity ?? null
  }

  pause(paused: boolean): void {
    if (this.#paused && !paused) this.#gate.goOn()
    this.#paused = paused
    this.#lanes.hold(this.#isHeld)
  }

  get #isHeld(): boolean {
    return this.#paused || this.#afterSleep.isLooking
  }

  /** After sleep: what the service may have done meanwhile is looked at before anything is prepared or sent. */
  wake(): void {
    const { timers, timing, pace } = this.#options
    const soonMs = timers.monotonicMs() + timing.secondLookMs
    const most = pace.nextMs(looks) > soonMs ? 0 : pace.turnsIn(timing.secondLookMs)
    this.#afterSleep.begin(this.#entries.values(), soonMs, most, (id) =>
      this.#lanes.look.isRunning(id) ? 0 : this.#lookSooner(id),
    )
    this.#lanes.hold(this.#isHeld)
  }

  #lookedAt(id: string): void {
    if (this.#afterSleep.lookedAt(id) && !this.#closed) this.#lanes.hold(this.#isHeld)
  }

  /**
   * Feeds an act of the user, written in one with whatever belongs to it (a new order in its place). `busy`: something is
   * under way for the request that must end first. `unfit`: it does not, or no longer, stand where this act belongs; nothing
   * was changed and what is planned goes on.
   */
  async act(id: string, event: RequestEvent, together: DurableStep[] = []): Promise<'done' | 'busy' | 'unfit'> {
    const { receipts, timing, origin } = this.#options
    const driven = this.#entries.get(id)
    // Nothing of it was sent, and nothing is before its body is written: what is under way (its preparation, a look at its
    // price) need not be waited for, and what comes of it is not used.
    const isTakenOut = event.type === 'cancelled' && driven?.receipt.phase === 'approved'
    // What is driven no more has only its last task's end before it.
    if (this.#writer.isWriting(id) || (driven && !isTakenOut && this.#lanes.isRunning(id))) return 'busy'
    const stored = driven?.receipt ?? receipts.get(id)
    if (!stored || stored.origin !== origin || receipts.setAside().includes(id)) return 'unfit'
    const made = step(stored, event, timing)
    if (!made.accepted) return 'unfit'
    const entry = driven ?? this.#entryOf(stored)
    entry.isTakenOut = isTakenOut
    this.#entries.set(id, entry)
    this.#lanes.take(id)
    // After a sleep its look was waited for, and is done no more.
    this.#lookedAt(id)
    const fed = this.#feed(entry, event, together)
    // Whatever comes next in this turn finds it done.
    this.#writer.flush()
    return (await fed) ? 'done' : 'busy'
  }

  /**
   * Gives a request that was not sent another place. What is planned for it stays planned, and preparation goes on.
   * @throws the disk's error; nothing was changed then
   */
  move(id: string, event: Extract<RequestEvent, { type: 'moved' }>): 'done' | 'busy' | 'unfit' {
    const entry = this.#entries.get(id)
    if (!entry) return 'unfit'
    if (this.#writer.isWriting(id)) return 'busy'
    const made = step(entry.receipt, event, this.#options.timing)
    if (!made.accepted) return 'unfit'
    const after = { ...made.receipt, revision: entry.receipt.revision + 1 }
    if (!this.#writer.writeNow({ after, timeline: made.timeline })) return 'busy'
    entry.receipt = after
    this.#reorder(entry)
    this.#tell(after)
    return 'done'
  }

  /** Looks now instead of at the planned time, never sooner than the service's own interval or its asked pause. */
  lookNow(id: string): void {
    if (this.#entries.has(id)) this.#lookSooner(id)
    // What was left in doubt is taken up again; nothing else that rests is.
    else this.act(id, { type: 'lookAsked', atMs: this.#options.now() }).catch((error) => this.#trouble.tell(error))
  }

  /** When it is looked at now (monotonic); null where nothing was changed. */
  #lookSooner(id: string): number | null {
    const entry = this.#entries.get(id)
    const { timing, now } = this.#options
    if (!entry?.effect || !mayLookSooner(entry, entry.effect, now())) return null
    const interval = entry.receipt.order.kind === 'generation' ? timing.pollGenerationMs : timing.pollSkillMs
    if (!this.#lanes.of(entry.effect, entry.receipt).take(id)) return null
    entry.isHurried = entry.effect.do === 'poll'
    const dueMs = Math.max(entry.askedUntilMs, entry.lastMs + interval, this.#options.timers.monotonicMs())
    this.#plan(entry, entry.effect, dueMs, true)
    return dueMs
  }

  /** @param isSoon somebody waits for it */
  #plan(entry: QueueEntry, effect: RequestEffect, dueMs: number, isSoon = false): void {
    entry.effect = effect
    const { id } = entry.receipt
    const run = () => this.#run(entry, effect).finally(() => this.#lookedAt(id))
    const { now, timing } = this.#options
    this.#lanes
      .of(effect, entry.receipt)
      .put({ id, run, ...turnOf(entry, effect, { dueMs, isSoon, atMs: now(), timing }) })
  }

  async #run(entry: QueueEntry, effect: RequestEffect): Promise<void> {
    if (this.#closed) return
    entry.lastMs = this.#options.timers.monotonicMs()
    entry.activity = effect.do === 'prepare' ? 'preparing' : effect.do === 'submit' ? 'submitting' : null
    if (entry.activity !== null) this.#tell(entry.receipt)
    if (effect.do === 'submit') return this.#sender.submit(entry, effect)
    let event: RequestEvent
    try {
      const does = this.#gate.firstOf(entry, effect)
      // Before anything is uploaded; what may have been ordered elsewhere is looked up first, whatever a cap says.
      const refusal = does.do === 'prepare' ? this.#options.capRefusal(entry.receipt) : null
      if (refusal) return void (await this.#feed(entry, { type: 'capReached', atMs: this.#options.now(), refusal }))
      // The service asked to be left alone with this one, maybe in an earlier run.
      if (does !== effect && entry.askedUntilMs > entry.lastMs) return this.#plan(entry, does, entry.askedUntilMs)
      event = await this.#performer.perform(entry, does, {})
    } catch (error) {
      return this.#troubleWith(entry, effect, error)
    }
    if (this.#closed || entry.isTakenOut) return
    if (event.type === 'bodyWritten') return this.#send(entry, event)
    await this.#feed(entry, event)
  }

  /** Nothing was done: it is due as before, when its lane is open again. */
  #waitFor(entry: QueueEntry, effect: RequestEffect): void {
    entry.activity = null
    this.#tell(entry.receipt)
    this.#plan(entry, effect, this.#options.timers.monotonicMs())
  }

  /**
   * The body is ready. Only when a place for sending is free is it written, and the POST follows at once: so a request
   * that waits for its turn is known not to have been sent, whatever happens meanwhile.
   */
  #send(entry: QueueEntry, event: Extract<RequestEvent, { type: 'bodyWritten' }>): void {
    entry.activity = 'prepared'
    this.#tell(entry.receipt)
    const preparedMs = this.#options.timers.monotonicMs()
    const isOld = () => this.#options.timers.monotonicMs() - preparedMs > this.#options.preparedForMs
    this.#lanes.submit.put({
      id: entry.receipt.id,
      dueMs: 0,
      order: entry.order,
      kind: submitsOf(entry.receipt.order),
      run: () => this.#sender.writeAndSend(entry, event, isOld),
    })
  }

  /** For preparation to say that bytes travel now. */
  readonly onUploading = (id: string): void => {
    const entry = this.#entries.get(id)
    if (!entry) return
    entry.activity = 'uploading'
    this.#tell(entry.receipt)
  }

  /** False when the step could not be stored: another process has taken over, or this one closes. */
  async #feed(entry: QueueEntry, event: RequestEvent, together: DurableStep[] = []): Promise<boolean> {
    const stored = await this.#store(entry, event, together)
    if (stored?.effect)
      this.#plan(entry, stored.effect, this.#options.timers.monotonicMs() + pauseBefore(entry, stored.effect))
    return stored !== null
  }

  /** One step: pure rules, then both copies on disk, then the news. Returns what to do next; null: not stored. */
  async #store(
    entry: QueueEntry,
    said: RequestEvent,
    together: DurableStep[] = [],
  ): Promise<{ effect: RequestEffect | null } | null> {
    const event = this.#numbers.believed(said, entry.receipt)
    // The body is written with its place for sending in hand: nothing lies between that and the POST. Whatever else was done
    // for a request is under way until its outcome is on the disk.
    if (event.type === 'bodyWritten') entry.activity = 'submitting'
    const before = entry.receipt
    const made = step(before, event, this.#options.timing)
    this.#numbers.note(before, made.receipt)
    // Before it is on the disk: meanwhile others of its kind may be about to leave.
    if (made.receipt.creditsUsed !== before.creditsUsed) this.#options.perform.prepare.prices.charged(made.receipt)
    if (made.receipt.askedPause !== before.askedPause)
      entry.askedUntilMs = this.#options.timers.monotonicMs() + askedLeftMs(made.receipt, event.atMs)
    const isNews = made.timeline.length > 0 || isMaterial(before, made.receipt)
    const after = isNews ? { ...made.receipt, revision: before.revision + 1 } : made.receipt
    const isToPay = event.type === 'bodyWritten' && after.phase === 'ready'
    if (isNews) {
      const steps = [{ after, timeline: made.timeline }, ...together]
      const written = await this.#writer.write(after.id, steps, isToPay ? before : null)
      if (written === 'others') this.#drop(entry)
      if (written !== 'done') return null
    }
    if (event.type !== 'bodyWritten') entry.activity = null
    entry.receipt = after
    entry.effect = made.effect
    if (made.effect === null) {
      this.#entries.delete(after.id)
      this.#resting.note(after, this.#options.perform.keyFingerprint())
    }
    this.#tell(after)
    return { effect: made.effect }
  }

  /** Whoever watches: their trouble is no reason to stop paid work or to do it twice. */
  #tell(receipt: Receipt): void {
    try {
      this.#options.onChange(receipt)
    } catch (error) {
      this.#trouble.tell(error)
    }
  }

  #troubleWith(entry: QueueEntry, effect: RequestEffect, error: unknown): void {
    if (this.#closed || entry.isTakenOut) return
    this.#trouble.tell(error)
    entry.activity = null
    this.#plan(entry, effect, this.#options.timers.monotonicMs() + troublePauseMs)
  }

  /** Somebody else knows more about this request now; it is read again when it shows up as open. */
  #drop(entry: QueueEntry): void {
    const { id } = entry.receipt
    entry.isTakenOut = true
    if (this.#entries.get(id) !== entry) return
    this.#entries.delete(id)
    this.#lanes.take(id)
    // What is not looked at any more is not waited for either.
    this.#lookedAt(id)
  }

  close(): void {
    this.#closed = true
    this.#writer.close()
    this.#performer.close()
    this.#lanes.close()
  }
}
