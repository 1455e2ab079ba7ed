import { capDayMs } from '../../../../src/domain/quote/cap.ts'
import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import type { Db } from '../../../../src/engine/store/db.ts'
import { parsed } from './parsed.ts'
import { serviceOrigin } from './remote.ts'

/**
 * Whether a paid request leaves although, by what the receipts hold, it does not fit under a cap: added up anew from the
 * receipts themselves, beside the engine's own columns and sums.
 * @returns in words what is over; null: nothing
 */
export function capWrong(db: Db, sent: Receipt, nowMs: number): string | null {
  const row = db
    .prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?')
    .get(`cap:${serviceOrigin}`)
  const caps = row === undefined ? null : parsed(row.value)
  if (caps === null || (caps.day === null && caps.batch === null)) return null
  const others = db
    .prepare<[string], { receipt: string }>('SELECT receipt FROM requests WHERE id <> ?')
    .all(sent.id)
    .map(({ receipt }) => JSON.parse(receipt) as Receipt)
  const batch = others.filter((one) => one.batch !== null && one.batch.id === sent.batch?.id)
  return (
    over('day', caps.day, sent, sumOf(others, nowMs - capDayMs)) ??
    over('batch', caps.batch, sent, sumOf(batch, Number.NEGATIVE_INFINITY))
  )
}

function over(which: string, cap: unknown, { quote }: Receipt, held: number): string | null {
  const sum = held + (quote.credits ?? Number.POSITIVE_INFINITY)
  return typeof cap !== 'number' || sum <= cap + 1e-9 ? null : `is sent over the cap of a ${which}: ${sum} of ${cap}`
}

/** What was taken since a moment, and what may have been sent and is not settled yet. */
const sumOf = (receipts: Receipt[], sinceMs: number): number =>
  receipts.reduce((sum, receipt) => sum + heldBy(receipt, sinceMs), 0)

function heldBy(receipt: Receipt, sinceMs: number): number {
  const { phase, body, acceptedAtMs, creditsUsed, creditsStatus, quote, jobs, updatedAtMs } = receipt
  const isAccepted = acceptedAtMs !== null || creditsUsed !== null
  if (!isAccepted && (body === null || phase === 'rejected' || phase === 'cancelled')) return 0
  const isOver = isAccepted || phase === 'failed' || phase === 'gone' || phase === 'partial'
  if (isOver && Math.trunc(acceptedAtMs ?? updatedAtMs) < Math.trunc(sinceMs)) return 0
  const refunded = jobs.filter((job) => job.creditsStatus === 'refunded')
  if (creditsStatus === 'refunded' || (jobs.length > 0 && refunded.length === jobs.length)) return 0
  const charged = creditsUsed ?? quote.credits ?? 0
  return Math.max(0, charged - refunded.reduce((sum, job) => sum + (job.creditsUsed ?? 0), 0))
}
