import type { Database } from 'better-sqlite3'
import type { JobRow } from './job-rows.ts'

/**
 * Moves the money of every job whose time has come: a failed one is refunded automatically (§3). Runs before every
 * answer, so what is read is always as if somebody had done it at the very moment.
 */
export function settleDue(db: Database, now: number): void {
  const due = db.prepare<[number], JobRow>('SELECT * FROM jobs WHERE settled = 0 AND due_at <= ?')
  if (due.get(now) === undefined) return
  db.transaction(() => {
    for (const job of due.all(now)) {
      if (job.outcome === 'failed' && job.refund_pending === 1) continue
      if (job.outcome === 'failed') refund(db, job)
      db.prepare('UPDATE jobs SET settled = 1 WHERE id = ?').run(job.id)
    }
  }).immediate()
}

function refund(db: Database, job: JobRow): void {
  if (job.paid_from !== 'unlimited') {
    const { paid_from: kind } = job
    db.prepare(`UPDATE accounts SET ${kind} = ${kind} + ? WHERE id = ?`).run(job.credits, job.account_id)
  }
  enterLedger(db, job, 'refund', job.due_at)
}

export function enterLedger(db: Database, job: JobRow, kind: 'charge' | 'refund', at: number): void {
  db.prepare(
    `INSERT INTO ledger (account, token_id, request_id, generation_id, credits, kind, at)
     SELECT name, ?, ?, ?, ?, ?, ? FROM accounts WHERE id = ?`,
  ).run(job.token_id, job.request_id, job.id, job.credits, kind, at, job.account_id)
}
