import type { Database } from './database.ts'

/** How far a reader has read. It is made by the database alone, and compared there alone. */
export interface Cursor {
  xid: string
  seq: string
}

export const fromTheBeginning: Cursor = { xid: '0', seq: '0' }

export interface FeedRow {
  id: string
  revision: number
  person: string
  project: string | null
  phase: string
  receipt: string
  checksum: string
}

/**
 * What has changed after a cursor, in the order in which transactions began, and never beyond one that still runs: a plain
 * sequence would pass over rows of a transaction that began before another and ended after it.
 */
export async function readFeed(
  database: Database,
  { xid, seq }: Cursor,
  most: number,
): Promise<{ rows: FeedRow[]; cursor: Cursor }> {
  const rows = await database.rows<FeedRow & { at_xid: string; at_seq: string }>(
    // Named apart from the columns: by those names they would be sorted as texts.
    `SELECT requests.id, revision, people.name AS person, project, phase, receipt, checksum, xid::text AS at_xid, seq::text AS at_seq
     FROM requests JOIN people ON people.id = person
     WHERE (xid, seq) > ($1::xid8, $2::bigint) AND NOT arriving AND xid < pg_snapshot_xmin(pg_current_snapshot())
     ORDER BY xid, seq LIMIT $3`,
    [xid, seq, most],
  )
  const last = rows.at(-1)
  return { rows, cursor: last ? { xid: last.at_xid, seq: last.at_seq } : { xid, seq } }
}
