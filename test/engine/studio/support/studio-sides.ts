import { setBudget } from '../../../../src/engine/studio/budgets.ts'
import type { Database, Transaction } from '../../../../src/engine/studio/database.ts'
import { ModelDatabase, type OpenTransaction } from '../../../proof/support/studio-simulation/model-database.ts'
import { personId } from '../../../proof/support/studio-simulation/people.ts'

/** A studio of three people under some budgets, on PostgreSQL or on the model of it. */
export interface StudioSide {
  database: Database
  /** Empties it. */
  begin(): Promise<void>
  /** Time goes on, by the database's clock. */
  pass(ms: number): Promise<void>
  /** Somebody may not act any more, or may again. */
  disable(person: string, isDisabled: boolean): Promise<void>
  receiptOf(id: string): Promise<string | null>
  /** All that it holds, but for moments. */
  dump(): Promise<unknown>
}

const people = [
  { name: 'P0', role: 'lead', limit: null, isDisabled: false },
  { name: 'P1', role: 'designer', limit: 10, isDisabled: false },
  { name: 'P2', role: 'lead', limit: 5, isDisabled: false },
] as const
const budgets = [
  { scope: 'person', name: 'P0', perDay: 20, perOrder: null },
  { scope: 'studio', name: '', perDay: 45, perOrder: 18 },
  { scope: 'project', name: 'spring', perDay: 15, perOrder: null },
] as const

export function modelStudio(): StudioSide {
  let nowMs = 1_000_000
  const model = new ModelDatabase(() => nowMs)
  const { tables } = model
  const begun = (): OpenTransaction => {
    const open = model.begin()
    if (open === null) throw new Error('one after the other')
    return open
  }
  const transaction = async <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => {
    const open = begun()
    try {
      const result = await work(open)
      open.commit()
      return result
    } finally {
      open.rollBack()
    }
  }
  const rows = (sql: string, values: readonly unknown[] = []) => transaction((open) => open.rows(sql, values))
  return {
    database: { where: 'the model', rows, transaction } as unknown as Database,
    begin: async () => {
      for (const [n, person] of people.entries())
        tables.people.set(personId(n), { id: personId(n), ...person, lastTurn: null, isDisabled: person.isDisabled })
      tables.budgets.push(...budgets)
    },
    pass: async (ms) => {
      nowMs += ms
    },
    disable: async (person, isDisabled) => {
      const row = tables.people.get(person)
      if (row) row.isDisabled = isDisabled
    },
    receiptOf: async (id) => tables.requests.get(id)?.receipt ?? null,
    dump: async () => ({
      leases: tables.leases.map(({ partition, session, fence }) => ({ partition, session, fence })),
      slots: tables.slots.map(({ n, request, session }) => ({ n, request, session })),
      requests: byId(
        [...tables.requests.values()].map(({ heldMs, receipt, ...row }) => ({ ...row, receipt: receipt.length })),
      ),
      steps: tables.steps.map((step) => ({ ...step })),
      commands: byId([...tables.commands.values()].map(({ id, isDone, outcome }) => ({ id, isDone, outcome }))),
      turns: [...tables.people.values()].map(({ lastTurn }) => lastTurn),
      virtual: [...tables.turns.values()].toSorted((a, b) => (a.person < b.person ? -1 : 1)),
      waits: [...tables.waits.values()]
        .map(({ request, place }) => ({ request, place }))
        .toSorted((a, b) => (a.request < b.request ? -1 : 1)),
      assets: [...tables.assets].map(([place, sha256]) => `${place} ${sha256}`).toSorted(),
    }),
  }
}

const byId = <Row extends { id: string }>(rows: Row[]): Row[] => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** In the order in which they name each other. */
const filled = [
  'steps',
  'events',
  'assets',
  'blobs',
  'requests',
  'commands',
  'workers',
  'people',
  'turns',
  'slot_waits',
  'budgets',
]
const emptied = `DO $$ BEGIN
  ${filled.map((table) => `DELETE FROM ${table};`).join(' ')}
  UPDATE leases SET session = NULL, fence = 0, renewed_at = NULL;
  UPDATE submit_slots SET request = NULL, session = NULL, since = NULL;
  ALTER SEQUENCE orders_seq RESTART;
END $$`

export function realStudio(database: Database): StudioSide {
  const all = (sql: string): Promise<Record<string, unknown>[]> => database.rows(sql)
  return {
    database,
    begin: async () => {
      await database.rows(emptied)
      for (const [n, { name, role, limit }] of people.entries())
        await database.rows('INSERT INTO people (id, name, role, approval_limit) VALUES ($1, $2, $3, $4)', [
          personId(n),
          name,
          role,
          limit,
        ])
      for (const { scope, name, ...caps } of budgets)
        await database.transaction((transaction) => setBudget(transaction, scope, name, caps))
    },
    pass: async (ms) => {
      const earlier = `- $1 * interval '1 millisecond'`
      await database.rows(`UPDATE leases SET renewed_at = renewed_at ${earlier}`, [ms])
      await database.rows(`UPDATE slot_waits SET asked_at = asked_at ${earlier}`, [ms])
      await database.rows(`UPDATE workers SET seen_at = seen_at ${earlier} WHERE isfinite(seen_at)`, [ms])
    },
    disable: async (person, isDisabled) => {
      await database.rows('UPDATE people SET disabled_at = CASE WHEN $2 THEN clock_timestamp() END WHERE id = $1', [
        person,
        isDisabled,
      ])
    },
    receiptOf: async (id) =>
      (await database.rows<{ receipt: string }>('SELECT receipt FROM requests WHERE id = $1', [id]))[0]?.receipt ??
      null,
    dump: async () => ({
      leases: await all('SELECT partition, session, fence::int AS fence FROM leases ORDER BY partition'),
      slots: await all('SELECT n, request, session FROM submit_slots ORDER BY n'),
      requests: await all(
        `SELECT id, revision, partition, person, project, command, place, turn::int AS turn, released, phase, is_open AS "isOpen",
           holding, held_credits AS "heldCredits", length(receipt) AS receipt, checksum FROM requests ORDER BY id`,
      ),
      steps: await all(
        'SELECT request, revision, phase, session, fence::int AS fence FROM steps ORDER BY written_at, request, revision',
      ),
      commands: await all('SELECT id, done_at IS NOT NULL AS "isDone", outcome FROM commands ORDER BY id'),
      turns: (await all('SELECT last_turn::int AS turn FROM people ORDER BY id')).map(({ turn }) => turn),
      virtual: await all('SELECT person, turn::int AS turn FROM turns ORDER BY person'),
      waits: await all('SELECT request, place FROM slot_waits ORDER BY request'),
      assets: (await all(`SELECT request || ' ' || job || ' ' || output || ' ' || sha256 AS asset FROM assets`))
        .map(({ asset }) => asset)
        .toSorted(),
    }),
  }
}
