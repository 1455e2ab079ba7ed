import { unsettled } from '../../domain/request/charges.ts'
import { missingOutputs } from '../../domain/request/jobs.ts'
import { type Receipt, receipt as receiptSchema, type TimelineEntry } from '../../domain/request/receipt.ts'
import { isEndState } from '../../domain/request/states.ts'
import { stateOf } from '../../domain/request/words.ts'
import { checksumOf } from '../platform/checksum.ts'
import type { Db } from './db.ts'
import { derivedOf } from './derived.ts'
import { noteResults } from './result-hashes.ts'
import { statement } from './statements.ts'

/** A stored receipt that does not match its checksum or its form. */
export class DamagedReceiptError extends Error {
  override name = 'DamagedReceiptError'
  readonly id: string
  constructor(id: string, why: string) {
    super(why)
    this.id = id
  }
}

export interface StoredRow {
  id: string
  receipt: string
  checksum: string
}

/** Whether the engine still has something to do for it: to drive it, to fetch what is owed, to learn of a refund. */
const isOpen = (receipt: Receipt): boolean =>
  receipt.phase !== 'handed-over' &&
  (!isEndState(stateOf(receipt, null)) || missingOutputs(receipt).length > 0 || unsettled(receipt))

/** What stands in the columns beside a receipt's own text: all of it follows from the receipt. */
export function columnsOf(receipt: Receipt): Row {
  return {
    id: receipt.id,
    revision: receipt.revision,
    origin: receipt.origin,
    kind: receipt.order.kind,
    skill: receipt.order.kind === 'skill' ? receipt.order.skill : null,
    phase: receipt.phase,
    is_open: isOpen(receipt) ? 1 : 0,
    approved_ms: Math.trunc(receipt.approvedAtMs),
    updated_ms: Math.trunc(receipt.updatedAtMs),
    batch_id: receipt.batch?.id ?? null,
    credits_quoted: receipt.quote.credits,
    credits_used: receipt.creditsUsed,
    credits_status: receipt.creditsStatus,
    ...derivedOf(receipt),
  }
}

type Row = Record<string, string | number | null>

/** A receipt as its row holds it. */
export function receiptRow(receipt: Receipt): Row {
  const json = JSON.stringify(receipt)
  return { ...columnsOf(receipt), receipt: json, checksum: checksumOf(json) }
}

export function writeReceipt(db: Db, receipt: Receipt): void {
  writeRow(db, receiptRow(receipt))
  noteResults(db, receipt)
}

/** The number stays out of what is set: its index then is not written once more with each step. */
export function writeRow(db: Db, row: Row): void {
  statement(db, upsertOf(Object.keys(row).join())).run(...Object.values(row))
}

const upserts = new Map<string, string>()

/** Made once for the same columns: this is done in every step. */
function upsertOf(names: string): string {
  const known = upserts.get(names)
  if (known !== undefined) return known
  const all = names.split(',')
  const set = all.filter((name) => name !== 'id').map((name) => `${name} = excluded.${name}`)
  const sql = `INSERT INTO requests (${names}) VALUES (${all.map(() => '?').join(', ')})
     ON CONFLICT (id) DO UPDATE SET ${set.join(', ')}`
  upserts.set(names, sql)
  return sql
}

export function writeTimeline(db: Db, id: string, revision: number, timeline: TimelineEntry[]): void {
  const insert = statement(
    db,
    `INSERT INTO happenings (request_id, revision, place, at_ms, tone, title, detail) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  )
  timeline.forEach((h, place) => {
    insert.run(id, revision, place, Math.trunc(h.atMs), h.tone, h.title, h.detail)
  })
}

/** Works out what rows of an older version lack. Rows that do not read stay as they are, for the journal to mend. */
export function deriveMissing(db: Db): void {
  const rows = db.prepare<[], StoredRow>('SELECT id, receipt, checksum FROM requests WHERE holding IS NULL').all()
  for (const row of rows) {
    const receipt = parseRow(row)
    if (receipt) writeReceipt(db, receipt)
  }
}

function parse(row: StoredRow): Receipt {
  if (checksumOf(row.receipt) !== row.checksum)
    throw new DamagedReceiptError(row.id, 'the stored receipt fails its checksum')
  const parsed = receiptSchema.safeParse(JSON.parse(row.receipt))
  if (!parsed.success)
    throw new DamagedReceiptError(row.id, `the stored receipt has another form: ${parsed.error.message}`)
  return parsed.data
}

/** Null for a damaged row. */
export function parseRow(row: StoredRow): Receipt | null {
  try {
    return parse(row)
  } catch {
    return null
  }
}

export function readReceipt(db: Db, id: string): Receipt | null {
  const row = statement<[string], StoredRow>(db, 'SELECT id, receipt, checksum FROM requests WHERE id = ?').get(id)
  return row ? parse(row) : null
}

/** Newest first. Damaged rows are left out here and named in `damaged`. */
export function listReceipts(
  db: Db,
  filter: { origin?: string | undefined; open?: boolean | undefined; limit?: number | undefined },
): { receipts: Receipt[]; damaged: string[] } {
  const where = [filter.origin === undefined ? '' : 'origin = @origin', filter.open ? 'is_open = 1' : ''].filter(
    Boolean,
  )
  const rows = db
    .prepare<[{ origin: string; limit: number }], StoredRow>(
      `SELECT id, receipt, checksum FROM requests ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
       ORDER BY seq DESC LIMIT @limit`,
    )
    .all({ origin: filter.origin ?? '', limit: filter.limit ?? -1 })
  const receipts: Receipt[] = []
  const damaged: string[] = []
  for (const row of rows) {
    const receipt = parseRow(row)
    if (receipt) receipts.push(receipt)
    else damaged.push(row.id)
  }
  return { receipts, damaged }
}

/**
 * Looked at several times a second: a row is read for what is open and for what is new, never for all that ever ended.
 * @param afterSeq null: only what is open
 */
export function readStanding(
  db: Db,
  origin: string,
  afterSeq: number | null,
): { revisions: Map<string, number>; lastSeq: number } {
  // Read first: what comes in before the second look is in that one.
  const newest = statement<[], { seq: number | null }>(db, 'SELECT max(seq) AS seq FROM requests').get()?.seq ?? 0
  const rows = statement<[string, number, string], { id: string; revision: number; seq: number }>(
    db,
    `SELECT id, revision, seq FROM requests WHERE origin = ? AND is_open = 1
     UNION ALL SELECT id, revision, seq FROM requests NOT INDEXED WHERE seq > ? AND origin = ? AND is_open = 0`,
  ).all(origin, afterSeq ?? newest, origin)
  return {
    revisions: new Map(rows.map(({ id, revision }) => [id, revision])),
    lastSeq: rows.reduce((last, { seq }) => Math.max(last, seq), newest),
  }
}

export const readRevision = (db: Db, id: string): number =>
  statement<[string], { revision: number }>(db, 'SELECT revision FROM requests WHERE id = ?').get(id)?.revision ?? 0

/** A receipt that does not read names none. */
export const readJobNumbers = (db: Db, origin: string): { generationId: string; id: string }[] =>
  db
    .prepare<[string], { generationId: string; id: string }>(
      `SELECT json_extract(job.value, '$.generationId') AS generationId, requests.id AS id
       FROM requests, json_each(CASE WHEN json_valid(receipt) THEN receipt ELSE '{}' END, '$.jobs') AS job
       WHERE origin = ? AND json_type(job.value, '$.generationId') = 'text' ORDER BY requests.seq`,
    )
    .all(origin)

export function readTimeline(db: Db, id: string): TimelineEntry[] {
  return db
    .prepare<[string], { atMs: number; tone: TimelineEntry['tone']; title: string; detail: string }>(
      'SELECT at_ms AS atMs, tone, title, detail FROM happenings WHERE request_id = ? ORDER BY revision, place',
    )
    .all(id)
}
