import type { Statement } from './statements.ts'
import { highestOf } from './statements-of-steps.ts'
import type { RequestRow, Tables } from './tables.ts'

const byPlace = (a: RequestRow, b: RequestRow): number =>
  a.place === b.place ? (a.id < b.id ? -1 : 1) : a.place < b.place ? -1 : 1

/** As a worker takes it in, with the results that the file store has. */
const openRow = ({ people, assets }: Tables, { id, receipt, checksum, person }: RequestRow): object => ({
  id,
  receipt,
  checksum,
  person: people.get(person)?.name,
  results: [...assets.keys()].filter((key) => key.startsWith(id)).map((key) => key.slice(id.length + 1)),
})

/** src/engine/studio/next-requests.ts, carry-out.ts, acts.ts and rights.ts. */
export const actStatements: readonly (readonly [string, Statement])[] = [
  // openSent
  [
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
    (tables, [partitions, known, most]) =>
      [...tables.requests.values()]
        .filter(
          ({ id, isOpen, phase, partition }) =>
            isOpen &&
            phase !== 'approved' &&
            (partitions as number[]).includes(partition) &&
            !(known as string[]).includes(id),
        )
        .sort(byPlace)
        .slice(0, Number(most))
        .map((row) => ({ ...openRow(tables, row), place: null })),
  ],
  // nextWaiting
  [
    `SELECT first.id, first.place, first.nth::int AS nth, turns.turn::float8 AS turn,
       (SELECT max(turn) FROM turns)::float8 AS highest
     FROM people LEFT JOIN turns ON turns.person = people.id CROSS JOIN LATERAL (
       SELECT id, place, row_number() OVER (ORDER BY place, id) - 1 AS nth FROM requests
       WHERE requests.person = people.id AND phase = 'approved' AND NOT arriving AND partition = ANY ($1::smallint[])
         AND NOT id = ANY ($3::uuid[])
       ORDER BY place, id LIMIT $2
     ) AS first`,
    ({ people, requests, turns }, [partitions, most, out]) =>
      [...people.keys()].flatMap((person) =>
        [...requests.values()]
          .filter(
            (row) =>
              row.person === person &&
              row.phase === 'approved' &&
              (partitions as number[]).includes(row.partition) &&
              !(out as string[]).includes(row.id),
          )
          .sort(byPlace)
          .slice(0, Number(most))
          .map(({ id, place }, nth) => ({
            id,
            place,
            nth,
            turn: turns.get(person)?.turn ?? null,
            highest: highestOf(turns),
          })),
      ),
  ],
  [
    `SELECT requests.id, receipt, checksum, people.name AS person,
       ARRAY(SELECT job || ' ' || output FROM assets WHERE request = requests.id) AS results
     FROM requests JOIN people ON people.id = person
     WHERE requests.id = ANY ($1::uuid[]) AND phase = 'approved' AND NOT arriving`,
    (tables, [ids]) =>
      [...tables.requests.values()]
        .filter(({ id, phase }) => phase === 'approved' && (ids as string[]).includes(id))
        .map((row) => openRow(tables, row)),
  ],
  // readOne
  [
    'SELECT id, receipt, checksum FROM requests WHERE id = $1',
    ({ requests }, [id]) => {
      const row = requests.get(String(id))
      return row ? [{ id, receipt: row.receipt, checksum: row.checksum }] : []
    },
  ],
  // answeredOf
  [
    `SELECT receipt, checksum, person AS owner, people.name AS "ownerName", disabled_at IS NOT NULL AS "isRevoked",
       approval_limit AS "limit", project,
       command AS "orderId" FROM requests JOIN people ON people.id = person
     WHERE requests.id = $1 AND NOT arriving`,
    ({ requests, people }, [id]) => {
      const row = requests.get(String(id))
      if (!row) return []
      const { receipt, checksum, person, project, command } = row
      const { name, limit, isDisabled } = people.get(person) ?? {}
      return [
        { receipt, checksum, owner: person, ownerName: name, isRevoked: isDisabled, limit, project, orderId: command },
      ]
    },
  ],
  // refuseAnswer
  [
    `SELECT name, role, disabled_at IS NOT NULL AS "isDisabled" FROM people WHERE id = $1 FOR SHARE`,
    ({ people }, [id]) => {
      const row = people.get(String(id))
      return row ? [{ name: row.name, role: row.role, isDisabled: row.isDisabled }] : []
    },
  ],
  // release
  [
    'UPDATE requests SET released = true WHERE id = $1',
    (tables, [id]) => {
      const row = tables.requests.get(String(id))
      if (row) tables.set(row, { released: true })
      return []
    },
  ],
  // isApproval
  [
    `SELECT 'waiting' AS kind, sum(held_credits) AS credits, count(held_credits)::int AS known, count(*)::int AS all
     FROM requests WHERE command = $1 AND id <> $2 HAVING count(*) > 0`,
    ({ requests }, [command, id]) => {
      const others = [...requests.values()].filter((row) => row.command === command && row.id !== id)
      if (others.length === 0) return []
      const known = others.filter(({ heldCredits }) => heldCredits !== null)
      const credits = known.reduce((sum, { heldCredits }) => sum + (heldCredits ?? 0), 0)
      return [
        { kind: 'waiting', credits: known.length === 0 ? null : credits, known: known.length, all: others.length },
      ]
    },
  ],
]
