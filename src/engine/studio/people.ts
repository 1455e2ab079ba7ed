import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from './database.ts'

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

export const readPeople = (database: Database): Promise<Person[]> =>
  database.rows<Person>(`SELECT ${columns} FROM people ORDER BY name`)

export async function personNamed(database: Database, name: string): Promise<Person | null> {
  return (await database.rows<Person>(`SELECT ${columns} FROM people WHERE name = $1`, [name]))[0] ?? null
}

/**
 * Lets somebody in, or gives them another role, or lets them in again.
 * @param limit null takes it away; left out, it stays
 */
export async function setPerson(
  transaction: Transaction,
  name: string,
  role: Role,
  limit?: number | null,
): Promise<void> {
  await transaction.rows(
    `INSERT INTO people (id, name, role) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET role = excluded.role, disabled_at = NULL`,
    [randomUUID(), name, role],
  )
  if (limit !== undefined)
    await transaction.rows('UPDATE people SET approval_limit = $2 WHERE name = $1', [name, limit])
}

/** What they have ordered goes on; nothing new is taken of them. @returns whether there is somebody of that name */
export async function revokePerson(transaction: Transaction, name: string): Promise<boolean> {
  const rows = await transaction.rows(
    'UPDATE people SET disabled_at = coalesce(disabled_at, clock_timestamp()) WHERE name = $1 RETURNING id',
    [name],
  )
  return rows.length > 0
}
