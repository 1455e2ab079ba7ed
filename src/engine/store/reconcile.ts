import { canonicalJson, json } from '../../domain/json.ts'
import type { Receipt, TimelineEntry } from '../../domain/request/receipt.ts'
import { DamagedDatabaseError } from '../platform/damaged-database.ts'
import type { Db } from './db.ts'
import { fold } from './fold.ts'
import type { Journal, JournalEntry, JournalRead } from './journal.ts'
import { columnsOf, parseRow, readTimeline, type StoredRow, writeReceipt, writeTimeline } from './receipt-rows.ts'

/** What a comparison of the two copies changed, and whose copies contradict each other. */
interface Reconciled {
  toDatabase: string[]
  toJournal: string[]
  contradicting: string[]
}

interface FullRow extends StoredRow {
  seq: number
  [column: string]: string | number | null
}

/**
 * Compares every receipt of the two copies and gives each what the other has beyond it: the later revision counts, since
 * a step is only ever added. Also mends rows whose columns do not say what their receipt says, which no checksum covers.
 * The caller holds the write lock and has taken in the journal's end.
 * @param refusesStrangers receipts that a whole journal has never heard of came with a page of another home: SQLite has none
 *   that the journal did not have first. They must neither be shown nor sent as this home's.
 * @throws DamagedDatabaseError for such a one; nothing was changed then
 */
export function reconcile(
  db: Db,
  journal: Journal,
  read: JournalRead = journal.read(),
  refusesStrangers = false,
): Reconciled {
  const result: Reconciled = { toDatabase: [], toJournal: [], contradicting: [] }
  const told = fold(read.entries)
  const stored = mendRows(db, told, result, refusesStrangers ? new Set(read.entries.map(({ id }) => id)) : null)
  const entries: JournalEntry[] = []
  for (const receipt of stored.values()) {
    const other = told.get(receipt.id)
    if (other?.revision === receipt.revision) {
      if (canonicalText(other) !== canonicalText(receipt)) result.contradicting.push(receipt.id)
    } else if (other === undefined || other.revision < receipt.revision) {
      const timeline = readTimeline(db, receipt.id)
      entries.push({ v: 1, id: receipt.id, revision: receipt.revision, set: receipt, happenings: timeline })
      result.toJournal.push(receipt.id)
    }
  }
  const behind = [...told.values()].filter(({ id, revision }) => revision > (stored.get(id)?.revision ?? 0))
  for (const receipt of behind) {
    writeReceipt(db, receipt)
    result.toDatabase.push(receipt.id)
  }
  writeTimelines(db, read.entries, new Set(behind.map(({ id }) => id)))
  if (entries.length > 0) journal.append(entries)
  return result
}

/**
 * The receipts of all rows that are whole; rows that do not fit their receipt are written anew in their place.
 * @param ours the only numbers that may stand there; null: any
 */
function mendRows(
  db: Db,
  told: Map<string, Receipt>,
  result: Reconciled,
  ours: ReadonlySet<string> | null,
): Map<string, Receipt> {
  const stored = new Map<string, Receipt>()
  const misfits: { row: FullRow; receipt: Receipt }[] = []
  const rows = db.prepare<[], FullRow>('SELECT * FROM requests ORDER BY seq')
  for (const row of rows.iterate()) {
    const receipt = parseRow(row)
    if (receipt === null) {
      const other = told.get(row.id)
      if (other) misfits.push({ row, receipt: other })
      continue
    }
    if (ours !== null && !ours.has(receipt.id)) throw new DamagedDatabaseError('it holds orders of another home', true)
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
  Object.entries(columnsOf(receipt)).every(([name, value]) => row[name] === value)

function writeTimelines(db: Db, entries: JournalEntry[], ids: Set<string>): void {
  for (const { id, revision, happenings: timeline } of entries)
    if (ids.has(id)) writeTimeline(db, id, revision, timeline as TimelineEntry[])
}

/** Equal receipts give equal text, whatever the order of their members. */
export const canonicalText = (receipt: Receipt): string =>
  canonicalJson(json.parse(JSON.parse(JSON.stringify(receipt))))
