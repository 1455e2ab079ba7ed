import type { Database } from 'better-sqlite3'
import type { Caller } from '../accounts/callers.ts'
import { refuseHttp } from '../http/answer.ts'
import { findJob, type JobRow } from '../state/job-rows.ts'

interface RequestRow {
  request_id: string
  account_id: string
  /** 1 when a session paid with free credits: no API key can adopt it (§4.3). */
  free_credits: number
  fingerprint: string
  job_id: string | null
  reserved_until: number | null
  rejected_status: number | null
  rejected_body: string | null
}

export function findRequest(db: Database, requestId: string): RequestRow | null {
  return (
    db.prepare<[string], RequestRow>('SELECT * FROM generation_requests WHERE request_id = ?').get(requestId) ?? null
  )
}

export function putRequest(db: Database, row: RequestRow): void {
  db.prepare(
    `INSERT OR REPLACE INTO generation_requests VALUES (@request_id, @account_id, @free_credits, @fingerprint, @job_id,
       @reserved_until, @rejected_status, @rejected_body)`,
  ).run(row)
}

export function isAdoptable(row: RequestRow, caller: Caller): boolean {
  return row.account_id === caller.accountId && (row.free_credits === 0 || caller.tokenId === null)
}

/**
 * The job that a submission with a known id already has. Null when the id is free to start one: unknown, or refused
 * before, or reserved by a submission that was given up.
 */
export function jobOfKnownId(
  db: Database,
  caller: Caller,
  requestId: string,
  fingerprint: string,
  now: number,
): JobRow | null {
  const row = findRequest(db, requestId)
  if (row === null) return null
  if (!isAdoptable(row, caller)) {
    throw refuseHttp(409, 'this request id belongs to another caller', { code: 'request_id_collision' })
  }
  // §4.3: legacy jobs have no fingerprint, and are recovered without proof.
  if (row.fingerprint !== '' && row.fingerprint !== fingerprint) {
    throw refuseHttp(409, 'this request id was used with other inputs', { code: 'idempotency_conflict' })
  }
  if (isUncertain(row, now)) throw requestInterrupted()
  if (row.job_id !== null) {
    const job = findJob(db, row.job_id)
    if (job === null || job.gone === 1) throw generationUnavailable(row.job_id)
    return job
  }
  if (row.reserved_until !== null && now < row.reserved_until) throw inProgress(row.reserved_until, now)
  return null
}

/** §7.2 503 `in_progress`: 0 seconds permits resubmitting. */
export function inProgress(reservedUntil: number, now: number) {
  return refuseHttp(503, 'a submission with this id is under way', {
    code: 'in_progress',
    retryAfterSeconds: Math.max(0, Math.ceil((reservedUntil - now) / 1000)),
  })
}

export function generationUnavailable(generationId: string) {
  return refuseHttp(410, 'the generation is no longer available', { code: 'generation_unavailable', generationId })
}

const uncertainStatus = 503

/** §7.2 503 `request_interrupted`: state temporarily uncertain. */
export function requestInterrupted() {
  return refuseHttp(uncertainStatus, 'the state of this request is uncertain at the moment', {
    code: 'request_interrupted',
  })
}

export function isUncertain(row: RequestRow, now: number): boolean {
  return row.rejected_status === uncertainStatus && row.reserved_until !== null && now < row.reserved_until
}

/** Whether or not there is a job: until then nobody can say. After that a request without one may be made again. */
export function makeUncertain(
  db: Database,
  { caller, requestId, fingerprint }: { caller: Caller; requestId: string | null; fingerprint: string },
  until: number,
): void {
  if (requestId === null) return
  const known = findRequest(db, requestId)
  putRequest(db, {
    request_id: requestId,
    account_id: caller.accountId,
    free_credits: known?.free_credits ?? 0,
    fingerprint,
    job_id: known?.job_id ?? null,
    reserved_until: until,
    rejected_status: uncertainStatus,
    rejected_body: null,
  })
}
