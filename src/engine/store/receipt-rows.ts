import { missingOutputs, unsettled } from '../../domain/request/jobs.ts'
import { type Happening, type Receipt, receipt as receiptSchema } from '../../domain/request/receipt.ts'
import { isEndState } from '../../domain/request/states.ts'
import { stateOf } from '../../domain/request/words.ts'
import { checksumOf } from './checksum.ts'
import type { Db } from './database.ts'

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
export const isOpen = (receipt: Receipt): boolean =>
  !isEndState(stateOf(receipt, null)) || missingOutputs(receipt).length > 0 || unsettled(receipt)

export function writeReceipt(db: Db, receipt: Receipt): void {
  const json = JSON.stringify(receipt)
  db.prepare(
    `INSERT INTO requests (id, revision, origin, kind, skill, phase, is_open, approved_ms, updated_ms, batch_id,
       credits_quoted, credits_used, credits_status, receipt, checksum)
     VALUES (@id, @revision, @origin, @kind, @skill, @phase, @isOpen, @approvedMs, @updatedMs, @batchId,
       @quoted, @used, @status, @json, @checksum)
     ON CONFLICT (id) DO UPDATE SET revision = @revision, phase = @phase, is_open = @isOpen, updated_ms = @updatedMs,
       credits_used = @used, credits_status = @status, receipt = @json, checksum = @checksum`,
  ).run({
    id: receipt.id,
    revision: receipt.revision,
    origin: receipt.origin,
    kind: receipt.order.kind,
    skill: receipt.order.kind === 'skill' ? receipt.order.skill : null,
    phase: receipt.phase,
    isOpen: isOpen(receipt) ? 1 : 0,
    approvedMs: Math.trunc(receipt.approvedAtMs),
    updatedMs: Math.trunc(receipt.updatedAtMs),
    batchId: receipt.batch?.id ?? null,
    quoted: receipt.quote.credits,
    used: receipt.creditsUsed,
    status: receipt.creditsStatus,
    json,
    checksum: checksumOf(json),
  })
}

export function writeHappenings(db: Db, id: string, revision: number, happenings: Happening[]): void {
  const insert = db.prepare(
    `INSERT INTO happenings (request_id, revision, place, at_ms, tone, title, detail) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  )
  happenings.forEach((h, place) => {
    insert.run(id, revision, place, Math.trunc(h.atMs), h.tone, h.title, h.detail)
  })
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
  const row = db.prepare<[string], StoredRow>('SELECT id, receipt, checksum FROM requests WHERE id = ?').get(id)
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

export function readHappenings(db: Db, id: string): Happening[] {
  return db
    .prepare<[string], { atMs: number; tone: Happening['tone']; title: string; detail: string }>(
      'SELECT at_ms AS atMs, tone, title, detail FROM happenings WHERE request_id = ? ORDER BY seq',
    )
    .all(id)
}
