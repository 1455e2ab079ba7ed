import type { Transaction } from './database.ts'

/** All places for sending are taken: two submissions at once an account (A23), over all workers. */
export class NoSlotError extends Error {
  override name = 'NoSlotError'
}

/**
 * Takes a place for sending, or keeps the one that the request has. What waits and comes before it has the first of those that are
 * free: whoever frees one would else have the next one, too, and the requests of another worker would wait for all of its own.
 * @param place in the order of turns, over all workers; empty: it comes first
 * @param waitMs so long after it has asked last a place is kept for what waits: its worker may be dead
 * @throws NoSlotError
 */
export async function takeSlot(
  transaction: Transaction,
  request: string,
  { session, place, waitMs = 3000 }: { session: string; place: string; waitMs?: number },
): Promise<void> {
  const [own] = await transaction.rows('SELECT n FROM submit_slots WHERE request = $1 FOR UPDATE', [request])
  if (own) return
  const [free] = await transaction.rows<{ n: number }>(
    `SELECT n FROM submit_slots WHERE request IS NULL AND (SELECT count(*) FROM submit_slots WHERE request IS NULL) > (
       SELECT count(*) FROM slot_waits WHERE request <> $1 AND place < $2 COLLATE "C"
         AND asked_at > clock_timestamp() - $3 * interval '1 millisecond'
     ) ORDER BY n LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [request, place, waitMs],
  )
  if (!free) throw new NoSlotError('all places for sending are taken')
  await transaction.rows(
    `WITH waited AS (DELETE FROM slot_waits WHERE request = $2)
     UPDATE submit_slots SET request = $2, session = $3, since = clock_timestamp() WHERE n = $1`,
    [free.n, request, session],
  )
}

/** It waits for a place, and asks again soon. What has not asked for a minute does not wait any more. */
export async function waitForSlot(database: Pick<Transaction, 'rows'>, request: string, place: string): Promise<void> {
  await database.rows(
    `WITH gone AS (DELETE FROM slot_waits WHERE request <> $1 AND asked_at < clock_timestamp() - interval '1 minute')
     INSERT INTO slot_waits (request, place, asked_at) VALUES ($1, $2, clock_timestamp())
     ON CONFLICT (request) DO UPDATE SET place = excluded.place, asked_at = excluded.asked_at`,
    [request, place],
  )
}

/** Gives back its own alone: a successor may have taken one for the same request. */
export async function freeSlot(
  transaction: Pick<Transaction, 'rows'>,
  request: string,
  session: string,
): Promise<void> {
  await transaction.rows(
    'UPDATE submit_slots SET request = NULL, session = NULL, since = NULL WHERE request = $1 AND session = $2',
    [request, session],
  )
}
