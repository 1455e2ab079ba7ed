import type { Transaction } from './database.ts'

/** All places for sending are taken: two submissions at once an account (A23), over all workers. */
export class NoSlotError extends Error {
  override name = 'NoSlotError'
}

/**
 * Takes a place for sending, or keeps the one that the request has.
 * @throws NoSlotError
 */
export async function takeSlot(transaction: Transaction, request: string, session: string): Promise<void> {
  const [own] = await transaction.rows('SELECT n FROM submit_slots WHERE request = $1 FOR UPDATE', [request])
  if (own) return
  const [free] = await transaction.rows<{ n: number }>(
    'SELECT n FROM submit_slots WHERE request IS NULL ORDER BY n LIMIT 1 FOR UPDATE SKIP LOCKED',
  )
  if (!free) throw new NoSlotError('all places for sending are taken')
  await transaction.rows('UPDATE submit_slots SET request = $2, session = $3, since = clock_timestamp() WHERE n = $1', [
    free.n,
    request,
    session,
  ])
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
