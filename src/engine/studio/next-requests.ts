import type { Database } from './database.ts'

/** A request as a worker takes it in. */
export interface OpenRow {
  id: string
  receipt: string
  checksum: string
  person: string
  /** Job and output of each result that lies in the file store. */
  results: string[]
}

/** `approved`: waits for its turn. `sent`: what was, or may have been, sent. */
export type OpenKind = 'approved' | 'sent'

const isKind: Record<OpenKind, string> = { approved: `phase = 'approved'`, sent: `phase <> 'approved'` }

/**
 * Open requests of these partitions in the order of their places, whatever partition each is in: the first of one partition
 * would else come before all of the next, and a thousand files of one person before the only one of another.
 * @param known are left out
 */
export const nextRequests = (
  database: Pick<Database, 'rows'>,
  kind: OpenKind,
  { partitions, known, most }: { partitions: readonly number[]; known: readonly string[]; most: number },
): Promise<OpenRow[]> =>
  database.rows<OpenRow>(
    // The first of each partition come from its index; of these few the first are read whole.
    `SELECT requests.id, receipt, checksum, people.name AS person,
       ARRAY(SELECT job || ' ' || output FROM assets WHERE request = requests.id) AS results
     FROM (
       SELECT first.id, first.place FROM unnest($1::smallint[]) AS held (partition) CROSS JOIN LATERAL (
         SELECT id, place FROM requests
         WHERE partition = held.partition AND is_open AND NOT arriving AND ${isKind[kind]} AND NOT id = ANY ($2::uuid[])
         ORDER BY place LIMIT $3
       ) AS first ORDER BY first.place, first.id LIMIT $3
     ) AS next JOIN requests ON requests.id = next.id JOIN people ON people.id = person
     ORDER BY next.place, next.id`,
    [partitions, known, most],
  )
