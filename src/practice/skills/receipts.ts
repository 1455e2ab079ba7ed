import type { Database } from 'better-sqlite3'
import type { Caller } from '../accounts/callers.ts'
import { refuseSkill } from '../http/answer.ts'
import type { SkillId } from './skill.ts'

export interface ReceiptRow {
  request_id: string
  token_id: string
  account_id: string
  skill: string
  fingerprint: string
  /** The exact body, for `retryParameters` (§2.8). */
  parameters: string
  batch_id: string
  /** JSON of the original answer; addresses in it begin with `originMark`. */
  submission: string
  submission_http_status: number
  /** Set while a worker was interrupted before it dispatched anything (§3: a lease of about 330 seconds). */
  lease_until: number | null
}

/** Stands for the service's origin in stored answers: its port may be another one tomorrow. */
export const originMark = '{origin}'

export const leaseMs = 330_000

export function findRunReceipt(db: Database, requestId: string): ReceiptRow | null {
  return db.prepare<[string], ReceiptRow>('SELECT * FROM skill_receipts WHERE request_id = ?').get(requestId) ?? null
}

export function putReceipt(db: Database, row: ReceiptRow): void {
  db.prepare(
    `INSERT OR REPLACE INTO skill_receipts VALUES (@request_id, @token_id, @account_id, @skill, @fingerprint,
       @parameters, @batch_id, @submission, @submission_http_status, @lease_until)`,
  ).run(row)
}

/** §4.15: receipts are apart per account and per key. */
export function isOwn(row: ReceiptRow, caller: Caller, skill: SkillId): boolean {
  return row.token_id === caller.tokenId && row.skill === skill
}

/** The receipt a submission already has; null when it may start a job. */
export function receiptOfKnownId(
  db: Database,
  caller: Caller,
  skill: SkillId,
  requestId: string,
  fingerprint: string,
  now: number,
): ReceiptRow | null {
  const row = findRunReceipt(db, requestId)
  if (row === null) return null
  if (!isOwn(row, caller, skill)) {
    throw refuseSkill(409, 'this request id is in use elsewhere; no job was started', { code: 'request_id_collision' })
  }
  if (row.fingerprint !== fingerprint) {
    throw refuseSkill(409, 'this request id was used with other parameters', { code: 'idempotency_conflict' })
  }
  if (row.lease_until === null) return row
  if (now < row.lease_until) throw leased(row.lease_until, now)
  return null
}

/** §7.3 409 `in_progress` */
export function leased(until: number, now: number) {
  return refuseSkill(409, 'a worker is at this request', {
    code: 'in_progress',
    retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1000)),
  })
}
