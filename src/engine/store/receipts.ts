import { type Happening, type Receipt, receipt as receiptSchema } from '../../domain/request/receipt.ts'
import type { Db } from './database.ts'
import type { Journal, JournalEntry, JournalRead } from './journal.ts'
import { listReceipts, readHappenings, readReceipt, writeHappenings, writeReceipt } from './receipt-rows.ts'

/** Another process has taken the queue over; what this one wanted to write is not written. */
export class ClaimLostError extends Error {
  override name = 'ClaimLostError'
}

/** Somebody else changed the receipt in between. */
export class StaleReceiptError extends Error {
  override name = 'StaleReceiptError'
}

/** Receipts stand twice: in the journal, synced first, and in SQLite, in the same step and under the same lock. */
export class Receipts {
  readonly #db: Db
  readonly #journal: Journal

  constructor(db: Db, journal: Journal) {
    this.#db = db
    this.#journal = journal
  }

  /**
   * Writes steps of receipts durably: journal, sync, SQLite, sync. When it returns, they survive a power cut.
   *
   * @param steps `after` with `revision` = its stored revision + 1 (or 1 for a new receipt)
   * @param fence checked inside the lock; throws ClaimLostError when another process holds the queue
   */
  save(steps: { after: Receipt; happenings: Happening[] }[], fence?: () => boolean): void {
    this.#db
      .transaction(() => {
        if (fence && !fence()) throw new ClaimLostError('another process drives the queue now')
        this.#absorb()
        const entries = steps.map(({ after, happenings }) => this.#entry(after, happenings))
        const end = this.#journal.append(entries, this.#journal.endsWhole())
        for (const { after, happenings } of steps) {
          writeReceipt(this.#db, after)
          writeHappenings(this.#db, after.id, after.revision, happenings)
        }
        this.#setOffset(end)
      })
      .immediate()
  }

  #entry(after: Receipt, happenings: Happening[]): JournalEntry {
    const before = readReceipt(this.#db, after.id)
    if (after.revision !== (before?.revision ?? 0) + 1)
      throw new StaleReceiptError(
        `receipt ${after.id} is at revision ${before?.revision ?? 0}, not ${after.revision - 1}`,
      )
    const set = Object.fromEntries(
      Object.entries(after).filter(
        ([key, value]) => before === null || JSON.stringify(value) !== JSON.stringify(before[key as keyof Receipt]),
      ),
    )
    return { v: 1, id: after.id, revision: after.revision, set, happenings }
  }

  /** On start: journal entries that SQLite lacks are replayed into it. Returns what was found, in words. */
  recover(): string[] {
    let notices: string[] = []
    this.#db
      .transaction(() => {
        notices = this.#absorb()
      })
      .immediate()
    return notices
  }

  /** Inside the write lock: takes in what the journal has beyond what SQLite knows. */
  #absorb(): string[] {
    const offset = this.#offset()
    const size = this.#journal.size()
    if (size === offset) return []
    if (size < offset) return this.#reseed()
    const read = this.#journal.read(offset)
    const notices = this.#apply(read)
    this.#setOffset(read.end)
    return notices
  }

  #apply(read: JournalRead): string[] {
    const notices: string[] = []
    for (const entry of read.entries) {
      const before = readReceipt(this.#db, entry.id)
      if (before !== null && before.revision >= entry.revision) continue
      const after = fold(before, entry)
      if (after === null || after.revision !== (before?.revision ?? 0) + 1) {
        this.#quarantine(entry.id, 'a journal entry that does not follow the stored receipt', JSON.stringify(entry))
        notices.push(
          `Receipt ${entry.id.slice(0, 8)} has two versions that disagree. It was set aside and nothing is sent for it.`,
        )
        continue
      }
      writeReceipt(this.#db, after)
      writeHappenings(this.#db, after.id, after.revision, entry.happenings)
    }
    for (const damage of read.damaged)
      this.#quarantine(null, `an unreadable journal line at byte ${damage.offset}`, damage.text)
    return notices
  }

  /** The journal is shorter than it was: it was lost or cut. SQLite's copy becomes the new beginning. */
  #reseed(): string[] {
    const { receipts } = listReceipts(this.#db, {})
    const entries = receipts.map(
      (r): JournalEntry => ({ v: 1, id: r.id, revision: r.revision, set: r, happenings: [] }),
    )
    this.#setOffset(this.#journal.append(entries, this.#journal.endsWhole()))
    return ['The journal of receipts was cut short. It was written anew from the database.']
  }

  /** Every receipt as the journal alone tells it: what a lost or damaged database is rebuilt from. */
  fromJournal(): Map<string, Receipt> {
    const receipts = new Map<string, Receipt>()
    for (const entry of this.#journal.read().entries) {
      const after = fold(receipts.get(entry.id) ?? null, entry)
      if (after) receipts.set(entry.id, after)
    }
    return receipts
  }

  #quarantine(id: string | null, why: string, content: string): void {
    this.#db
      .prepare('INSERT INTO quarantine (request_id, found_ms, why, content) VALUES (?, unixepoch() * 1000, ?, ?)')
      .run(id, why, content)
  }

  #offset(): number {
    const row = this.#db.prepare<[], { value: string }>("SELECT value FROM meta WHERE key = 'journal_offset'").get()
    return row ? Number(row.value) : 0
  }

  #setOffset(end: number): void {
    this.#db
      .prepare("INSERT INTO meta VALUES ('journal_offset', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value")
      .run(String(end))
  }

  /** Null when there is none. A row that fails its checksum is restored from the journal where that can be done. */
  get(id: string): Receipt | null {
    try {
      return readReceipt(this.#db, id)
    } catch (error) {
      const whole = this.fromJournal().get(id)
      if (whole === undefined) throw error
      return whole
    }
  }

  list(filter: { origin?: string; open?: boolean; limit?: number }): Receipt[] {
    const { receipts, damaged } = listReceipts(this.#db, filter)
    if (damaged.length === 0) return receipts
    const journal = this.fromJournal()
    return [...receipts, ...damaged.map((id) => journal.get(id)).filter((r) => r !== undefined)]
  }

  happenings(id: string): Happening[] {
    return readHappenings(this.#db, id)
  }
}

function fold(before: Receipt | null, entry: JournalEntry): Receipt | null {
  const parsed = receiptSchema.safeParse({ ...before, ...entry.set })
  return parsed.success ? parsed.data : null
}
