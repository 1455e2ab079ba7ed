import type { LeaseRow } from '../../domain/studio/partition.ts'
import { ClaimLostError } from '../store/receipts.ts'
import type { Database, Transaction } from './database.ts'

/** A lease as its holder knows it. Each take-over raises the fence, so that what an earlier holder writes is refused. */
export interface Fenced {
  partition: number
  fence: string
}

/** All partitions as they stand, by the database's clock, and how many workers live and reach the service. */
export async function readLeases(database: Database, aliveMs: number): Promise<{ rows: LeaseRow[]; workers: number }> {
  const rows = await database.rows<{ partition: number; session: string | null; age_ms: number | null }>(
    `SELECT partition, session, (extract(epoch FROM clock_timestamp() - renewed_at) * 1000)::float8 AS age_ms
     FROM leases ORDER BY partition`,
  )
  const [alive] = await database.rows<{ count: number }>(
    `SELECT count(*)::int AS count FROM workers
     WHERE reaches_service AND seen_at > clock_timestamp() - $1 * interval '1 millisecond'`,
    [aliveMs],
  )
  return {
    rows: rows.map(({ partition, session, age_ms }) => ({ partition, session, ageMs: age_ms })),
    workers: alive?.count ?? 0,
  }
}

/**
 * Takes a partition that nobody holds, or whose holder was silent too long by the database's clock. Places for sending of its
 * requests are free then: what the earlier holder had on its way is looked up.
 * @returns null where another was first
 */
export function takeLease(
  database: Database,
  partition: number,
  { session, takeoverMs }: { session: string; takeoverMs: number },
): Promise<Fenced | null> {
  return database.transaction(async (transaction) => {
    const [taken] = await transaction.rows<Fenced>(
      `UPDATE leases SET session = $2, fence = fence + 1, renewed_at = clock_timestamp()
       WHERE partition = $1 AND session IS DISTINCT FROM $2
         AND (session IS NULL OR renewed_at IS NULL OR renewed_at < clock_timestamp() - $3 * interval '1 millisecond')
       RETURNING partition, fence::text AS fence`,
      [partition, session, takeoverMs],
    )
    if (!taken) return null
    await transaction.rows(
      `UPDATE submit_slots SET request = NULL, session = NULL, since = NULL
       WHERE request IN (SELECT id FROM requests WHERE partition = $1) AND session IS DISTINCT FROM $2`,
      [partition, session],
    )
    return taken
  })
}

/** @returns what is still held; what is not among it was taken over */
export const renewLeases = (database: Database, session: string): Promise<Fenced[]> =>
  database.transaction(async (transaction) => {
    // In one order, so that two statements over several leases never wait for each other.
    await transaction.rows('SELECT 1 FROM leases WHERE session = $1 ORDER BY partition FOR NO KEY UPDATE', [session])
    return transaction.rows<Fenced>(
      `UPDATE leases SET renewed_at = clock_timestamp() WHERE session = $1 RETURNING partition, fence::text AS fence`,
      [session],
    )
  })

export async function giveUpLease(database: Database, { partition, fence }: Fenced, session: string): Promise<void> {
  await database.rows(
    'UPDATE leases SET session = NULL, renewed_at = NULL WHERE partition = $1 AND session = $2 AND fence = $3',
    [partition, session, fence],
  )
}

/**
 * The leases under which something is written, held until it is: a take-over waits for the end of the transaction, and
 * where one came first nothing is written.
 * @throws ClaimLostError
 */
export async function holdLeases(transaction: Transaction, session: string, leases: readonly Fenced[]): Promise<void> {
  const held = await transaction.rows(
    `SELECT leases.partition FROM leases
     JOIN unnest($2::smallint[], $3::bigint[]) AS wanted (partition, fence)
       ON leases.partition = wanted.partition AND leases.fence = wanted.fence
     WHERE leases.session = $1 ORDER BY leases.partition FOR SHARE OF leases`,
    [session, leases.map(({ partition }) => partition), leases.map(({ fence }) => fence)],
  )
  if (held.length < leases.length) throw new ClaimLostError('another worker has taken the lease over')
}
