import { canonicalJson, json } from '../../domain/json.ts'
import type { Happening, Receipt } from '../../domain/request/receipt.ts'
import type { Db } from './database.ts'
import { fold } from './fold.ts'
import type { Journal, JournalEntry, JournalRead } from './journal.ts'
import { isOpen, parseRow, readHappenings, type StoredRow, writeHappenings, writeReceipt } from './receipt-rows.ts'

/** What a comparison of the two copies changed, and whose copies contradict each other. */
interface Reconciled {
  toDatabase: string[]
  toJournal: string[]
  contradicting: string[]
}

interface FullRow extends StoredRow {
  seq: number
  revision: number
  origin: string
  phase: string
  is_open: number
  credits_quoted: number | null
  credits_used: number | null
  credits_status: string | null
}

/**
 * Compares every receipt of the two copies and gives each what the other has beyond it: the later revision counts, since
 * a step is only ever added. Also mends rows whose columns do not say what their receipt says, which no checksum covers.
 * The caller holds the write lock and has taken in the journal's end.
 */
export function reconcile(db: Db, journal: Journal, read: JournalRead = journal.read()): Reconciled {
  const result: Reconciled = { toDatabase: [], toJournal: [], contradicting: [] }
  const told = fold(read.entries)
  const stored = mendRows(db, told, result)
  const entries: JournalEntry[] = []
  for (const receipt of stored.values()) {
    const other = told.get(receipt.id)
    if (other?.revision === receipt.revision) {
      if (textOf(other) !== textOf(receipt)) result.contradicting.push(receipt.id)
    } else if (other === undefined || other.revision < receipt.revision) {
      const happenings = readHappenings(db, receipt.id)
      entries.push({ v: 1, id: receipt.id, revision: receipt.revision, set: receipt, happenings })
      result.toJournal.push(receipt.id)
    }
  }
  const behind = [...told.values()].filter(({ id, revision }) => revision > (stored.get(id)?.revision ?? 0))
  for (const receipt of behind) {
    writeReceipt(db, receipt)
    result.toDatabase.push(receipt.id)
  }
  writeTimelines(db, read.entries, new Set(behind.map(({ id }) => id)))
  if (entries.length > 0) journal.append(entries, journal.endsWhole())
  return result
}

/** The receipts of all rows that are whole; rows that do not fit their receipt are written anew in their place. */
function mendRows(db: Db, told: Map<string, Receipt>, result: Reconciled): Map<string, Receipt> {
  const stored = new Map<string, Receipt>()
  const misfits: { row: FullRow; receipt: Receipt }[] = []
  const rows = db.prepare<[], FullRow>(
    `SELECT seq, id, revision, origin, phase, is_open, credits_quoted, credits_used, credits_status, receipt, checksum
     FROM requests ORDER BY seq`,
  )
  for (const row of rows.iterate()) {
    const receipt = parseRow(row)
    if (receipt === null) {
      const other = told.get(row.id)
      if (other) misfits.push({ row, receipt: other })
      continue
    }
    stored.set(receipt.id, receipt)
    if (!fits(row, receipt)) misfits.push({ row, receipt })
  }
  for (const { row, receipt } of misfits) {
    db.prepare('DELETE FROM requests WHERE seq = ?').run(row.seq)
    writeReceipt(db, receipt)
    db.prepare('UPDATE requests SET seq = ? WHERE id = ?').run(row.seq, receipt.id)
    stored.set(receipt.id, receipt)
    result.toDatabase.push(receipt.id)
  }
  return stored
}

const fits = (row: FullRow, receipt: Receipt): boolean =>
  row.id === receipt.id &&
  row.revision === receipt.revision &&
  row.origin === receipt.origin &&
  row.phase === receipt.phase &&
  row.is_open === (isOpen(receipt) ? 1 : 0) &&
  row.credits_quoted === receipt.quote.credits &&
  row.credits_used === receipt.creditsUsed &&
  row.credits_status === receipt.creditsStatus

function writeTimelines(db: Db, entries: JournalEntry[], ids: Set<string>): void {
  for (const { id, revision, happenings } of entries)
    if (ids.has(id)) writeHappenings(db, id, revision, happenings as Happening[])
}

/** Equal receipts give equal text, whatever the order of their members. */
export const textOf = (receipt: Receipt): string => canonicalJson(json.parse(JSON.parse(JSON.stringify(receipt))))
