import { existsSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { offlineNow } from './clock.ts'
import { homeAt } from './home.ts'
import { openDatabaseReadOnly } from './state/database.ts'

interface LedgerEntry {
  account: string
  requestId: string | null
  generationId: string
  credits: number
  kind: 'charge' | 'refund'
  /** ISO 8601, practice time. */
  at: string
}

interface LedgerTotals {
  charged: number
  refunded: number
  net: number
  /** How many different requests were charged. */
  requests: number
}

export interface PracticeLedger {
  entries: LedgerEntry[]
  totals: LedgerTotals
}

interface Line extends Omit<LedgerEntry, 'at'> {
  at: number
}

/** Refunds that are due but not yet entered count: the clock goes on when no process runs. */
const linesSql = `
SELECT account, request_id AS requestId, generation_id AS generationId, credits, kind, at FROM ledger
UNION ALL
SELECT accounts.name, request_id, jobs.id, credits, 'refund', due_at FROM jobs JOIN accounts ON accounts.id = account_id
WHERE settled = 0 AND outcome = 'failed' AND refund_pending = 0 AND due_at <= ?
ORDER BY at, kind`

export function ledgerOf(db: Database, now: number): PracticeLedger {
  const lines = db.prepare<[number], Line>(linesSql).all(now)
  const sum = (kind: Line['kind']) =>
    lines.filter((line) => line.kind === kind).reduce((total, { credits }) => total + credits, 0)
  const charged = sum('charge')
  const refunded = sum('refund')
  const requests = new Set(
    lines.filter(({ kind }) => kind === 'charge').map(({ requestId, generationId }) => requestId ?? generationId),
  )
  return {
    entries: lines.map((line) => ({ ...line, at: new Date(line.at).toISOString() })),
    totals: { charged, refunded, net: charged - refunded, requests: requests.size },
  }
}

/**
 * The ledger of a practice home, whether or not a process runs in it. Reads only, and works beside the owner, since the
 * state is in WAL mode and the owner's lock is a file of its own. A home that never ran has an empty ledger.
 */
export function readLedger(homeFolder: string, wallNow: () => number = Date.now): PracticeLedger {
  const home = homeAt(homeFolder)
  const nothing = { entries: [], totals: { charged: 0, refunded: 0, net: 0, requests: 0 } }
  if (!existsSync(home.database)) return nothing
  const db = openDatabaseReadOnly(home)
  try {
    // A first start that is under way: the file is there before its tables.
    if (db.pragma('user_version', { simple: true }) === 0) return nothing
    return ledgerOf(db, offlineNow(db, wallNow))
  } finally {
    db.close()
  }
}
