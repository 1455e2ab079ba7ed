import type { Statement } from './statements.ts'
import type { RequestRow, StepRow, Tables } from './tables.ts'

/** The columns that follow from a receipt, as both statements have them from a place on. */
function derived(
  values: readonly unknown[],
  from: number,
): Pick<RequestRow, 'revision' | 'phase' | 'isOpen' | 'holding' | 'heldCredits' | 'heldMs'> {
  const [revision, , phase, isOpen, holding, heldCredits, heldMs] = values.slice(from)
  return {
    revision: Number(revision),
    phase: String(phase),
    isOpen: isOpen === true,
    holding: String(holding),
    heldCredits: heldCredits === null ? null : Number(heldCredits),
    heldMs: Number(heldMs),
  }
}

/** Since when it is spent follows the database's clock, and stays as it is then. */
const heldAt = (before: RequestRow, holding: string, saidMs: number, nowMs: number): number =>
  holding !== 'spent' ? saidMs : before.holding === 'spent' ? before.heldMs : nowMs

export const highestOf = (turns: Tables['turns']): number | null =>
  turns.size === 0 ? null : Math.max(...[...turns.values()].map(({ turn }) => turn))

/** src/engine/studio/receipt-row.ts, turns.ts and shared-steps.ts. Those with columns by how they begin. */
export const stepStatements: readonly (readonly [string, Statement])[] = [
  // insertReceipt
  [
    'INSERT INTO requests (id, partition, person, project, command, place, turn, arriving, released, receipt, checksum,…',
    (tables, values) => {
      const [id, partition, person, project, command, place, turn, , released, receipt, checksum] = values
      if (tables.requests.has(String(id))) return []
      const row: RequestRow = {
        id: String(id),
        partition: Number(partition),
        person: String(person),
        project: project === null ? null : String(project),
        command: String(command),
        place: String(place),
        turn: Number(turn),
        receipt: String(receipt),
        checksum: String(checksum),
        released: released === true,
        ...derived(values, 11),
      }
      tables.put(tables.requests, row.id, row)
      return [{ id }]
    },
  ],
  // updateReceipt: only in the place of the step that it follows.
  [
    'UPDATE requests SET receipt = $3, checksum = $4, revision = $5,…',
    (tables, values, nowMs) => {
      const [id, before, receipt, checksum] = values
      const row = tables.requests.get(String(id))
      if (row?.revision !== before || row === undefined) return []
      const after = derived(values, 4)
      const heldMs = heldAt(row, after.holding, after.heldMs, nowMs)
      tables.set(row, { ...after, heldMs, receipt: String(receipt), checksum: String(checksum) })
      return [{ id }]
    },
  ],
  // standsAsWritten
  [
    'SELECT revision, checksum FROM requests WHERE id = $1',
    ({ requests }, [id]) => {
      const row = requests.get(String(id))
      return row ? [row] : []
    },
  ],
  // reserve
  [
    `SELECT person, people.name, project, disabled_at IS NOT NULL AND NOT released AS "isHeld"
     FROM requests JOIN people ON people.id = person WHERE requests.id = $1`,
    ({ requests, people }, [id]) => {
      const row = requests.get(String(id))
      if (!row) return []
      const { name, isDisabled } = people.get(row.person) ?? {}
      return [{ person: row.person, name, project: row.project, isHeld: isDisabled === true && !row.released }]
    },
  ],
  // beginToWait, countAsSent
  [
    `SELECT max(turn)::float8 AS highest, min(turn) FILTER (WHERE EXISTS (
         SELECT 1 FROM requests WHERE requests.person = turns.person AND phase = 'approved' AND NOT arriving
       ))::float8 AS lowest FROM turns`,
    ({ turns, requests }) => {
      const waits = new Set([...requests.values()].flatMap(({ person, phase }) => (phase === 'approved' ? person : [])))
      const least = [...turns.values()].flatMap(({ person, turn }) => (waits.has(person) ? turn : []))
      return [{ highest: highestOf(turns), lowest: least.length === 0 ? null : Math.min(...least) }]
    },
  ],
  [
    `INSERT INTO turns (person, turn) VALUES ($1, $2)
     ON CONFLICT (person) DO UPDATE SET turn = greatest(turns.turn, excluded.turn)`,
    (tables, [person, turn]) => {
      const before = tables.turns.get(String(person))?.turn ?? Number.NEGATIVE_INFINITY
      tables.put(tables.turns, String(person), { person: String(person), turn: Math.max(before, Number(turn)) })
      return []
    },
  ],
  [
    `INSERT INTO turns (person, turn) VALUES ($1, 1)
     ON CONFLICT (person) DO UPDATE SET turn = greatest(turns.turn, (SELECT max(turn) FROM turns) - $2::int) + 1`,
    (tables, [person, credit]) => {
      const before = tables.turns.get(String(person))?.turn
      const turn = before === undefined ? 1 : Math.max(before, (highestOf(tables.turns) ?? 0) - Number(credit)) + 1
      tables.put(tables.turns, String(person), { person: String(person), turn })
      return []
    },
  ],
  // writeEvents: with the step, where it says so, its place for sending is free, whoever has it.
  [
    `WITH step AS (INSERT INTO steps (request, revision, phase, session, fence) VALUES ($1, $2, $3, $4, $5)),
       slot AS (UPDATE submit_slots SET request = NULL, session = NULL, since = NULL WHERE request = $1 AND $6)
     INSERT INTO events (request, revision, place, at_ms, tone, title, detail)
     SELECT $1, $2, n - 1, at_ms, tone, title, detail
     FROM unnest($7::bigint[], $8::text[], $9::text[], $10::text[]) WITH ORDINALITY AS e (at_ms, tone, title, detail, n)`,
    (tables, [request, revision, phase, session, fence, freesSlot]) => {
      const step = { request, revision, phase, session, fence: fence === null ? null : Number(fence) } as StepRow
      tables.add(step)
      for (const slot of tables.slots)
        if (freesSlot === true && slot.request === request) tables.set(slot, { request: null, session: null })
      return []
    },
  ],
  // noteFile, writeAsset
  ['INSERT INTO blobs (sha256, bytes) VALUES ($1, $2) ON CONFLICT DO NOTHING', () => []],
  [
    `INSERT INTO assets (request, job, output, sha256, name, width, height) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (request, job, output) DO UPDATE
       SET sha256 = excluded.sha256, name = excluded.name, width = excluded.width, height = excluded.height`,
    (tables, [request, job, output, sha256]) => {
      tables.put(tables.assets, `${request} ${job} ${output}`, String(sha256))
      return []
    },
  ],
]
