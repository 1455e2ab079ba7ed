import { mostCredit, turnToBegin } from '../../domain/studio/fairness.ts'
import type { Transaction } from './database.ts'

/**
 * Something of a person's is about to wait for its turn: ordered, approved, tried again, in another's place. Before it is written as
 * waiting, since who waits already stays where they are. No lock is needed: of two at once the later turn stands.
 */
export async function beginToWait(transaction: Transaction, person: string): Promise<void> {
  const [turns] = await transaction.rows<{ highest: number | null; lowest: number | null }>(
    `SELECT max(turn)::float8 AS highest, min(turn) FILTER (WHERE EXISTS (
         SELECT 1 FROM requests WHERE requests.person = turns.person AND phase = 'approved' AND NOT arriving
       ))::float8 AS lowest FROM turns`,
  )
  await transaction.rows(
    `INSERT INTO turns (person, turn) VALUES ($1, $2)
     ON CONFLICT (person) DO UPDATE SET turn = greatest(turns.turn, excluded.turn)`,
    [person, turnToBegin(turns?.lowest ?? null, turns?.highest ?? null)],
  )
}

/** One of theirs is sent: their next one comes a turn later. By the row as it is then, so that two at once count twice. */
export async function countAsSent(transaction: Transaction, person: string): Promise<void> {
  await transaction.rows(
    `INSERT INTO turns (person, turn) VALUES ($1, 1)
     ON CONFLICT (person) DO UPDATE SET turn = greatest(turns.turn, (SELECT max(turn) FROM turns) - $2::int) + 1`,
    [person, mostCredit],
  )
}
