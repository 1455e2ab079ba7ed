import type { Database } from 'better-sqlite3'

const dayMs = 86_400_000

/** Days are UTC days of practice time; the document names no boundary (§8). */
export function countToday(db: Database, accountId: string, what: string, now: number): number {
  const row = db
    .prepare<[string, string, number], { count: number }>(
      'SELECT count FROM daily_counts WHERE account_id = ? AND what = ? AND day = ?',
    )
    .get(accountId, what, Math.floor(now / dayMs))
  return row?.count ?? 0
}

export function addToday(db: Database, accountId: string, what: string, now: number, by = 1): void {
  db.prepare(
    `INSERT INTO daily_counts VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id, what, day) DO UPDATE SET count = count + excluded.count`,
  ).run(accountId, what, Math.floor(now / dayMs), by)
}

export function secondsToMidnight(now: number): number {
  return Math.ceil((dayMs - (now % dayMs)) / 1000)
}
