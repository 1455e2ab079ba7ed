import { randomUUID } from 'node:crypto'
import { personMeant } from '../../domain/studio/person-name.ts'
import type { Database, Transaction } from './database.ts'
import { ActRefusedError } from './refused.ts'

export const roles = ['designer', 'lead', 'admin'] as const
export type Role = (typeof roles)[number]

export interface Person {
  id: string
  name: string
  role: Role
  isDisabled: boolean
  /** What they may order with one order without a lead's approval, in credits; null: any sum. */
  limit: number | null
}

const columns = `id, name, role, disabled_at IS NOT NULL AS "isDisabled", approval_limit AS "limit"`

export const readPeople = (database: Pick<Transaction, 'rows'>): Promise<Person[]> =>
  database.rows<Person>(`SELECT ${columns} FROM people ORDER BY name`)

/** @param name as somebody typed it */
export const personNamed = async (database: Pick<Transaction, 'rows'>, name: string): Promise<Person | null> =>
  personMeant(await readPeople(database), name)

/**
 * Lets somebody in, or gives them another role, or lets them in again.
 * @param limit null takes it away; left out, it stays
 * @throws ActRefusedError where nobody would be left who may do that
 */
export async function setPerson(
  transaction: Transaction,
  name: string,
  role: Role,
  limit?: number | null,
): Promise<void> {
  await keepAnAdmin(transaction, async () => {
    await transaction.rows(
      `INSERT INTO people (id, name, role) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET role = excluded.role, disabled_at = NULL`,
      [randomUUID(), name, role],
    )
    if (limit !== undefined)
      await transaction.rows('UPDATE people SET approval_limit = $2 WHERE name = $1', [name, limit])
  })
}

/**
 * Nothing new is taken of them, and what was not sent yet is held as soon as its turn comes, until a lead or an administrator says
 * whether it goes on. What was sent comes home.
 * @returns whether there is somebody of that name
 * @throws ActRefusedError where nobody would be left who may let people in
 */
export async function revokePerson(transaction: Transaction, name: string): Promise<boolean> {
  let isKnown = false
  await keepAnAdmin(transaction, async () => {
    const rows = await transaction.rows(
      'UPDATE people SET disabled_at = coalesce(disabled_at, clock_timestamp()) WHERE name = $1 RETURNING id',
      [name],
    )
    isKnown = rows.length > 0
  })
  return isKnown
}

const admins = `FROM people WHERE role = 'admin' AND disabled_at IS NULL`

export async function hasAdmin(database: Pick<Database, 'rows'>): Promise<boolean> {
  const rows = await database.rows(`SELECT id ${admins} LIMIT 1`)
  return rows.length > 0
}

/** Locked in one order: of two changes at once that take one away each, the second sees what the first has left. */
async function keepAnAdmin(transaction: Transaction, change: () => Promise<void>): Promise<void> {
  const before = await transaction.rows(`SELECT id ${admins} ORDER BY id FOR UPDATE`)
  await change()
  if (before.length > 0 && !(await hasAdmin(transaction)))
    throw new ActRefusedError(
      'rights',
      'This is the studio’s last administrator: nobody would be left to let people in. Make somebody else one first.',
    )
}

/** What somebody has ordered that nothing was sent for yet, and that nobody is asked about. */
export async function countWaiting(database: Database, name: string): Promise<number> {
  const [row] = await database.rows<{ count: number }>(
    `SELECT count(*)::int AS count FROM requests JOIN people ON people.id = person
     WHERE people.name = $1 AND phase = 'approved' AND NOT arriving`,
    [name],
  )
  return row?.count ?? 0
}
