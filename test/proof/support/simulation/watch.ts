import { createHash } from 'node:crypto'
import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import type { Db } from '../../../../src/engine/store/db.ts'
import type { App } from './app.ts'
import { isAtRest } from './at-rest.ts'
import { capWrong } from './cap-check.ts'
import type { Disk } from './disk.ts'
import { hear } from './hearing.ts'
import type { Home } from './home.ts'
import { JournalReader } from './journal-reader.ts'
import { keyWrong } from './key-check.ts'
import { type Known, unknown } from './known.ts'
import { lookWrong } from './look-check.ts'
import type { Exchange } from './network.ts'
import { OwedCheck, owes } from './owed-check.ts'
import { PaceCheck } from './pace-check.ts'
import { bodyOf, idIn } from './parsed.ts'
import { PriceCheck } from './price-check.ts'
import { QueueCheck } from './queue-check.ts'
import { compare, ends, figures, money, outputs } from './receipt-checks.ts'
import type { Remote } from './remote.ts'
import type { Owner, Time } from './time.ts'
import type { Ending } from './wire.ts'

export interface WatchOptions {
  db: Db
  disk: Disk
  home: Home
  time: Time
  remote: Remote
  fingerprintOf: (key: string) => string
  /** The key that a program would pay with. */
  keySetIn: (owner: Owner) => string | null
  /** Whether it is the program that drives the queue. */
  drives: (owner: Owner) => boolean
  /** When a program was started, by the world's clock. */
  startedMs: (owner: Owner) => number
}

/**
 * Looks over the engine's shoulder, at what is durable and at what leaves, and holds it against the invariants I1 to I9
 * after each step, and against what else a person was promised: caps, places in the queue, a pause, keys. It reads the
 * journal's bytes and the database's rows by itself, and the service's own books.
 */
export class Watch {
  readonly violations: string[] = []
  readonly noted = new Map<string, number>()
  readonly queue = new QueueCheck(
    (...words) => this.wrong(...words),
    (id) => this.#known.get(id)?.acts.has('cancel') ?? false,
  )
  /** The wall clock was set back in this schedule: what is old cannot be told any more (A7). */
  clockWasSetBack = false
  /** It was set forward: pauses that are on the disk look shorter than they were. */
  clockWasSetForward = false
  readonly #options: WatchOptions
  readonly #known = new Map<string, Known>()
  readonly #journal: JournalReader
  readonly prices = new PriceCheck()
  readonly owed = new OwedCheck((...words) => this.wrong(...words))
  readonly #pace = new PaceCheck()

  constructor(options: WatchOptions) {
    this.#options = options
    this.#journal = new JournalReader(options.disk, options.home)
  }

  /** The user ordered this, or made it by a decision; or perhaps: the app died before it could say so. */
  ordered(id: string, credits: number | null): void {
    const known = this.#of(id)
    known.agreed = credits
    known.orderedAtMs = this.#options.time.worldMs()
  }

  /**
   * The user was told that it was not taken: nothing of it may come true later. Where the disk has failed at taking it
   * back as well, that holds only as long as this process lives (receipts.ts, `save`).
   */
  notTaken(id: string, isInDoubt: boolean): void {
    if (!isInDoubt) this.#known.delete(id)
  }

  /** @param agreed what the choice said that it costs; undefined: nothing was said of it */
  acted(id: string, act: string, agreed?: number | null): void {
    const known = this.#of(id)
    known.acts.add(act)
    known.permittedAtMs = this.#options.time.worldMs()
    if (agreed !== undefined) known.agreed = agreed
    if (act === 'send-again') known.permits.add(byUser)
  }

  /** Counts something that was done or met, so that a run can show that it met everything. */
  note(words: string): void {
    this.noted.set(words, (this.noted.get(words) ?? 0) + 1)
  }

  wrong(invariant: string, id: string, words: string): void {
    this.violations.push(`${invariant}: ${id.slice(0, 8)} ${words}`)
  }

  wasLeft(id: string): boolean {
    return this.#known.get(id)?.acts.has('leave') ?? false
  }

  ids(): string[] {
    return [...this.#known.keys()]
  }

  /** Whether something that may have been sent under a key has not come to its end, and does not wait for another answer. */
  isOpenUnder(keyFingerprint: string): boolean {
    return [...this.#known.values()].some(({ receipt }) => {
      if (receipt === null || receipt.keyFingerprint !== keyFingerprint || receipt.body === null) return false
      return isAtRest(receipt) ? receipt.decision?.kind === 'key' : true
    })
  }

  /** It was ordered in another copy of this home, and is not in this one. */
  isElsewhere(id: string): boolean {
    return this.#known.get(id)?.isElsewhere ?? false
  }

  wasCopied(id: string): boolean {
    return this.#known.get(id)?.isCopied ?? false
  }

  wasAbsurd(id: string): boolean {
    return this.#known.get(id)?.isAbsurd ?? false
  }

  /** An answer about it is to have figures that cannot be. */
  isAbsurd(exchange: Exchange): void {
    const id = this.#requestOf(exchange)
    if (id !== null) this.#of(id).isAbsurd = true
  }

  /** Whether a receipt has the number of a job. */
  isKept(generationId: string): boolean {
    return this.#stored().some(({ jobs }) => jobs.some((job) => job.generationId === generationId))
  }

  /** Receipts as they stand, that have no end and wait for nobody. */
  restless(): Receipt[] {
    return [...this.#known.values()].flatMap(({ receipt }) => (receipt === null || isAtRest(receipt) ? [] : [receipt]))
  }

  #of(id: string): Known {
    const known = this.#known.get(id) ?? unknown()
    this.#known.set(id, known)
    return known
  }

  /** An exchange leaves. */
  leaves(exchange: Exchange): void {
    const id = this.#requestOf(exchange)
    const known = id === null ? undefined : this.#known.get(id)
    const { fingerprintOf, keySetIn, drives } = this.#options
    const nowMs = this.#options.time.worldMs()
    known?.leftAtMs.set(exchange, nowMs)
    this.prices.leaves(exchange, nowMs)
    const wrong = keyWrong(exchange, known?.receipt ?? null, keySetIn(exchange.owner), fingerprintOf)
    if (wrong !== null) this.wrong('keys', id ?? exchange.kind, wrong)
    const about = exchange.kind === 'media' ? this.#options.remote.requestOfMedia(exchange.url) : id
    if (about !== null) this.owed.tried(about, this.#options.time.monotonicMs())
    const early = known === undefined && exchange.kind !== 'upload' ? null : this.#pace.leaves(exchange, id, nowMs)
    if (early !== null && !this.clockWasSetForward && drives(exchange.owner)) this.wrong('I14', id ?? '', early)
    if (exchange.kind === 'paid') this.#pays(exchange, id ?? '', known)
  }

  /** A paid POST leaves: what is durable in this moment must already say all of it. */
  #pays(exchange: Exchange, id: string, known: Known | undefined): void {
    const { time, db } = this.#options
    const sha256 = createHash('sha256')
      .update(exchange.body ?? '')
      .digest('hex')
    if (known === undefined) {
      this.wrong('I2', id, 'is sent, and nobody has ordered it')
      return
    }
    const durable = this.#journal.of(id)
    if (durable?.phase !== 'ready' || durable.bodySha256 !== sha256)
      this.wrong('I1', id, `is sent while its journal says ${durable?.phase ?? 'nothing'}`)
    const stored = rowOf(db, id)
    if (stored?.phase !== 'ready' || stored.body?.sha256 !== sha256)
      this.wrong('I1', id, `is sent while its row says ${stored?.phase ?? 'nothing'}`)
    // The line of a process that stands still cannot be closed by another one.
    for (const other of known.underWay)
      if (!other.owner.isFrozen) this.wrong('I3', id, 'is sent while it is being sent')
    this.#isTheSame(exchange, known, stored, sha256)
    if (known.mustBeAsked && known.permits.size === 0)
      this.wrong('M7', id, 'is sent from a copy of the home, and nobody was asked')
    known.mustBeAsked = false
    if (known.posts.length > 0) this.#mayBeSentAgain(exchange, known, stored)
    const stale = lookWrong(known, { nowMs: time.worldMs(), startedMs: this.#options.startedMs(exchange.owner) })
    if (stale !== null && !this.clockWasSetBack) this.wrong('I10', id, stale)
    if (stored !== null) this.#mustCostAsAgreed(stored, known, exchange.owner)
    if (stored !== null) {
      const over = capWrong(db, stored, time.wallMs())
      if (over !== null) this.wrong('cap', id, over)
      if (known.posts.length === 0) this.queue.leaves(stored)
    }
    known.posts.push({
      sha256,
      bearer: exchange.bearer,
      atMs: time.nowMs,
      owner: exchange.owner,
      exchange,
      isNo: false,
    })
    known.permits.clear()
    known.missingAtMs = []
    known.underWay.add(exchange)
  }

  /** I10, O112: a price that rose since is asked about before it is paid. */
  #mustCostAsAgreed(stored: Receipt, { agreed, posts }: Known, owner: Exchange['owner']): void {
    const wrong = this.prices.wrong(stored, agreed, owner, this.#options.time.worldMs(), this.#options.db)
    if (wrong !== null && !this.clockWasSetBack) this.wrong('I10', stored.id, wrong)
    else if (posts.length > 0) this.note('sent again at a price that was looked at')
  }

  #isTheSame({ bearer }: Exchange, { posts, postsElsewhere }: Known, stored: Receipt | null, sha256: string): void {
    // What another copy of the home has sent is known where its body is.
    const [first] = stored?.sentTimes === 0 ? posts.slice(postsElsewhere) : posts
    const id = stored?.id ?? ''
    if (first && first.sha256 !== sha256) this.wrong('I4', id, 'is sent with another body')
    if (first && first.bearer !== bearer) this.wrong('I4', id, 'is sent with another key')
    if (stored && stored.keyFingerprint !== this.#options.fingerprintOf(bearer ?? ''))
      this.wrong('I4', id, 'is sent with another key than it was approved under')
    if (stored?.acceptedAtMs !== null) this.wrong('I5', id, 'is sent again although it was accepted')
  }

  #mayBeSentAgain({ owner, body }: Exchange, known: Known, stored: Receipt | null): void {
    const id = stored?.id ?? idIn(Buffer.from(body ?? []))
    const doubted = knownHere(known, stored).find(({ isNo }) => !isNo)
    const firstMs = doubted?.atMs ?? this.#options.time.nowMs
    const isDecided = known.permits.has(byUser)
    const isPermitted = [...known.permits].some((permit) => permit !== byUser) || (isDecided && doubted === undefined)
    const permitted = isPermitted || this.#isMissing(known, isDecided ? null : firstMs)
    if (!permitted) this.wrong('A6', id, 'is sent again, and nothing that was heard since permits it')
    const isExcused = isDecided || owner.isFrozen
    // An earlier POST may come to the service after it was asked: nobody who asked can know.
    const { lookedAtMs } = known
    const jobs = this.#options.remote.jobsOf(id)
    const couldBeKnown = jobs.some(({ acceptedAtMs }) => lookedAtMs === null || acceptedAtMs <= lookedAtMs)
    if (couldBeKnown && !isExcused) this.wrong('I5', id, 'is sent again, and the service has jobs of it')
    if (stored?.wasLeft) this.wrong('A6', id, 'is sent again, and a person had left it and has not said so')
    this.#isNotTooSoon(known, id)
    this.note('sent again')
  }

  /** O66: not even where a person or the service permits it. A clock that was set forward hides how long it was. */
  #isNotTooSoon(known: Known, id: string): void {
    const leftMs = known.notBeforeMs - this.#options.time.worldMs()
    if (leftMs > 0 && !this.clockWasSetForward)
      this.wrong('O66', id, `is sent again ${leftMs} ms sooner than the service asked for`)
    if (known.notBeforeMs > 0) this.note('waited as asked')
    known.notBeforeMs = 0
  }

  /**
   * O59, A7, A8: two look-ups half a minute apart found nothing, and the order is young.
   * @param firstMs when the first send that is in doubt left; null: a person was asked, and has decided
   */
  #isMissing({ missingAtMs }: Known, firstMs: number | null): boolean {
    const [last = 0] = missingAtMs.slice(-1)
    const isTwice = missingAtMs.some((atMs) => last - atMs >= 30_000)
    return isTwice && (firstMs === null || this.clockWasSetBack || last - firstMs <= 15 * 60_000 + 1000)
  }

  /** An exchange is over for who asked. */
  ended(exchange: Exchange, ending: Ending): void {
    this.prices.ended(exchange, ending, this.#options.time.worldMs())
    const id = this.#requestOf(exchange)
    const known = id === null ? undefined : this.#known.get(id)
    if (known === undefined) return
    if (exchange.kind === 'paid' && known.receipt !== null)
      this.prices.answered(known.receipt, exchange.owner, ending, this.#options.time.worldMs())
    if (this.#options.drives(exchange.owner)) this.#pace.ended(exchange, id, ending, this.#options.time.worldMs())
    known.underWay.delete(exchange)
    if (exchange.kind === 'paid' && isNo(ending)) {
      for (const post of known.posts) if (post.exchange === exchange) post.isNo = true
    }
    const { time, drives } = this.#options
    hear(known, exchange, ending, { nowMs: time.nowMs, worldMs: time.worldMs(), isDriver: drives(exchange.owner) })
  }

  #requestOf({ kind, url, body }: Exchange): string | null {
    if (kind === 'media' || kind === 'upload') return null
    if (kind === 'paid') return idIn(Buffer.from(body ?? []))
    const [, word, last = ''] = /\/(status|requests)\/([^/]+)$/.exec(url.pathname) ?? []
    if (word === 'requests') return last
    return word === 'status' ? this.#options.remote.requestOf(last) : url.searchParams.get('requestId')
  }

  /** Who opened it is dead: its lines are closed. */
  died(isGone: (exchange: Exchange) => boolean): void {
    for (const known of this.#known.values()) {
      // What the dead one heard last may not be on the disk.
      known.notBeforeMs = 0
      for (const exchange of [...known.underWay]) if (isGone(exchange)) known.underWay.delete(exchange)
    }
    this.#pace.forget(this.#options.time.worldMs() - justHeardMs)
    this.journalCut()
  }

  /** Another copy of the home takes the place of the one that was there: what it has is what there is now. */
  replaced(): void {
    const { db } = this.#options
    this.journalCut()
    this.queue.forget()
    for (const [id, known] of this.#known) {
      known.receipt = rowOf(db, id)
      known.isElsewhere = known.receipt === null
      known.isCopied = true
      known.postsElsewhere = known.posts.length
      known.permits.clear()
      known.mustBeAsked = known.receipt !== null && known.receipt.acceptedAtMs === null
      known.missingAtMs = []
      known.permittedAtMs = Number.NEGATIVE_INFINITY
      known.lookAnsweredMs = Number.NEGATIVE_INFINITY
    }
    this.#pace.forget(Number.NEGATIVE_INFINITY)
  }

  /** After a step: what is owed has a next one. */
  afterStep(app: App | null): void {
    this.queue.afterStep(app)
    const { time } = this.#options
    const receipts = this.#stored().filter((receipt) => this.#isOwedBy(receipt))
    this.owed.afterStep(app, receipts, time.monotonicMs(), (id) => this.#pace.leftMs(id, time.worldMs()))
  }

  #stored(): Receipt[] {
    return [...this.#known.values()].flatMap(({ receipt }) => receipt ?? [])
  }

  /** A result that the service still has is not at home. */
  isOwed(): boolean {
    return this.#stored().some((receipt) => this.#isOwedBy(receipt))
  }

  #isOwedBy(receipt: Receipt): boolean {
    return owes(receipt) && !this.#options.remote.jobsOf(receipt.id).some((job) => job.isGone)
  }

  journalCut(): void {
    this.#journal.forget()
  }

  /** A step was stored: every receipt that changed is looked at. */
  stored(): void {
    const { db } = this.#options
    const rows = db.prepare<[], { id: string; revision: number }>('SELECT id, revision FROM requests').all()
    const there = new Set<string>()
    for (const { id, revision } of rows) {
      there.add(id)
      const known = this.#known.get(id)
      if (known === undefined) {
        this.wrong('I2', id, 'stands in the list, and nobody has ordered it')
        continue
      }
      if (known.receipt?.revision === revision) continue
      const receipt = rowOf(db, id)
      if (receipt === null) continue
      this.#changed(known, receipt)
      known.receipt = receipt
    }
    for (const [id, { receipt }] of this.#known)
      if (receipt !== null && !there.has(id)) this.wrong('I8', id, 'has left the list')
  }

  #changed(known: Known, after: Receipt): void {
    const { id, revision } = after
    const { remote } = this.#options
    const tell = this.wrong.bind(this)
    const told = this.#journal.of(id)?.revision ?? 0
    if (told < revision) this.wrong('I1', id, `stands at ${revision} and its durable journal at ${told}`)
    if (known.receipt !== null) compare(known.receipt, after, known.acts, tell)
    money(after, known, remote, tell)
    outputs(after, this.#options, tell)
    figures(after, tell)
    ends(known, after, remote, tell)
    this.queue.stored(after)
    if (after.decision?.kind === 'cap' && known.receipt?.decision?.kind !== 'cap') this.note('stopped by a cap')
    if (after.decision?.kind === 'key' && known.receipt?.decision?.kind !== 'key') this.note('waits for its key')
  }
}

/** What a program hears in its last moments may not have come to the disk. */
const justHeardMs = 5000

/** What permits it where nothing is in doubt; else it is looked for before it is sent, however old it is. */
const byUser = 'the user sends again'

/** One that can be read: what is cut short leaves it open. */
/** The sends that this home knows of: of a copy those from before it was made, and its own. */
function knownHere({ posts, postsElsewhere }: Known, stored: Receipt | null): Known['posts'] {
  const own = posts.slice(postsElsewhere)
  const before = stored === null ? postsElsewhere : Math.max(0, stored.sentTimes - own.length)
  return [...posts.slice(0, Math.min(before, postsElsewhere)), ...own]
}

function isNo(ending: Ending): boolean {
  if (ending.type !== 'answer' || ending.breaksAfter !== undefined || ending.dripMs !== undefined) return false
  return [402, 429].includes(ending.answer.status) && bodyOf(ending.answer.body).error !== undefined
}

function rowOf(db: Db, id: string): Receipt | null {
  const row = db.prepare<[string], { receipt: string }>('SELECT receipt FROM requests WHERE id = ?').get(id)
  return row ? (JSON.parse(row.receipt) as Receipt) : null
}
