import { shown } from '../key/key-words.ts'
import { userAgent } from '../remote/user-agent.ts'
import type { Database } from './database.ts'
import { StudioError } from './studio-error.ts'

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

/** Of workers that begin alone; any other number would do. */
const joining = 7_280_416_027

/**
 * Lets a worker begin, where it holds the key of those that live: what is ordered under one cannot be read or sent under another,
 * so that each would spoil the other's part of the queue. One after the other, so that of two that start at once the second sees
 * the first.
 * @param aliveMs so long after its last word a worker lives, by the database's clock
 * @throws StudioError which names the other one; nothing is taken then
 */
export function joinWorkers(
  database: Database,
  { session, name, keyFingerprint }: Pick<Presence, 'session' | 'name'> & { keyFingerprint: string },
  aliveMs: number,
): Promise<void> {
  return database.transaction(async (transaction) => {
    await transaction.rows('SELECT pg_advisory_xact_lock($1)', [joining])
    const [other] = await transaction.rows<{ name: string; key: string }>(
      `SELECT name, key_fingerprint AS key FROM workers
       WHERE key_fingerprint <> $1 AND seen_at > clock_timestamp() - $2 * interval '1 millisecond'
       ORDER BY name, session LIMIT 1`,
      [keyFingerprint, aliveMs],
    )
    if (other !== undefined) throw new StudioError('other-key', otherKeyWords(other, keyFingerprint, aliveMs))
    await transaction.rows('INSERT INTO workers (session, name, version, key_fingerprint) VALUES ($1, $2, $3, $4)', [
      session,
      name,
      userAgent,
      keyFingerprint,
    ])
  })
}

const otherKeyWords = (other: { name: string; key: string }, own: string, aliveMs: number): string =>
  `The worker ${other.name} of this studio works under the key ${shown(other.key)}, and this one holds the key ${shown(own)} (the first signs of their fingerprints). All workers of a studio hold one key. Nothing was taken. Set the key of ${other.name} here; or, for another key, end all workers first and start them again ${Math.ceil(aliveMs / 1000)} s later.`

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
  /** The fingerprint of its key; null: it has not said. */
  key: string | null
  /** Since its last word; null: it has ended in order. */
  silentMs: number | null
  /** What was not as it should be when it was last heard, in words. */
  troubles: string[]
}

/** Who works now, or did a moment ago. */
export const readWorkers = async (database: Database): Promise<WorkerRow[]> => {
  const rows = await database.rows<WorkerRow & { said: string | null }>(
    `SELECT workers.session, name, reaches_service AS "reachesService", key_fingerprint AS key, troubles AS said, count(partition)::int AS partitions,
       CASE WHEN isfinite(seen_at) THEN (extract(epoch FROM clock_timestamp() - seen_at) * 1000)::float8 END AS "silentMs"
     FROM workers LEFT JOIN leases ON leases.session = workers.session
     WHERE isfinite(seen_at) GROUP BY workers.session ORDER BY name, workers.session`,
  )
  return rows.map(({ said, ...row }) => ({ ...row, troubles: said === null ? [] : (JSON.parse(said) as string[]) }))
}
