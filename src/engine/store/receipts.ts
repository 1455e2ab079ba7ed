import type { Receipt, TimelineEntry } from '../../domain/request/receipt.ts'
import { commit, underLock } from './commit.ts'
import type { Db } from './db.ts'
import { fold, foldEntry } from './fold.ts'
import type { Journal, JournalEntry, JournalRead } from './journal.ts'
import { bindJournal } from './journal-home.ts'
import {
  DamagedReceiptError,
  deriveMissing,
  listReceipts,
  readJobNumbers,
  readReceipt,
  readRevision,
  readStanding,
  readTimeline,
  receiptRow,
  writeReceipt,
  writeRow,
  writeTimeline,
} from './receipt-rows.ts'
import { canonicalText, reconcile } from './reconcile.ts'
import { isUnverified } from './reopenable-database.ts'
import { learnResults, noteResults } from './result-hashes.ts'
import { statement } from './statements.ts'

/** Another process has taken the queue over; what this one wanted to write is not written. */
export class ClaimLostError extends Error {
  override name = 'ClaimLostError'
}

/**
 * The disk refused new orders and then refused to let go of them: whether they stand is known at the next start only.
 * Nothing was sent for them.
 */
export class NotTakenBackError extends Error {
  override name = 'NotTakenBackError'
}

/** Somebody else changed the receipt in between. */
export class StaleReceiptError extends Error {
  override name = 'StaleReceiptError'
}

/** Revisions as the rows have them. */
export interface RowRevisions {
  /** By request: of all that is open, and of all that came after what was looked at before. */
  revisions: ReadonlyMap<string, number>
  /** Of the newest request. */
  lastSeq: number
}

interface SavedStep {
  after: Receipt
  timeline: TimelineEntry[]
}

/** Receipts stand twice: in the journal, synced first, and in SQLite, in the same step and under the same lock. */
export class Receipts {
  readonly #db: Db
  readonly #journal: Journal
  /** Receipts of which a step was refused: what each copy has of them is read before the next one is written. */
  readonly #refused = new Set<string>()
  #takenIn = 0

  constructor(db: Db, journal: Journal) {
    this.#db = db
    this.#journal = journal
  }

  /** Whether the disk has refused a write since the last look at what it holds. */
  get isInDoubt(): boolean {
    return isUnverified(this.#db) || this.#journal.isInDoubt || this.#refused.size > 0
  }

  /** Changes when steps were taken in from the journal that another program had left there alone. */
  get takenIn(): number {
    return this.#takenIn
  }

  /**
   * Writes steps of receipts durably: journal, sync, SQLite, sync. When it returns, they survive a power cut. When it
   * throws, new orders have left no trace: what a person was told not to have been taken must not come true later. Where the
   * disk does not allow even that, NotTakenBackError says so.
   * Later steps may stay in the journal, since they did happen; saving the same step again then completes it.
   *
   * @param steps `after` with `revision` = its stored revision + 1 (or 1 for a new receipt)
   * @param fence asked inside the lock, with all that the journal has taken in; throws ClaimLostError where it says no
   * @returns whether steps came in with it that a program which died had left in the journal alone
   */
  save(steps: SavedStep[], fence?: () => boolean): { othersCame: boolean } {
    let appendedAt: number | null = null
    let othersCame = false
    try {
      commit('receipts commit', this.#db, () => {
        const offset = this.#offset()
        this.#absorb(offset)
        this.#compareRefused()
        const from = this.#offset()
        othersCame = from !== offset
        // What a program that died has left in the journal alone stands too: whoever is asked is to see it.
        if (fence && !fence()) throw new ClaimLostError('another process drives the queue now')
        const missing = steps
          .map((step) => ({ ...step, before: this.#known(step.after.id) }))
          .filter(({ before, after }) => !isSame(before, after))
        const entries = missing.map(({ before, after, timeline }) => this.#entry(before, after, timeline))
        if (entries.length === 0) return
        // Worked out before the journal has it: between the two nothing is left to do but to write.
        const rows = missing.map(({ after }) => receiptRow(after))
        this.#journal.mustBeInPlace()
        appendedAt = from
        const end = this.#journal.append(entries)
        for (const row of rows) writeRow(this.#db, row)
        for (const { after, timeline } of missing) {
          noteResults(this.#db, after)
          writeTimeline(this.#db, after.id, after.revision, timeline)
        }
        this.#setOffset(end)
      })
      this.#refused.clear()
    } catch (error) {
      if (appendedAt !== null) for (const { after } of steps) this.#refused.add(after.id)
      else if (othersCame) this.#takeIn()
      const areNew = steps.every(({ after }) => after.revision === 1)
      if (appendedAt === null || !areNew || !this.#isTakenIn(appendedAt, error)) throw error
    }
    return { othersCame }
  }

  /**
   * After any write that the disk refused: opens the file anew in which it was to be, reads it, and compares the receipts
   * of the refused steps. Nothing paid is sent before this has passed.
   * @throws the disk's error, or DamagedDatabaseError
   */
  verifyConnection(): void {
    if (!this.isInDoubt) return
    commit('receipts commit', this.#db, () => {
      this.#absorb()
      this.#compareRefused()
    })
    this.#refused.clear()
  }

  /** Inside the write lock, with the journal taken in. Where one is not what the journal tells, all are compared. */
  #compareRefused(): void {
    if (this.#refused.size === 0) return
    const told = this.fromJournal()
    if ([...this.#refused].some((id) => !this.#isAsTold(id, told.get(id)))) this.#compare(false)
  }

  #isAsTold(id: string, told: Receipt | undefined): boolean {
    try {
      const stored = readReceipt(this.#db, id)
      return (stored && canonicalText(stored)) === (told ? canonicalText(told) : null)
    } catch (error) {
      if (error instanceof DamagedReceiptError) return false
      throw error
    }
  }

  /** What a refused step has read in the journal went back with it: kept, so that whoever reads next finds it. */
  #takeIn(): void {
    try {
      commit('receipts commit', this.#db, () => void this.#absorb())
    } catch {
      // The next write takes it in.
    }
  }

  /** After a failed save of new orders: cuts them off the journal, unless another process has taken them in already. */
  #isTakenIn(appendedAt: number, why: unknown): boolean {
    try {
      return underLock('receipts take-back commit', this.#db, () => {
        if (this.#offset() > appendedAt) return true
        this.#journal.cutTo(appendedAt)
        return false
      })
    } catch {
      throw new NotTakenBackError('the disk neither took new orders nor let go of them', { cause: why })
    }
  }

  /**
   * The stored receipt, from the journal where its row is damaged. Null where neither knows it: whoever holds the whole
   * receipt may then write it anew.
   */
  #known(id: string): Receipt | null {
    try {
      return readReceipt(this.#db, id)
    } catch (error) {
      if (!(error instanceof DamagedReceiptError)) throw error
      return this.fromJournal().get(id) ?? null
    }
  }

  #entry(before: Receipt | null, after: Receipt, timeline: TimelineEntry[]): JournalEntry {
    const follows = after.revision === (before?.revision ?? 0) + 1
    if (!follows && !(before === null && this.#isDamaged(after.id)))
      throw new StaleReceiptError(
        `receipt ${after.id} is at revision ${before?.revision ?? 0}, not ${after.revision - 1}`,
      )
    const set = Object.fromEntries(
      Object.entries(after).filter(
        ([key, value]) => before === null || JSON.stringify(value) !== JSON.stringify(before[key as keyof Receipt]),
      ),
    )
    return { v: 1, id: after.id, revision: after.revision, set, happenings: timeline }
  }

  #isDamaged(id: string): boolean {
    return this.#db.prepare('SELECT 1 FROM requests WHERE id = ?').get(id) !== undefined
  }

  /**
   * On start: journal entries that SQLite lacks are replayed into it. Returns what was found, in words.
   * @param compare also compares every receipt of the two copies, and gives each what only the other has
   * @param refuses throws DamagedDatabaseError where the database has orders that a whole journal has never heard of
   * @param home what the journal is to say of whose it is; null: nothing
   */
  recover(compare = false, refuses = false, home: string | null = null): { notices: string[]; restored: number } {
    return commit('receipts recovery commit', this.#db, () => {
      deriveMissing(this.#db)
      const notices = this.#absorb()
      const restored = compare ? this.#compare(refuses) : []
      learnResults(this.#db, this.#journal)
      if (home !== null && bindJournal(this.#db, this.#journal, home)) this.#setOffset(this.#journal.size())
      if (restored.length > 0)
        notices.push(
          `${restored.length === 1 ? 'One receipt' : `${restored.length} receipts`} in the database did not stand as written. The journal of receipts put it right.`,
        )
      return { notices: [...notices, ...this.setAside().map(asideWords)], restored: restored.length }
    })
  }

  /**
   * Returns the receipts that were put right in SQLite.
   * @param refuses whether a database with orders that a whole journal does not know is another home's
   */
  #compare(refuses: boolean): string[] {
    const read = this.#journal.read()
    const isWhole = read.damaged.length === 0 && read.end > 0
    const { toDatabase, contradicting } = reconcile(this.#db, this.#journal, read, refuses && isWhole)
    const known = new Set(this.setAside())
    for (const id of contradicting.filter((one) => !known.has(one)))
      this.#quarantine(id, 'two versions of the same step', JSON.stringify(this.fromJournal().get(id)))
    this.#setOffset(this.#journal.size())
    return toDatabase
  }

  /** Receipts whose copies disagree. They are shown, and nothing is done for them. */
  setAside(): string[] {
    return this.#db
      .prepare<[], string>('SELECT DISTINCT request_id FROM quarantine WHERE request_id IS NOT NULL')
      .pluck()
      .all()
  }

  /** Inside the write lock: takes in what the journal has beyond what SQLite knows. */
  #absorb(offset = this.#offset()): string[] {
    this.#journal.makeSound(offset)
    const size = this.#journal.size()
    if (size === offset) return []
    if (size < offset) return this.#reseed()
    // Whoever appended it may have died before it was synced, and SQLite must never be ahead of the journal.
    this.#journal.rewriteFrom(offset)
    const read = this.#journal.read(offset)
    this.#apply(read)
    this.#setOffset(read.end)
    this.#takenIn += 1
    return []
  }

  #apply(read: JournalRead): void {
    for (const entry of read.entries) {
      // Of every step: what it brought home may be owed again since, and stays a result.
      noteResults(this.#db, entry.set)
      const before = this.#known(entry.id)
      if (before !== null && before.revision >= entry.revision) {
        // It came from the journal in place of a damaged row, or it is an old step.
        writeReceipt(this.#db, before)
        writeTimeline(this.#db, entry.id, entry.revision, entry.happenings)
        continue
      }
      const after = foldEntry(before, entry) ?? this.#toldUpTo(entry)
      if (after === null) {
        this.#quarantine(entry.id, 'a journal entry that does not follow the stored receipt', JSON.stringify(entry))
        continue
      }
      writeReceipt(this.#db, after)
      writeTimeline(this.#db, after.id, after.revision, entry.happenings)
    }
    for (const damage of read.damaged)
      this.#quarantine(this.#lostStep(damage), `an unreadable journal line at byte ${damage.offset}`, damage.text)
  }

  /** Where SQLite lacks the steps before: what the whole journal tells of the receipt, if it tells it without a gap. */
  #toldUpTo({ id, revision }: JournalEntry): Receipt | null {
    const told = this.fromJournal().get(id) ?? null
    return told !== null && told.revision >= revision ? told : null
  }

  /** The receipt that a damaged line was about, where no later step of it is known: it may have been sent since. */
  #lostStep({ text, isTorn }: JournalRead['damaged'][number]): string | null {
    const [, id, revision] = /"id":"([^"]+)","revision":(\d+)/.exec(text) ?? []
    if (isTorn || id === undefined) return null
    return (this.#known(id)?.revision ?? 0) < Number(revision) ? id : null
  }

  /** The journal is shorter than it was: it was lost or cut. What SQLite knows beyond it is written to it anew. */
  #reseed(): string[] {
    this.#compare(false)
    return ['The journal of receipts was cut short. It was written anew from the database.']
  }

  /** Before the journal is closed: gives back what it holds beyond its entries. */
  tidyUp(): void {
    commit('journal trim commit', this.#db, () => this.#journal.trim())
  }

  /** Every receipt as the journal alone tells it: what a lost or damaged database is rebuilt from. */
  fromJournal(): Map<string, Receipt> {
    return fold(this.#journal.read().entries)
  }

  #quarantine(id: string | null, why: string, content: string): void {
    this.#db
      .prepare('INSERT INTO quarantine (request_id, found_ms, why, content) VALUES (?, unixepoch() * 1000, ?, ?)')
      .run(id, why, content)
  }

  #offset(): number {
    const row = statement<[], { value: string }>(this.#db, "SELECT value FROM meta WHERE key = 'journal_offset'").get()
    return row ? Number(row.value) : 0
  }

  #setOffset(end: number): void {
    statement(
      this.#db,
      "INSERT INTO meta VALUES ('journal_offset', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    ).run(String(end))
  }

  /** Null when there is none. A row that fails its checksum is restored from the journal where that can be done. */
  get(id: string): Receipt | null {
    const known = this.#known(id)
    if (known === null && this.#isDamaged(id)) throw new DamagedReceiptError(id, 'the stored receipt is damaged')
    return known
  }

  list(filter: { origin?: string; open?: boolean; limit?: number }): Receipt[] {
    const { receipts, damaged } = listReceipts(this.#db, filter)
    if (damaged.length === 0) return receipts
    const journal = this.fromJournal()
    return [...receipts, ...damaged.map((id) => journal.get(id)).filter((r) => r !== undefined)]
  }

  /**
   * How far each request is, without reading one of them.
   * @param afterSeq what came after it is there too, ended or not; null: only what is open
   */
  standing(origin: string, afterSeq: number | null): RowRevisions {
    return readStanding(this.#db, origin, afterSeq)
  }

  /** As its row has it; 0 where there is none. */
  revision(id: string): number {
    return readRevision(this.#db, id)
  }

  /** The numbers of the jobs of one service's receipts, oldest first, without reading the receipts. */
  jobNumbers(origin: string): { generationId: string; id: string }[] {
    return readJobNumbers(this.#db, origin)
  }

  timeline(id: string): TimelineEntry[] {
    return readTimeline(this.#db, id)
  }
}

/** Whether this very step is stored already: its save failed halfway, when the journal had it. */
const isSame = (stored: Receipt | null, after: Receipt): boolean =>
  stored !== null && stored.revision === after.revision && canonicalText(stored) === canonicalText(after)

const asideWords = (id: string): string =>
  `Receipt ${id.slice(0, 8)} has two versions that disagree. It was set aside and nothing is sent for it.`
