import { inTurn, placeOfTurn, toTakeUp, type Waiting } from '../../domain/studio/fairness.ts'
import { partitions as all } from '../../domain/studio/partition.ts'
import type { Database } from './database.ts'

/** A request as a worker takes it in. */
export interface OpenRow {
  id: string
  receipt: string
  checksum: string
  person: string
  /** Job and output of each result that lies in the file store. */
  results: string[]
  /** In the worker's own queue; null: as its receipt says. */
  place: string | null
}

interface Asked {
  partitions: readonly number[]
  /** Are left out. */
  known: readonly string[]
  most: number
}

/** What was, or may have been, sent. */
export const openSent = (database: Pick<Database, 'rows'>, { partitions, known, most }: Asked): Promise<OpenRow[]> =>
  database.rows<OpenRow>(
    // The first of each partition come from its index; of these few the first are read whole.
    `SELECT requests.id, receipt, checksum, people.name AS person,
       ARRAY(SELECT job || ' ' || output FROM assets WHERE request = requests.id) AS results, NULL AS place
     FROM (
       SELECT first.id, first.place FROM unnest($1::smallint[]) AS held (partition) CROSS JOIN LATERAL (
         SELECT id, place FROM requests
         WHERE partition = held.partition AND is_open AND NOT arriving AND phase <> 'approved' AND NOT id = ANY ($2::uuid[])
         ORDER BY place LIMIT $3
       ) AS first ORDER BY first.place, first.id LIMIT $3
     ) AS next JOIN requests ON requests.id = next.id JOIN people ON people.id = person
     ORDER BY next.place, next.id`,
    [partitions, known, most],
  )

/**
 * What waits for its turn in these partitions, in the order in which it is sent (domain/studio/fairness.ts).
 * @param out what cannot be taken in for a while: it holds no turn of its person's others
 * @param room for so many
 */
export async function nextWaiting(
  database: Pick<Database, 'rows'>,
  { partitions, known, out, room, most }: Asked & { out: readonly string[]; room: number },
): Promise<OpenRow[]> {
  if (partitions.length === 0) return []
  const waiting = await database.rows<Waiting & { highest: number | null }>(
    // The first of each person come from the index. Those that are known count: the next ones come after them.
    `SELECT first.id, first.place, first.nth::int AS nth, turns.turn::float8 AS turn,
       (SELECT max(turn) FROM turns)::float8 AS highest
     FROM people LEFT JOIN turns ON turns.person = people.id CROSS JOIN LATERAL (
       SELECT id, place, row_number() OVER (ORDER BY place, id) - 1 AS nth FROM requests
       WHERE requests.person = people.id AND phase = 'approved' AND NOT arriving AND partition = ANY ($1::smallint[])
         AND NOT id = ANY ($3::uuid[])
       ORDER BY place, id LIMIT $2
     ) AS first`,
    [partitions, most + known.length, out],
  )
  const isKnown = new Set(known)
  const inOrder = inTurn(waiting, waiting[0]?.highest ?? null, partitions.length / all)
  const next = toTakeUp(
    inOrder.filter(({ id }) => !isKnown.has(id)),
    room,
    most,
  )
  if (next.length === 0) return []
  const rows = await database.rows<Omit<OpenRow, 'place'>>(
    `SELECT requests.id, receipt, checksum, people.name AS person,
       ARRAY(SELECT job || ' ' || output FROM assets WHERE request = requests.id) AS results
     FROM requests JOIN people ON people.id = person
     WHERE requests.id = ANY ($1::uuid[]) AND phase = 'approved' AND NOT arriving`,
    [next.map(({ id }) => id)],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return next.flatMap((one) => {
    const row = byId.get(one.id)
    return row ? [{ ...row, place: placeOfTurn(one) }] : []
  })
}
