import { placeOfTurn, turnsFor } from '../../domain/studio/fairness.ts'
import type { Transaction } from './database.ts'
import { ActRefusedError } from './refused.ts'

/** Who orders, as the transaction has them locked. */
export interface Orderer {
  name: string
  lastTurn: number | null
  limit: number | null
}

export interface Turn {
  turn: number
  place: string
}

/** Of what is never driven, so that it needs none. */
export const turnless: Turn = { turn: 0, place: placeOfTurn(0, 0) }

/** Locked: two orders of one person get their turns one after the other. @throws ActRefusedError */
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
  return { name, limit, lastTurn: last_turn === null ? null : Number(last_turn) }
}

/** The next turns of a person who is locked. */
export async function takeTurns(
  transaction: Transaction,
  person: string,
  count: number,
  lastTurn: number | null,
): Promise<Turn[]> {
  const [studio] = await transaction.rows<{ turn: string }>('SELECT turn::text AS turn FROM studio')
  const turns = turnsFor(count, Number(studio?.turn ?? 0), lastTurn)
  const [order] = await transaction.rows<{ seq: string }>(`SELECT nextval('orders_seq')::text AS seq`)
  await transaction.rows('UPDATE people SET last_turn = $2 WHERE id = $1', [person, turns.at(-1)])
  return turns.map((turn) => ({ turn, place: placeOfTurn(turn, Number(order?.seq ?? 0)) }))
}
