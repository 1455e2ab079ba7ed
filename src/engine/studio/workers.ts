import { userAgent } from '../remote/user-agent.ts'
import type { Database } from './database.ts'

/** So long after its last word a worker is not listed any more. */
const forgottenAfter = '7 days'

interface Presence {
  session: string
  name: string
  reachesService: boolean
}

/** Says that a worker lives, and whether it reaches the service. */
export async function signOn(database: Database, { session, name, reachesService }: Presence): Promise<void> {
  await database.rows(
    `INSERT INTO workers (session, name, version, reaches_service) VALUES ($1, $2, $3, $4)
     ON CONFLICT (session) DO UPDATE SET seen_at = clock_timestamp(), reaches_service = excluded.reaches_service`,
    [session, name, userAgent, reachesService],
  )
}

/** Under which key a worker orders. */
export async function noteAccount(database: Database, session: string, keyFingerprint: string | null): Promise<void> {
  await database.rows('UPDATE workers SET key_fingerprint = $2 WHERE session = $1', [session, keyFingerprint])
}

/** What is not as it should be at a worker, in words. */
export async function noteTroubles(database: Database, session: string, troubles: readonly string[]): Promise<void> {
  await database.rows('UPDATE workers SET troubles = $2 WHERE session = $1', [session, JSON.stringify(troubles)])
}

/** The key of the worker that was heard last, as its fingerprint; null: none has ever said. */
export async function accountOf(database: Database): Promise<string | null> {
  const [row] = await database.rows<{ account: string }>(
    `SELECT key_fingerprint AS account FROM workers WHERE key_fingerprint IS NOT NULL
     ORDER BY seen_at DESC, started_at DESC LIMIT 1`,
  )
  return row?.account ?? null
}

/** It has ended in order: nobody waits for it. Its row stays for a while, for what is shown of the past. */
export async function signOff(database: Database, session: string): Promise<void> {
  await database.rows(`UPDATE workers SET seen_at = '-infinity' WHERE session = $1`, [session])
  await database.rows(
    `DELETE FROM workers WHERE seen_at <> '-infinity' AND seen_at < clock_timestamp() - interval '${forgottenAfter}'`,
  )
}

export interface WorkerRow {
  session: string
  name: string
  partitions: number
  reachesService: boolean
  /** Since its last word; null: it has ended in order. */
  silentMs: number | null
  /** What was not as it should be when it was last heard, in words. */
  troubles: string[]
}

/** Who works now, or did a moment ago. */
export const readWorkers = async (database: Database): Promise<WorkerRow[]> => {
  const rows = await database.rows<WorkerRow & { said: string | null }>(
    `SELECT workers.session, name, reaches_service AS "reachesService", troubles AS said, count(partition)::int AS partitions,
       CASE WHEN isfinite(seen_at) THEN (extract(epoch FROM clock_timestamp() - seen_at) * 1000)::float8 END AS "silentMs"
     FROM workers LEFT JOIN leases ON leases.session = workers.session
     WHERE isfinite(seen_at) GROUP BY workers.session ORDER BY name, workers.session`,
  )
  return rows.map(({ said, ...row }) => ({ ...row, troubles: said === null ? [] : (JSON.parse(said) as string[]) }))
}
