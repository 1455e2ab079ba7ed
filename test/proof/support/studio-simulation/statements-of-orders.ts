import { capDayMs } from '../../../../src/domain/quote/cap.ts'
import { byLockOrder } from '../../../../src/domain/studio/budget.ts'
import type { Statement } from './statements.ts'
import type { CommandRow, RequestRow, Tables } from './tables.ts'

/** What requests hold, summed as the database does. */
function sums(rows: readonly RequestRow[], nowMs: number): object[] {
  const kinds = new Map<string, { kind: string; credits: number | null; known: number; all: number }>()
  for (const { holding, heldCredits, heldMs } of rows) {
    if (holding !== 'waiting' && holding !== 'inFlight' && !(holding === 'spent' && heldMs >= nowMs - capDayMs))
      continue
    const kind = kinds.get(holding) ?? { kind: holding, credits: null, known: 0, all: 0 }
    kinds.set(holding, kind)
    kind.all += 1
    if (heldCredits === null) continue
    kind.known += 1
    kind.credits = (kind.credits ?? 0) + heldCredits
  }
  return [...kinds.values()]
}

const heldBy =
  (isOf: (row: RequestRow, whose: unknown) => boolean): Statement =>
  ({ requests }, [whose, except], nowMs) =>
    sums(
      [...requests.values()].filter((row) => isOf(row, whose) && row.id !== except),
      nowMs,
    )

/** heldUnder, for each scope. */
const heldSql = (which: string): string =>
  `SELECT holding AS kind, sum(held_credits) AS credits, count(held_credits)::int AS known, count(*)::int AS all
     FROM requests
     WHERE ${which} AND id IS DISTINCT FROM $2::uuid AND (holding IN ('waiting', 'inFlight')
       OR holding = 'spent' AND held_ms >= (extract(epoch FROM clock_timestamp()) * 1000)::bigint - $3::bigint)
     GROUP BY holding`

const openCommandsOf = ({ commands }: Tables): CommandRow[] =>
  [...commands.values()].filter(({ isDone }) => !isDone).sort((a, b) => a.receivedAt - b.receivedAt)

/** src/engine/studio/budgets.ts, orders.ts, orderers.ts and commands.ts. */
export const orderStatements: readonly (readonly [string, Statement])[] = [
  // lockBudgets
  [
    `SELECT scope, name, per_day, per_order FROM budgets
     WHERE (scope, name) IN (('studio', ''), ('person', $1::text), ('project', coalesce($2::text, '')))
     ORDER BY array_position(ARRAY['studio', 'project', 'person'], scope), name COLLATE "C" FOR UPDATE`,
    ({ budgets }, [person, project]) =>
      budgets
        .filter(({ scope, name }) => name === (scope === 'studio' ? '' : scope === 'person' ? person : (project ?? '')))
        .sort(byLockOrder)
        .map(({ scope, name, perDay, perOrder }) => ({ scope, name, per_day: perDay, per_order: perOrder })),
  ],
  [heldSql('$1::text IS NOT NULL'), heldBy(() => true)],
  [heldSql('person::text = $1'), heldBy(({ person }, whose) => person === whose)],
  [heldSql('project = $1'), heldBy(({ project }, whose) => project === whose)],
  // sendCommand
  [
    `INSERT INTO commands (id, person, kind, payload, request) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    (tables, [id, person, kind, payload, request], nowMs) => {
      if (tables.commands.has(String(id))) return []
      const row = { id, person, kind, payload, request, receivedAt: nowMs, isDone: false, outcome: null } as CommandRow
      tables.put(tables.commands, row.id, row)
      return [{ id }]
    },
  ],
  [
    'SELECT person, kind, payload FROM commands WHERE id = $1',
    ({ commands }, [id]) => {
      const row = commands.get(String(id))
      return row ? [row] : []
    },
  ],
  // openCommands, openActs
  [
    'SELECT id, person, kind, payload FROM commands WHERE done_at IS NULL AND request IS NULL ORDER BY received_at LIMIT $1',
    (tables, [most]) =>
      openCommandsOf(tables)
        .filter(({ request }) => request === null)
        .slice(0, Number(most))
        .map(({ id, person, kind, payload }) => ({ id, person, kind, payload })),
  ],
  [
    `SELECT commands.id, commands.person, kind, payload, commands.request FROM commands
     LEFT JOIN requests ON requests.id = commands.request
     WHERE done_at IS NULL AND commands.request IS NOT NULL
       AND (requests.id IS NULL OR requests.partition = ANY ($1::smallint[]))
     ORDER BY received_at LIMIT $2`,
    (tables, [partitions, most]) =>
      openCommandsOf(tables)
        .filter(({ request }) => {
          if (request === null) return false
          const about = tables.requests.get(request)
          return about === undefined || (partitions as number[]).includes(about.partition)
        })
        .slice(0, Number(most))
        .map(({ id, person, kind, payload, request }) => ({ id, person, kind, payload, request })),
  ],
  // lockCommand, endCommand: of what is not done yet.
  [
    'SELECT 1 FROM commands WHERE id = $1 AND done_at IS NULL FOR UPDATE SKIP LOCKED',
    ({ commands }, [id]) => (commands.get(String(id))?.isDone === false ? [{}] : []),
  ],
  [
    'UPDATE commands SET done_at = clock_timestamp(), outcome = $2, worker = $3 WHERE id = $1 AND done_at IS NULL',
    (tables, [id, outcome]) => {
      const row = tables.commands.get(String(id))
      if (row?.isDone === false) tables.set(row, { isDone: true, outcome: String(outcome) })
      return []
    },
  ],
  // lockPerson, takePlaces
  [
    `SELECT name, last_turn::text AS last_turn, disabled_at IS NOT NULL AS is_disabled, approval_limit AS "limit"
     FROM people WHERE id = $1 FOR UPDATE`,
    ({ people }, [id]) => {
      const row = people.get(String(id))
      if (!row) return []
      const { name, lastTurn, limit, isDisabled } = row
      return [{ name, last_turn: lastTurn === null ? null : String(lastTurn), is_disabled: isDisabled, limit }]
    },
  ],
  [
    `SELECT nextval('orders_seq')::text AS seq`,
    (tables) => {
      tables.orders += 1
      return [{ seq: String(tables.orders) }]
    },
  ],
  [
    'UPDATE people SET last_turn = $2 WHERE id = $1',
    (tables, [id, turn]) => {
      const row = tables.people.get(String(id))
      if (row) tables.set(row, { lastTurn: Number(turn) })
      return []
    },
  ],
]
