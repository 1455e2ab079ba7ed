import { createHash } from 'node:crypto'
import { moneySentence } from '../../../../src/domain/request/money-words.ts'
import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import type { Db } from '../../../../src/engine/store/database.ts'
import { journalPath, libraryPath } from './app.ts'
import type { Disk } from './disk.ts'
import type { Exchange } from './network.ts'
import type { Remote } from './remote.ts'
import type { Time } from './time.ts'
import type { Ending } from './wire.ts'

/** What the watch knows of one request beyond its receipt. */
interface Known {
  receipt: Receipt | null
  /** Paid POSTs that left, with what they carried. */
  posts: { sha256: string; bearer: string | null; atMs: number }[]
  /** What permits another POST, heard since the last one. */
  permits: Set<string>
  /** When look-ups in a row found nothing, since the last POST. */
  missingAtMs: number[]
  /** What the service was heard to say of it. */
  heard: Set<string>
  /** Recorded acts of the user. */
  acts: Set<string>
  underWay: Set<Exchange>
}

export interface WatchOptions {
  db: Db
  disk: Disk
  time: Time
  remote: Remote
  fingerprintOf: (key: string) => string
}

/**
 * Looks over the engine's shoulder, at what is durable and at what leaves, and holds it against the invariants I1 to I9
 * after each step. It reads the journal's bytes and the database's rows by itself, and the service's own books.
 */
export class Watch {
  readonly violations: string[] = []
  /** The wall clock was set back in this schedule: what is old cannot be told any more (A7). */
  clockWasSetBack = false
  readonly #options: WatchOptions
  readonly #known = new Map<string, Known>()
  #journalRead = 0
  #journal = new Map<string, { revision: number; phase: string; bodySha256: string | null }>()

  constructor(options: WatchOptions) {
    this.#options = options
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
    if (act === 'send-again') known.permits.add('the user sends again')
  }

  wasLeft(id: string): boolean {
    return this.#known.get(id)?.acts.has('leave') ?? false
  }

  ids(): string[] {
    return [...this.#known.keys()]
  }

  #of(id: string): Known {
    const known = this.#known.get(id) ?? {
      receipt: null,
      posts: [],
      permits: new Set(),
      missingAtMs: [],
      heard: new Set(),
      acts: new Set(),
      underWay: new Set(),
    }
    this.#known.set(id, known)
    return known
  }

  #say(invariant: string, id: string, words: string): void {
    this.violations.push(`${invariant}: ${id.slice(0, 8)} ${words}`)
  }

  /** A paid POST leaves: what is durable in this moment must already say all of it. */
  leaves(exchange: Exchange): void {
    const { time, remote, fingerprintOf, db } = this.#options
    const bytes = Buffer.from(exchange.body ?? [])
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const id = idIn(bytes)
    const known = this.#known.get(id)
    if (known === undefined) {
      this.#say('I2', id, 'is sent, and nobody has ordered it')
      return
    }
    this.#readJournal()
    const durable = this.#journal.get(id)
    if (durable?.phase !== 'ready' || durable.bodySha256 !== sha256)
      this.#say('I1', id, `is sent while its journal says ${durable?.phase ?? 'nothing'}`)
    const stored = rowOf(db, id)
    if (stored?.phase !== 'ready' || stored.body?.sha256 !== sha256)
      this.#say('I1', id, `is sent while its row says ${stored?.phase ?? 'nothing'}`)
    // The line of a process that stands still cannot be closed by another one.
    for (const other of known.underWay) if (!other.owner.isFrozen) this.#say('I3', id, 'is sent while it is being sent')
    const [first] = known.posts
    if (first && first.sha256 !== sha256) this.#say('I4', id, 'is sent with another body')
    if (first && first.bearer !== exchange.bearer) this.#say('I4', id, 'is sent with another key')
    if (stored && stored.keyFingerprint !== fingerprintOf(exchange.bearer ?? ''))
      this.#say('I4', id, 'is sent with another key than it was approved under')
    if (stored?.acceptedAtMs !== null) this.#say('I5', id, 'is sent again although it was accepted')
    if (first) {
      const permitted = known.permits.size > 0 || this.#isMissing(known, first.atMs)
      if (!permitted) this.#say('A6', id, 'is sent again, and nothing that was heard since permits it')
      const isExcused = known.permits.has('the user sends again') || exchange.owner.isFrozen
      if (remote.jobsOf(id).length > 0 && !isExcused)
        this.#say('I5', id, 'is sent again, and the service has jobs of it')
    }
    known.posts.push({ sha256, bearer: exchange.bearer, atMs: time.nowMs })
    known.permits.clear()
    known.missingAtMs = []
    known.underWay.add(exchange)
  }

  /** O59, A7, A8: two look-ups half a minute apart found nothing, and the order is young. */
  #isMissing({ missingAtMs }: Known, firstMs: number): boolean {
    const [last = 0] = missingAtMs.slice(-1)
    const isTwice = missingAtMs.some((atMs) => last - atMs >= 30_000)
    return isTwice && (this.clockWasSetBack || last - firstMs <= 15 * 60_000 + 1000)
  }

  /** An exchange is over for who asked. */
  ended(exchange: Exchange, ending: Ending): void {
    const id = this.#requestOf(exchange)
    const known = id === null ? undefined : this.#known.get(id)
    if (known === undefined) return
    known.underWay.delete(exchange)
    const isPost = exchange.kind === 'paid'
    if (ending.type === 'error') {
      const isBefore = ['ECONNREFUSED', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT'].includes(ending.code)
      if (isPost && isBefore) known.permits.add('it never left')
      return
    }
    if (ending.breaksAfter !== undefined) return
    this.#hear(known, exchange, ending.answer.status, bodyOf(ending.answer.body))
  }

  #hear(known: Known, exchange: Exchange, status: number, body: Record<string, unknown>): void {
    const isPost = exchange.kind === 'paid'
    const isLookUp = !isPost && /\/requests\/|\/skills\/status/.test(exchange.url.pathname)
    const code = String(body.code ?? '')
    const says = typeof body.error === 'string' || code !== ''
    if (status === 410 && says) known.heard.add('gone')
    if (isPost && status === 429) known.permits.add('a limit')
    if ([400, 401, 402, 403, 409, 413, 422].includes(status) && says) known.heard.add('refused')
    const stored = Number(body.submissionHttpStatus ?? 0)
    if (stored >= 400 && stored < 500) known.heard.add('refused')
    if (!isLookUp) return
    const isMissing =
      status === 404 && (code === 'request_not_found' || (exchange.url.pathname.endsWith('status') && says))
    if (isMissing) known.missingAtMs.push(this.#options.time.nowMs)
    // An answer that cannot be read says nothing in either direction.
    else if (typeof body.status === 'string' || code === 'in_progress') known.missingAtMs = []
    if (status === 503 && code === 'in_progress' && body.retryAfterSeconds === 0)
      known.permits.add('a free reservation')
    if (status === 200 && body.retryable === true) known.permits.add('a receipt that may be sent again')
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
    for (const { underWay } of this.#known.values())
      for (const exchange of [...underWay]) if (isGone(exchange)) underWay.delete(exchange)
    this.journalCut()
  }

  /** What was read of the journal may be no more. */
  journalCut(): void {
    this.#journalRead = 0
    this.#journal.clear()
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
        this.#say('I2', id, 'stands in the list, and nobody has ordered it')
        continue
      }
      if (known.receipt?.revision === revision) continue
      const receipt = rowOf(db, id)
      if (receipt === null) continue
      this.#changed(known, receipt)
      known.receipt = receipt
    }
    for (const [id, { receipt }] of this.#known)
      if (receipt !== null && !there.has(id)) this.#say('I8', id, 'has left the list')
  }

  #changed(known: Known, after: Receipt): void {
    const { id } = after
    const before = known.receipt
    this.#readJournal()
    const journal = this.#journal.get(id)
    if ((journal?.revision ?? 0) < after.revision)
      this.#say('I1', id, `stands at ${after.revision} and its durable journal at ${journal?.revision ?? 0}`)
    if (before !== null) this.#compare(before, after)
    this.#money(after)
    this.#outputs(after)
    this.#ends(known, after)
  }

  #compare(before: Receipt, after: Receipt): void {
    const { id } = after
    if (after.revision < before.revision) this.#say('I5', id, 'went back to an older step')
    if (before.body !== null && before.body.sha256 !== after.body?.sha256) this.#say('I4', id, 'has another body')
    if (before.keyFingerprint !== after.keyFingerprint) this.#say('I4', id, 'has another key')
    if (JSON.stringify(before.order) !== JSON.stringify(after.order)) this.#say('I4', id, 'has another order')
    if (before.acceptedAtMs !== null && before.acceptedAtMs !== after.acceptedAtMs)
      this.#say('I5', id, 'forgot that it was accepted')
    for (const job of before.jobs) {
      const same = after.jobs.find(({ generationId }) => generationId === job.generationId)
      if (job.generationId !== null && same === undefined) this.#say('I5', id, `forgot its job ${job.generationId}`)
      if (same && same.urls.length < job.urls.length) this.#say('I7', id, 'forgot an output')
    }
    for (const asset of before.assets)
      if (!after.assets.some(({ assetId }) => assetId === asset.assetId)) this.#say('I7', id, 'forgot a file')
  }

  /** I6: only the service's own word is a refund, and only such a word is shown as one. */
  #money(after: Receipt): void {
    const words = `${after.error ?? ''} ${moneySentence(after)} ${after.decision?.question ?? ''}`
    if (/\brefunded\b/.test(words) && after.creditsStatus !== 'refunded')
      this.#say('I6', after.id, `speaks of a refund: ${words}`)
    const saysNothing = after.decision?.mayHaveCharged === false || /Nothing was charged/.test(after.error ?? '')
    if (saysNothing && this.#options.remote.jobsOf(after.id).length > 0)
      this.#say('money', after.id, `says that nothing was charged: ${words}`)
    const isSaid = after.creditsStatus === 'refunded' || after.jobs.some((job) => job.creditsStatus === 'refunded')
    if (!isSaid) return
    const books = this.#options.remote.ledger().entries.filter(({ requestId }) => requestId === after.id)
    const refunded = new Set(books.filter(({ kind }) => kind === 'refund').map(({ generationId }) => generationId))
    for (const job of after.jobs)
      if (job.creditsStatus === 'refunded' && !refunded.has(job.generationId ?? ''))
        this.#say('I6', after.id, `calls ${job.generationId} refunded, and it is not`)
    const isWhole = books.length > 0 && books.every(({ generationId }) => refunded.has(generationId))
    if (after.creditsStatus === 'refunded' && !isWhole) this.#say('I6', after.id, 'is called refunded, and is not')
  }

  /** I7: a file that counts as home is on the disk, and would be after a power cut. */
  #outputs(after: Receipt): void {
    const { db, disk } = this.#options
    for (const asset of after.assets) {
      const row = db
        .prepare<[string], { path: string }>('SELECT relative_path AS path FROM assets WHERE id = ?')
        .get(asset.assetId)
      const content = row ? disk.durable(`${libraryPath}/${row.path}`) : null
      const sha256 = content === null ? null : createHash('sha256').update(content).digest('hex')
      if (sha256 !== asset.sha256)
        this.#say('I7', after.id, `counts ${asset.assetId} as home, and it is not on the disk`)
    }
    const isOver = after.phase === 'completed' || after.phase === 'partial'
    if (!isOver) return
    const isHere = (list: { jobIndex: number; outputIndex: number }[], job: number, output: number) =>
      list.some(({ jobIndex, outputIndex }) => jobIndex === job && outputIndex === output)
    after.jobs.forEach(({ urls, status }, job) => {
      if (status !== 'completed') return
      for (const output of urls.keys())
        if (!isHere(after.assets, job, output) && !isHere(after.owed, job, output))
          this.#say('I7', after.id, `has ended without output ${job}.${output}`)
    })
  }

  /** I8, I9: an end has its reason in what the service said or the user did, and never in the time that passed. */
  #ends(known: Known, after: Receipt): void {
    const { id, phase } = after
    if (known.receipt?.phase === phase) return
    const jobs = after.jobs.length === 0 ? [] : this.#options.remote.jobsOf(id)
    const truth = (generationId: string | null) => jobs.find((job) => job.id === generationId)
    for (const job of after.jobs) {
      const real = truth(job.generationId)
      if (job.status === 'completed' && real?.status !== 'completed')
        this.#say('I9', id, 'calls a job completed that is not')
      if (job.status === 'failed' && job.generationId !== null && real?.status !== 'failed' && real?.isGone !== true)
        this.#say('I9', id, 'calls a job failed that is not')
    }
    const byUser = (...acts: string[]): boolean => acts.some((act) => known.acts.has(act))
    switch (phase) {
      case 'cancelled':
        if (!byUser('cancel', 'leave')) this.#say('I8', id, 'is cancelled, and nobody did that')
        return
      case 'rejected':
        if (!byUser('leave', ...replacing) && known.posts.length > 0 && !known.heard.has('refused'))
          this.#say('I9', id, 'is rejected, and the service has not said so')
        return
      case 'gone':
        if (!known.heard.has('gone')) this.#say('I9', id, 'is gone, and the service has not said so')
        return
      case 'failed':
        if (!known.acts.has('leave') && after.jobs.some(({ status }) => status !== 'failed'))
          this.#say('I9', id, 'has failed, and the service has not said so')
        return
      case 'completed':
      case 'partial':
        if (!known.acts.has('leave') && after.jobs.some(({ status }) => status !== 'failed' && status !== 'completed'))
          this.#say('I9', id, `is ${phase} while a job is at work`)
        return
      default:
        return
    }
  }

  /** What of the journal would be there after a power cut; read on from where it was read to. */
  #readJournal(): void {
    const bytes = this.#options.disk.durable(journalPath)
    if (bytes === null) return
    if (bytes.length < this.#journalRead) this.journalCut()
    // Behind the last entry there may be room, as zeros; and so reads a page that was lost with the power.
    const end = bytes.lastIndexOf(0x0a) + 1
    if (end <= this.#journalRead) return
    const text = bytes.toString('utf8', this.#journalRead, end)
    this.#journalRead = end
    for (const line of text.split('\n')) this.#readLine(line.slice(line.lastIndexOf('\0') + 1))
  }

  /** Without parsing all of it: most lines are long, and little of them is asked for. */
  #readLine(line: string): void {
    const [, id = '', revision = ''] = /"id":"([^"]+)","revision":(\d+)/.exec(line) ?? []
    if (id === '') return
    const before = this.#journal.get(id)
    const phase = /"phase":"([a-z-]+)"/.exec(line)?.[1]
    const [, body] = /"body":(null|\{"parts")/.exec(line) ?? []
    const set = body === '{"parts"' ? (parsed(line.slice(17))?.set as { body: { sha256: string } }) : null
    this.#journal.set(id, {
      revision: Number(revision),
      phase: phase ?? before?.phase ?? '',
      bodySha256: set?.body.sha256 ?? before?.bodySha256 ?? null,
    })
  }
}

/** Decisions that end a request for a new one in its place. */
const replacing = ['new-order', 'accept-price', 'accept-resize']

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

const bodyOf = (bytes: Buffer): Record<string, unknown> => parsed(bytes.toString('utf8')) ?? {}

function idIn(bytes: Buffer): string {
  const { idempotencyKey, requestId } = bodyOf(bytes)
  return String(idempotencyKey ?? requestId ?? '')
}

function rowOf(db: Db, id: string): Receipt | null {
  const row = db.prepare<[string], { receipt: string }>('SELECT receipt FROM requests WHERE id = ?').get(id)
  return row ? (JSON.parse(row.receipt) as Receipt) : null
}
