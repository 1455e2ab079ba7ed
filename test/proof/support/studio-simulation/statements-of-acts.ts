import type { Statement } from './statements.ts'
import type { RequestRow, Tables } from './tables.ts'

/** Open requests of some partitions that are not taken in yet, in their order; with the results that the file store has. */
function openRows(
  { requests, people, assets }: Tables,
  is: (row: RequestRow) => boolean,
  [partitions, known, most]: readonly unknown[],
): object[] {
  const wanted = [...requests.values()].filter(
    (row) =>
      row.isOpen &&
      is(row) &&
      (partitions as number[]).includes(row.partition) &&
      !(known as string[]).includes(row.id),
  )
  return wanted
    .sort((a, b) => (a.place === b.place ? (a.id < b.id ? -1 : 1) : a.place < b.place ? -1 : 1))
    .slice(0, Number(most))
    .map(({ id, receipt, checksum, person }) => ({
      id,
      receipt,
      checksum,
      person: people.get(person)?.name,
      results: [...assets.keys()].filter((key) => key.startsWith(id)).map((key) => key.slice(id.length + 1)),
    }))
}

const openSql = (which: string): string =>
  `SELECT requests.id, receipt, checksum, people.name AS person,
       ARRAY(SELECT job || ' ' || output FROM assets WHERE request = requests.id) AS results
     FROM (
       SELECT first.id, first.place FROM unnest($1::smallint[]) AS held (partition) CROSS JOIN LATERAL (
         SELECT id, place FROM requests
         WHERE partition = held.partition AND is_open AND NOT arriving AND ${which} AND NOT id = ANY ($2::uuid[])
         ORDER BY place LIMIT $3
       ) AS first ORDER BY first.place, first.id LIMIT $3
     ) AS next JOIN requests ON requests.id = next.id JOIN people ON people.id = person
     ORDER BY next.place, next.id`

/** src/engine/studio/next-requests.ts, carry-out.ts, acts.ts and rights.ts. */
export const actStatements: readonly (readonly [string, Statement])[] = [
  // nextRequests
  [openSql(`phase <> 'approved'`), (tables, values) => openRows(tables, ({ phase }) => phase !== 'approved', values)],
  [openSql(`phase = 'approved'`), (tables, values) => openRows(tables, ({ phase }) => phase === 'approved', values)],
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
    `SELECT receipt, checksum, person AS owner, people.name AS "ownerName", approval_limit AS "limit", project,
       command AS "orderId" FROM requests JOIN people ON people.id = person
     WHERE requests.id = $1 AND NOT arriving`,
    ({ requests, people }, [id]) => {
      const row = requests.get(String(id))
      if (!row) return []
      const { receipt, checksum, person, project, command } = row
      const { name, limit } = people.get(person) ?? {}
      return [{ receipt, checksum, owner: person, ownerName: name, limit, project, orderId: command }]
    },
  ],
  // refuseAnswer
  [
    `SELECT name, role, disabled_at IS NOT NULL AS "isDisabled" FROM people WHERE id = $1 FOR SHARE`,
    ({ people }, [id]) => {
      const row = people.get(String(id))
      return row ? [{ name: row.name, role: row.role, isDisabled: false }] : []
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
