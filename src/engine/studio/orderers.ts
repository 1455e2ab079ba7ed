import { placeOf } from '../../domain/studio/fairness.ts'
import type { Transaction } from './database.ts'
import { ActRefusedError } from './refused.ts'

/** Who orders, as the transaction has them locked. */
export interface Orderer {
  name: string
  /** Of their last request; null: never ordered. */
  lastNumber: number | null
  limit: number | null
}

/** Where a request stands among those of its person. */
export interface Standing {
  turn: number
  place: string
}

/** Of what is never driven, so that it needs none. */
export const first: Standing = { turn: 0, place: placeOf(0, 0) }

/** Locked: two orders of one person get their places one after the other. @throws ActRefusedError */
export async function lockPerson(transaction: Transaction, id: string): Promise<Orderer> {
  const [person] = await transaction.rows<{
    name: string
    last_turn: string | null
    is_disabled: boolean
    limit: number | null
  }>(
    `SELECT name, last_turn::text AS last_turn, disabled_at IS NOT NULL AS is_disabled, approval_limit AS "limit"
     FROM people WHERE id = $1 FOR UPDATE`,
    [id],
  )
  if (!person || person.is_disabled)
    throw new ActRefusedError(
      'revoked',
      `${person?.name ?? 'This person'} may not order in this studio any more. Ask a lead.`,
    )
  const { name, last_turn, limit } = person
  return { name, limit, lastNumber: last_turn === null ? null : Number(last_turn) }
}

/** The next places of a person who is locked. */
export async function takePlaces(
  transaction: Transaction,
  person: string,
  count: number,
  lastNumber: number | null,
): Promise<Standing[]> {
  const numbers = Array.from({ length: count }, (_, n) => (lastNumber ?? -1) + 1 + n)
  const [order] = await transaction.rows<{ seq: string }>(`SELECT nextval('orders_seq')::text AS seq`)
  await transaction.rows('UPDATE people SET last_turn = $2 WHERE id = $1', [person, numbers.at(-1)])
  return numbers.map((number) => ({ turn: number, place: placeOf(number, Number(order?.seq ?? 0)) }))
}
