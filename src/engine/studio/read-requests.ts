import type { Receipt } from '../../domain/request/receipt.ts'
import { inTurn, type Waiting } from '../../domain/studio/fairness.ts'
import type { Database } from './database.ts'
import { readRow } from './receipt-row.ts'

/** A request as the studio has it, for whoever asks. */
export interface StudioRequest {
  receipt: Receipt
  person: string
  /** Who holds its lease now; null: nobody. */
  worker: string | null
  project: string | null
  /** The command that ordered it. */
  order: string
  results: {
    job: number
    output: number
    sha256: string
    name: string
    bytes: number
    width: number | null
    height: number | null
  }[]
}

/** In the order of their numbers here. @throws DamagedRowError */
export async function readRequests(database: Database, ids: readonly string[]): Promise<StudioRequest[]> {
  const rows = await database.rows<{
    id: string
    receipt: string
    checksum: string
    person: string
    worker: string | null
    project: string | null
    order: string
    results: StudioRequest['results']
  }>(
    `SELECT requests.id, receipt, checksum, people.name AS person, workers.name AS worker, project, requests.command AS "order",
       coalesce((SELECT json_agg(json_build_object('job', job, 'output', output, 'sha256', assets.sha256, 'name', assets.name,
           'bytes', bytes, 'width', width, 'height', height) ORDER BY job, output)
         FROM assets JOIN blobs ON blobs.sha256 = assets.sha256 WHERE request = requests.id), '[]') AS results
     FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, n)
     JOIN requests ON requests.id = wanted.id JOIN people ON people.id = person
     LEFT JOIN leases ON leases.partition = requests.partition LEFT JOIN workers ON workers.session = leases.session
     ORDER BY n`,
    [ids],
  )
  return rows.map(({ id, receipt, checksum, ...rest }) => ({ ...rest, receipt: readRow({ id, receipt, checksum }) }))
}

/** What has not ended: what was sent or asks something, then what waits, in the order in which it is sent. */
export async function openRequestIds(database: Database, most: number): Promise<string[]> {
  const rows = await database.rows<Waiting & { highest: number | null; isWaiting: boolean }>(
    `SELECT id, place, (row_number() OVER (PARTITION BY requests.person, phase = 'approved' ORDER BY place, id) - 1)::int AS nth,
       turns.turn::float8 AS turn, (SELECT max(turn) FROM turns)::float8 AS highest, phase = 'approved' AS "isWaiting"
     FROM requests LEFT JOIN turns ON turns.person = requests.person
     WHERE is_open AND NOT arriving AND phase IN ('approved', 'ready', 'uncertain', 'running', 'downloading', 'needs-decision')`,
  )
  const waiting = inTurn(
    rows.filter(({ isWaiting }) => isWaiting),
    rows[0]?.highest ?? null,
    1,
  )
  const others = rows
    .filter(({ isWaiting }) => !isWaiting)
    .sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : a.id < b.id ? -1 : 1))
  return [...others, ...waiting].slice(0, most).map(({ id }) => id)
}

/** By its number or the first characters of it; by an order's number all of its requests that still are open. */
export const findRequestIds = async (database: Database, name: string): Promise<string[]> =>
  (
    await database.rows<{ id: string }>(
      `SELECT id FROM requests WHERE NOT arriving AND (starts_with(id::text, $1) OR command::text = $1 AND is_open) ORDER BY place, id LIMIT 1000`,
      [name],
    )
  ).map(({ id }) => id)
