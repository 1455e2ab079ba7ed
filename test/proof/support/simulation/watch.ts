import { createHash } from 'node:crypto'
import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import type { Db } from '../../../../src/engine/store/database.ts'
import { isAtRest } from './at-rest.ts'
import { capWrong } from './cap-check.ts'
import type { Disk } from './disk.ts'
import { hear } from './hearing.ts'
import { JournalEye } from './journal-eye.ts'
import { keyWrong } from './key-check.ts'
import { type Known, unknown } from './known.ts'
import type { Exchange } from './network.ts'
import { bodyOf, idIn } from './parsed.ts'
import { priceCheck } from './price-check.ts'
import { QueueEye } from './queue-eye.ts'
import { compare, ends, money, outputs } from './receipt-checks.ts'
import type { Remote } from './remote.ts'
import type { Owner, Time } from './time.ts'
import type { Ending } from './wire.ts'

export interface WatchOptions {
  db: Db
  disk: Disk
  time: Time
  remote: Remote
  fingerprintOf: (key: string) => string
  /** The key that a program would pay with. */
  keySetIn: (owner: Owner) => string | null
  /** Whether it is the program that drives the queue. */
  drives: (owner: Owner) => boolean
}

/**
 * Looks over the engine's shoulder, at what is durable and at what leaves, and holds it against the invariants I1 to I9
 * after each step, and against what else a person was promised: caps, places in the queue, a pause, keys. It reads the
 * journal's bytes and the database's rows by itself, and the service's own books.
 */
export class Watch {
  readonly violations: string[] = []
  readonly deeds = new Map<string, number>()
  readonly queue = new QueueEye(
    (...words) => this.wrong(...words),
    (id) => this.#known.get(id)?.acts.has('cancel') ?? false,
  )
  /** The wall clock was set back in this schedule: what is old cannot be told any more (A7). */
  clockWasSetBack = false
  /** It was set forward: pauses that are on the disk look shorter than they were. */
  clockWasSetForward = false
  readonly #options: WatchOptions
  readonly #known = new Map<string, Known>()
  readonly #journal: JournalEye
  /** When the models and the Skills were last asked for, by the wall clock. */
  readonly #listsAskedAtMs = new Map<string, number>()

  constructor(options: WatchOptions) {
    this.#options = options
    this.#journal = new JournalEye(options.disk)
  }

  /** The user ordered this, or made it by a decision; or perhaps: the app died before it could say so. */
  ordered(id: string): void {
    this.#of(id)
  }

  /**
   * The user was told that it was not taken: nothing of it may come true later. Where the disk has failed at taking it
   * back as well, that holds only as long as this process lives (receipts.ts, `save`).
   */
  notTaken(id: string, isInDoubt: boolean): void {
    if (!isInDoubt) this.#known.delete(id)
  }

  acted(id: string, act: string): void {
    const known = this.#of(id)
    known.acts.add(act)
    if (act === 'send-again') known.permits.add(byUser)
  }

  /** Counts something that was done or met, so that a run can show that it met everything. */
  deed(words: string): void {
    this.deeds.set(words, (this.deeds.get(words) ?? 0) + 1)
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
    const { fingerprintOf, keySetIn } = this.#options
    known?.leftAtMs.set(exchange, this.#options.time.worldMs())
    const wrong = keyWrong(exchange, known?.receipt ?? null, keySetIn(exchange.owner), fingerprintOf)
    if (wrong !== null) this.wrong('keys', id ?? exchange.kind, wrong)
    this.#noteList(exchange)
    if (exchange.kind === 'paid') this.#pays(exchange, id ?? '', known)
  }

  #noteList({ url }: Exchange): void {
    const [, list] = /^\/api\/(models|skills)$/.exec(url.pathname) ?? []
    if (list !== undefined) this.#listsAskedAtMs.set(list, this.#options.time.wallMs())
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
    if (known.posts.length > 0) this.#mayBeSentAgain(exchange, known, id)
    // A send that a crash may have kept from leaving stays in doubt, and what is in doubt is replayed (A6).
    const isCounted = stored?.sentTimes === known.posts.length
    if (stored !== null && isCounted && isAllNo(known, exchange)) this.#mustCostAsAgreed(stored)
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

  /** O112: where nothing is in doubt, a price that rose since is asked about before it is paid. */
  #mustCostAsAgreed(stored: Receipt): void {
    const { db, time } = this.#options
    const checked = priceCheck(db, stored, time.wallMs(), this.#listsAskedAtMs)
    if (checked?.wrong) this.wrong('price', stored.id, checked.wrong)
    else if (checked) this.deed('sent again at a price that was looked at')
  }

  #isTheSame({ bearer }: Exchange, { posts }: Known, stored: Receipt | null, sha256: string): void {
    const [first] = posts
    const id = stored?.id ?? ''
    if (first && first.sha256 !== sha256) this.wrong('I4', id, 'is sent with another body')
    if (first && first.bearer !== bearer) this.wrong('I4', id, 'is sent with another key')
    if (stored && stored.keyFingerprint !== this.#options.fingerprintOf(bearer ?? ''))
      this.wrong('I4', id, 'is sent with another key than it was approved under')
    if (stored?.acceptedAtMs !== null) this.wrong('I5', id, 'is sent again although it was accepted')
  }

  #mayBeSentAgain({ owner }: Exchange, known: Known, id: string): void {
    const doubted = known.posts.find(({ isNo }) => !isNo)
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
    this.#isNotTooSoon(known, id)
    this.deed('sent again')
  }

  /** O66: not even where a person or the service permits it. A clock that was set forward hides how long it was. */
  #isNotTooSoon(known: Known, id: string): void {
    const leftMs = known.notBeforeMs - this.#options.time.worldMs()
    if (leftMs > 0 && !this.clockWasSetForward)
      this.wrong('O66', id, `is sent again ${leftMs} ms sooner than the service asked for`)
    if (known.notBeforeMs > 0) this.deed('waited as asked')
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
    // The computer may have slept between the question and its answer.
    this.#noteList(exchange)
    const id = this.#requestOf(exchange)
    const known = id === null ? undefined : this.#known.get(id)
    if (known === undefined) return
    known.underWay.delete(exchange)
    if (exchange.kind === 'paid' && isNo(ending)) {
      known.noes += 1
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
    this.journalCut()
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
    money(after, remote, tell)
    outputs(after, this.#options, tell)
    ends(known, after, remote, tell)
    this.queue.stored(after)
    if (after.decision?.kind === 'cap' && known.receipt?.decision?.kind !== 'cap') this.deed('stopped by a cap')
    if (after.decision?.kind === 'key' && known.receipt?.decision?.kind !== 'key') this.deed('waits for its key')
  }
}

/** What permits it where nothing is in doubt; else it is looked for before it is sent, however old it is. */
const byUser = 'the user sends again'

/** One that can be read: what is cut short leaves it open. */
function isNo(ending: Ending): boolean {
  if (ending.type !== 'answer' || ending.breaksAfter !== undefined) return false
  return [402, 429].includes(ending.answer.status) && bodyOf(ending.answer.body).error !== undefined
}

/** It was sent before, by this very program, and each send was answered with a “no”. */
const isAllNo = ({ posts, noes }: Known, { owner }: Exchange): boolean =>
  posts.length > 0 && noes === posts.length && posts.every((post) => post.owner === owner)

function rowOf(db: Db, id: string): Receipt | null {
  const row = db.prepare<[string], { receipt: string }>('SELECT receipt FROM requests WHERE id = ?').get(id)
  return row ? (JSON.parse(row.receipt) as Receipt) : null
}
