import type { Database } from 'better-sqlite3'

export interface JobRow {
  id: string
  account_id: string
  token_id: string | null
  request_id: string | null
  skill: string | null
  module: string | null
  model_id: string
  media_type: 'image' | 'video'
  aspect_ratio: string
  credits: number
  paid_from: CreditKind
  accepted_at: number
  due_at: number
  outcome: 'completed' | 'failed'
  error: string | null
  failure_code: string | null
  refund_pending: number
  settled: number
  gone: number
}

/** §2.9 */
export type CreditKind = 'purchased' | 'daily' | 'welcome' | 'unlimited'

type JobStatus = 'processing' | 'completed' | 'failed'

type CreditsStatus = 'pending' | 'confirmed' | 'refunded'

export function insertJob(db: Database, row: JobRow): void {
  db.prepare(
    `INSERT INTO jobs VALUES (@id, @account_id, @token_id, @request_id, @skill, @module, @model_id, @media_type,
       @aspect_ratio, @credits, @paid_from, @accepted_at, @due_at, @outcome, @error, @failure_code, @refund_pending,
       @settled, @gone)`,
  ).run(row)
}

export function findJob(db: Database, id: string): JobRow | null {
  return db.prepare<[string], JobRow>('SELECT * FROM jobs WHERE id = ?').get(id) ?? null
}

export function jobsOfSkillRequest(db: Database, requestId: string, skill: string): JobRow[] {
  return db
    .prepare<[string, string], JobRow>('SELECT * FROM jobs WHERE request_id = ? AND skill = ? ORDER BY rowid')
    .all(requestId, skill)
}

/** Jobs live by the clock: nobody has to wake up for a job to be over. */
export function jobStatusAt(job: JobRow, now: number): JobStatus {
  return now < job.due_at ? 'processing' : job.outcome
}

export function jobCreditsStatus(job: JobRow, now: number): CreditsStatus {
  const status = jobStatusAt(job, now)
  if (status === 'completed') return 'confirmed'
  return status === 'failed' && job.refund_pending === 0 ? 'refunded' : 'pending'
}
