import type { CapRefusal } from '../../domain/quote/cap.ts'
import type { RequestEvent, Timing } from '../../domain/request/events.ts'
import { canMove, placeAfter, placeBetween, placeOf } from '../../domain/request/place.ts'
import type { ChoiceId, Receipt } from '../../domain/request/receipt.ts'
import { step } from '../../domain/request/step.ts'
import type { Activity } from '../../domain/request/words.ts'
import type { Pace } from '../pace/pace.ts'
import { NotNowError } from '../platform/call-error.ts'
import { DatabaseGoneError } from '../platform/gone-database.ts'
import { systemTimers } from '../platform/timers.ts'
import type { Claim } from '../store/claim.ts'
import { StaleReceiptError } from '../store/receipts.ts'
import type { Store } from '../store/store.ts'
import { ChangePublisher } from './change-publisher.ts'
import type { PerformDeps } from './perform.ts'
import { Queue } from './queue.ts'
import type { SharedStore } from './shared-store.ts'
import { byPlace } from './sort-key.ts'
import type { DurableStep } from './steps.ts'

export interface DriverOptions {
  store: Store
  shared?: SharedStore | undefined
  origin: string
  claimName: string
  holder: string
  timing: Timing
  perform: PerformDeps
  pace: Pace
  preparing: number
  preparedForMs: number
  now: () => number
  capRefusal: (receipt: Receipt) => CapRefusal | null
  onChange: (receipt: Receipt) => void
  onTrouble: (message: string | null) => void
  /** The queue was paused or goes on, by whichever program's word. */
  onPause?: () => void
}

/** How often the holder says that it lives, and how often everybody looks for what others have written. */
const beatMs = 1000
const watchMs = 200
/** So long between two of its own beats, and this program was stopped itself: a holder may have been so with it. */
const stoodStillMs = 2500
/** So long between two beats is no busy moment: the computer slept. */
const sleptMs = 15_000

type Acted = Awaited<ReturnType<Queue['act']>>

/** Of a request that another service has: nothing is done for it here, since it would be done at this one. */
export const ofAnotherService = 'It belongs to another service. Nothing was sent or ordered. Use that service.'

/**
 * Decides who drives: whoever holds the claim runs the queue, everybody else watches the database and tells what
 * changes. When the holder dies, a watcher takes over. Whoever drives tells what others have written, too.
 */
export class Driver {
  readonly #options: DriverOptions
  readonly #claim: Claim
  readonly #publisher: ChangePublisher
  #queue: Queue | null = null
  #beat: NodeJS.Timeout | null = null
  #watch: NodeJS.Timeout | null = null
  #version = ''
  #beatAt = { wallMs: Number.POSITIVE_INFINITY, monotonicMs: Number.POSITIVE_INFINITY }
  /** Whether this program may send, beside looking and fetching. */
  #sends = true
  #toldPaused = false
  readonly #sinceMs: number
  readonly #stopped = Promise.withResolvers<void>()

  constructor(options: DriverOptions) {
    this.#options = options
    this.#sinceMs = options.now()
    this.#claim = options.store.claim(options.claimName, options.holder)
    this.#publisher = new ChangePublisher({
      receipts: options.store.receipts,
      origin: options.origin,
      onChange: options.onChange,
    })
  }

  /**
   * Begins to drive or to watch.
   * @param sends without it this program only looks and fetches: what waits to be sent waits on
   */
  start(sends = true): void {
    if (this.#watch || this.#options.store.readOnly) return
    this.#sends = sends
    this.#publisher.begin()
    // What stands now is taken up at once; the first look finds what came after it.
    const version = this.#options.store.version()
    this.#tryDrive()
    if (this.#queue) this.#version = version
    this.#watch = setInterval(() => this.#lookSafely(), watchMs)
    this.#beat = setInterval(() => this.#beatOrTakeOver(), beatMs)
  }

  get drives(): boolean {
    return this.#queue !== null
  }

  #open(): Receipt[] {
    return this.#options.store.receipts.list({ origin: this.#options.origin, open: true })
  }

  #tryDrive(): void {
    if (!this.#claim.tryTake(performance.now())) return
    const { store, shared, origin, timing, perform, pace, preparing, preparedForMs, now, capRefusal, onTrouble } =
      this.#options
    this.#queue = new Queue({
      receipts: store.receipts,
      shared,
      origin,
      claim: this.#claim,
      timing,
      perform,
      pace,
      preparing,
      preparedForMs,
      sinceMs: this.#sinceMs,
      now,
      timers: systemTimers,
      capRefusal,
      onChange: (receipt) => this.#publisher.emit(receipt),
      onTrouble,
    })
    this.added()
  }

  #beatOrTakeOver(): void {
    this.#noticeSleep()
    try {
      this.#options.store.mustBeInPlace()
      if (this.#queue && !this.#claim.beat()) {
        // Another process took over while this one was stopped: it goes on there.
        this.#queue.close()
        this.#queue = null
      } else if (!this.#queue) this.#tryDrive()
      // Else what the disk neither took nor let go of stays unknown until something else is written.
      if (this.#queue) this.#options.store.receipts.verifyConnection()
    } catch (error) {
      // The database is busy or the disk is full; the next beat tries again, and the next look what was to be taken up.
      this.#version = ''
      if (error instanceof DatabaseGoneError) this.#stop(error)
    }
  }

  /** Once the files of the home are not where they were: nothing more comes of anything here. */
  get stopped(): Promise<void> {
    return this.#stopped.promise
  }

  /** Another program may drive from another file by now, under a claim that cannot be seen here. */
  #stop({ message }: DatabaseGoneError): void {
    this.#stopped.resolve()
    this.#queue?.close()
    this.#queue = null
    this.#claim.releaseQuietly()
    this.#options.onTrouble(message)
  }

  /** Between two beats lies a second; where either clock says much more, the computer slept or this program stood still. */
  #noticeSleep(): void {
    const [wallMs, monotonicMs] = [this.#options.now(), performance.now()]
    if (monotonicMs - this.#beatAt.monotonicMs > stoodStillMs) this.#claim.lookAnew()
    const slept = Math.max(wallMs - this.#beatAt.wallMs, monotonicMs - this.#beatAt.monotonicMs) > sleptMs
    this.#beatAt = { wallMs, monotonicMs }
    if (slept) this.wake()
  }

  /** After sleep every open request is looked at before anything else; told from outside, or noticed. */
  wake(): void {
    this.#queue?.wake()
  }

  #lookSafely(): void {
    try {
      this.#look()
    } catch {
      // The database is busy or the disk does not answer; the next look tries again.
      this.#version = ''
    }
  }

  #look(): void {
    const version = this.#options.store.version()
    if (version === this.#version) return
    this.#version = version
    this.added()
  }

  /** Something new may stand in the database: the holder takes it up, and everybody tells of it. */
  added(): void {
    // Read first: what is written when something is taken up is the queue's own to tell.
    const standing = this.#publisher.standing()
    this.#takeUp()
    this.#publisher.compare(standing)
  }

  get paused(): boolean {
    return this.#options.store.settings.paused
  }

  pause(paused: boolean): void {
    this.#options.store.settings.pause(paused)
    this.#takeUp()
  }

  /** A pause holds before anything is taken up; what may go on goes on in the order that stands in the database by now. */
  #takeUp(): void {
    const isHeld = this.paused || !this.#sends
    if (isHeld) this.#queue?.pause(true)
    this.#queue?.takeUp()
    this.#queue?.pause(isHeld)
    this.#tellPause()
  }

  #tellPause(): void {
    const { paused } = this
    if (paused === this.#toldPaused) return
    this.#toldPaused = paused
    this.#options.onPause?.()
  }

  activityOf(id: string): Activity {
    return this.#queue?.activityOf(id) ?? null
  }

  onUploading(id: string): void {
    this.#queue?.onUploading(id)
  }

  /** Looks or fetches now where the rules allow; in a program that does not drive, whoever does is asked for it. */
  lookNow(id: string): void {
    if (this.#queue) this.#queue.lookNow(id)
    else this.#actBeside(id, { type: 'lookAsked', atMs: this.#options.now() }, [])
  }

  /**
   * Gives a request that was not sent another place in the queue.
   * @param before the request that it comes before; null: the front
   * @throws NotNowError where one of the two was sent already
   */
  move(id: string, before: string | null): void {
    const waiting = this.#waitingBeside(id)
    const next = before === null ? waiting[0] : waiting.find((other) => other.id === before)
    if (!next && before !== null) throw new NotNowError(`${before.slice(0, 8)} does not wait to be sent any more.`)
    // Alone, it is at the front already.
    if (!next) this.#mustWait(id)
    else
      this.#moveTo(id, placeBetween(waiting.filter(({ place }) => place < next.place).at(-1)?.place ?? '', next.place))
  }

  /**
   * Behind all that waits now; what is ordered later comes after it.
   * @throws NotNowError where it was sent already
   */
  moveToEnd(id: string): void {
    const last = this.#waitingBeside(id).at(-1)
    if (last) this.#moveTo(id, placeAfter(last.place, this.#options.now()))
    else this.#mustWait(id)
  }

  /** @throws NotNowError where it was sent already, or is not of here */
  #mustWait(id: string): void {
    this.mustBeOfHere(id)
    const receipt = this.#options.store.receipts.get(id)
    if (receipt && !canMove(receipt)) throw new NotNowError(cannotMove(id))
  }

  #waitingBeside(id: string): { id: string; place: string }[] {
    return this.#open()
      .filter((receipt) => receipt.id !== id && canMove(receipt))
      .sort(byPlace)
      .map((receipt) => ({ id: receipt.id, place: placeOf(receipt) }))
  }

  /** @throws NotNowError where it belongs to another service */
  mustBeOfHere(id: string): void {
    const { store, origin } = this.#options
    if ((store.receipts.get(id)?.origin ?? origin) !== origin)
      throw new NotNowError(`${id.slice(0, 8)} cannot be changed here. ${ofAnotherService}`)
  }

  #moveTo(id: string, place: string): void {
    this.mustBeOfHere(id)
    const event = { type: 'moved' as const, place, atMs: this.#options.now() }
    const moved = this.#queue?.move(id, event) ?? 'unfit'
    // What waits before a person is not driven; its receipt is moved like in a program that does not drive.
    const acted = moved === 'unfit' ? this.#actBeside(id, event, []) : moved
    if (acted === 'busy') throw new NotNowError(`${id.slice(0, 8)} is being sent at this moment, or was.`)
    if (acted === 'unfit') throw new NotNowError(cannotMove(id))
  }

  async cancel(id: string): Promise<void> {
    // What was sent meanwhile goes on, and the request's own words say so.
    await this.#act(id, { type: 'cancelled', atMs: this.#options.now() }, [])
  }

  /** A decision of the user. `replacement` is a new order in its place, written in one with the end of the old one. */
  async decide(
    id: string,
    choice: ChoiceId,
    replacement: DurableStep | null,
    { credits, ceilingCredits = null }: { credits?: number | null; ceilingCredits?: number | null } = {},
  ): Promise<void> {
    const acted = await this.#act(
      id,
      { type: 'decided', choice, beside: this.#queue === null, credits, ceilingCredits, atMs: this.#options.now() },
      replacement === null ? [] : [replacement],
    )
    // Only the decision itself makes a new order: a second click finds nothing to decide and must not order again.
    if (acted === 'unfit')
      throw new NotNowError(
        `${id.slice(0, 8)} does not ask that now, or at another price. Nothing was sent or ordered. Look at it again.`,
      )
    this.added()
  }

  /** The price that a question shows was read again: it is another one. */
  async seePrice(id: string, credits: number | null): Promise<void> {
    await this.#act(id, { type: 'priceSeen', credits, atMs: this.#options.now() }, [])
  }

  async #act(id: string, event: RequestEvent, together: DurableStep[]): Promise<Exclude<Acted, 'busy'>> {
    this.mustBeOfHere(id)
    const acted = this.#queue ? await this.#queue.act(id, event, together) : this.#actBeside(id, event, together)
    if (acted === 'busy')
      throw new NotNowError(
        `Something is under way for ${id.slice(0, 8)} at this moment, or was when its program ended. Try again in a second; if it says the same then, let the queue go on first (“resume”, or Printroom’s window).`,
      )
    return acted
  }

  /**
   * An act while another process drives: the step is written under the same lock, and its revision decides. Either it is
   * first, and the driver finds its own step refused and reads the receipt anew; or the driver was, and nothing happens.
   */
  #actBeside(id: string, event: RequestEvent, together: DurableStep[]): Acted {
    const { store, origin } = this.#options
    const before = store.receipts.get(id)
    if (!before || before.origin !== origin || store.readOnly || store.receipts.setAside().includes(id)) return 'unfit'
    // Its POST may be on the way at this very moment: only who drives it knows.
    if (before.phase === 'ready') return 'busy'
    // So may a look at it be, and what that finds must not be lost: it is taken out where nobody drives.
    if (event.type !== 'cancelled' || before.phase !== 'uncertain') return this.#writeBeside(id, event, together)
    // One that has seen no beat yet takes it from nobody who lives, not even from one who has slept.
    const { claimName, holder } = this.#options
    const claim = store.claim(claimName, holder)
    if (!claim.tryTake(performance.now())) return 'busy'
    try {
      return this.#writeBeside(id, event, together)
    } finally {
      claim.release()
    }
  }

  #writeBeside(id: string, event: RequestEvent, together: DurableStep[]): Acted {
    const { store, timing } = this.#options
    const before = store.receipts.get(id)
    if (!before) return 'unfit'
    const made = step(before, event, timing)
    if (!made.accepted) return 'unfit'
    const after = { ...made.receipt, revision: before.revision + 1 }
    try {
      store.receipts.save([{ after, timeline: made.timeline }, ...together])
    } catch (error) {
      if (error instanceof StaleReceiptError) return 'busy'
      throw error
    }
    this.#publisher.emit(after)
    return 'done'
  }

  /** Never throws for the disk: whatever is closed after it must be, too. */
  close(): void {
    if (this.#watch) clearInterval(this.#watch)
    if (this.#beat) clearInterval(this.#beat)
    this.#queue?.close()
    this.#queue = null
    this.#claim.releaseQuietly()
  }
}

const cannotMove = (id: string): string => `${id.slice(0, 8)} was sent or has ended; only what waits can be moved.`
