import { capDayMs } from '../../domain/quote/cap.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import { isEndState } from '../../domain/request/states.ts'
import { stateOf } from '../../domain/request/words.ts'
import type { BudgetScope } from '../../domain/studio/budget.ts'
import type { Database, Transaction } from './database.ts'
import type { FileStore } from './file-store.ts'
import { readRow } from './receipt-row.ts'

export interface HistoryCheck {
  requests: number
  results: number
  wrongs: string[]
  /** Of each result that the file store does not have, or not whole, its SHA-256: so many of the wrongs are of that kind. */
  lost: string[]
}

/**
 * Reads the whole history of a studio and says what is not as it must be: revisions without a gap, fences that never fall,
 * no budget passed by an order that was taken under it, every result in the file store, whole. Workers go on meanwhile: the tables are
 * read as they stood at one moment.
 */
export async function checkHistory(database: Database, files: FileStore): Promise<HistoryCheck> {
  const { requests, kept, wrongs } = await database.transaction(async (transaction) => {
    await transaction.rows('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
    return checkTables(transaction)
  })
  // Outside of it: files take their time, and what is kept once stays.
  const { wrongs: away, lost } = await lostResults(kept, files)
  return { requests, results: kept.length, wrongs: [...wrongs, ...away], lost }
}

interface Kept {
  request: string
  job: number
  output: number
  sha256: string
}

async function checkTables(database: Transaction): Promise<{ requests: number; kept: Kept[]; wrongs: string[] }> {
  const receipts = new Map<string, Receipt>()
  const wrongs: string[] = []
  for (const row of await database.rows<{ id: string; receipt: string; checksum: string }>(
    'SELECT id, receipt, checksum FROM requests WHERE NOT arriving ORDER BY id',
  ))
    try {
      receipts.set(row.id, readRow(row))
    } catch (error) {
      wrongs.push(error instanceof Error ? error.message : `${row.id} cannot be read`)
    }
  wrongs.push(...(await wrongSteps(database, receipts)), ...(await wrongBudgets(database)))
  const kept = await database.rows<Kept>('SELECT request, job, output, sha256 FROM assets')
  wrongs.push(...wrongResults(kept, receipts))
  return { requests: receipts.size, kept, wrongs }
}

async function wrongSteps(database: Transaction, receipts: ReadonlyMap<string, Receipt>): Promise<string[]> {
  const wrongs: string[] = []
  const last = new Map<string, { revision: number; fence: bigint; phase: string }>()
  for (const { request, revision, phase, fence } of await database.rows<{
    request: string
    revision: number
    phase: string
    fence: string | null
  }>('SELECT request, revision, phase, fence::text AS fence FROM steps ORDER BY request, revision')) {
    const before = last.get(request)
    if (revision !== (before?.revision ?? 0) + 1)
      wrongs.push(`${request} has a step ${revision} after step ${before?.revision ?? 0}`)
    const now = fence === null ? (before?.fence ?? 0n) : BigInt(fence)
    if (before && now < before.fence)
      wrongs.push(`${request}: step ${revision} was written under the fence ${now}, after ${before.fence}`)
    if (fence === null && revision > 1) wrongs.push(`${request}: step ${revision} was written under no lease`)
    last.set(request, { revision, fence: now, phase })
  }
  for (const { id, revision, phase } of receipts.values()) {
    const step = last.get(id)
    if (step?.revision !== revision || step.phase !== phase)
      wrongs.push(
        `${id} stands at step ${revision} (${phase}), and its last step is ${step?.revision} (${step?.phase})`,
      )
  }
  return wrongs
}

interface Taken {
  person: string
  project: string | null
  credits: number | null
  /** Of the order that it came with, or of its approval where it needed one, ms since 1970. */
  atMs: number
  /** When it ended without anything being held for it; null: it is held. */
  freedMs: number | null
}

interface Cap {
  scope: BudgetScope
  name: string
  perDay: number | null
  atMs: number
}

/**
 * Replays orders and budgets: at the moment in which an order was taken, all that was held fitted under each budget. What was held
 * for its person's sake, and then let go on, was taken when it was let.
 */
async function wrongBudgets(database: Transaction): Promise<string[]> {
  const caps = await readCaps(database)
  if (caps.length === 0) return []
  const taken = await database.rows<Taken & { id: string }>(
    `SELECT requests.id, people.name AS person, project, held_credits AS credits,
       (extract(epoch FROM first.written_at) * 1000)::float8 AS "atMs",
       CASE WHEN holding NOT IN ('waiting', 'inFlight', 'spent')
         THEN (extract(epoch FROM CASE WHEN released THEN asked.written_at ELSE newest.written_at END) * 1000)::float8
         END AS "freedMs"
     FROM requests JOIN people ON people.id = person
     JOIN LATERAL (SELECT written_at FROM steps
       WHERE request = requests.id AND phase NOT IN ('needs-decision', 'cancelled') AND (NOT released OR phase = 'approved')
       ORDER BY CASE WHEN released THEN -revision ELSE revision END LIMIT 1) AS first ON true
     LEFT JOIN LATERAL (SELECT max(written_at) AS written_at FROM steps
       WHERE request = requests.id AND phase = 'needs-decision') AS asked ON true
     JOIN steps AS newest ON newest.request = requests.id AND newest.revision = requests.revision
     JOIN commands ON commands.id = requests.command AND kind <> 'import'
     WHERE replaces IS NULL ORDER BY first.written_at`,
  )
  const wrongs: string[] = []
  for (const { scope, name } of new Map(caps.map((cap) => [`${cap.scope} ${cap.name}`, cap])).values()) {
    const own = caps.filter((cap) => cap.scope === scope && cap.name === name)
    const under = taken.filter(
      ({ person, project }) => scope === 'studio' || (scope === 'person' ? person : project) === name,
    )
    for (const { id, atMs } of under) {
      const cap = own.findLast((one) => one.atMs <= atMs)?.perDay ?? null
      if (cap === null) continue
      const held = under
        .filter(
          (one) => one.atMs <= atMs && one.atMs > atMs - capDayMs && !(one.freedMs !== null && one.freedMs <= atMs),
        )
        .reduce((sum, { credits }) => sum + (credits ?? 0), 0)
      if (held > cap + 1e-6)
        wrongs.push(`${id} was taken when ${held} credits were held under the ${scope} budget ${name} of ${cap}`)
    }
  }
  return wrongs
}

/** Each change of a budget, oldest first: the audit has them all. */
async function readCaps(database: Transaction): Promise<Cap[]> {
  const rows = await database.rows<{ payload: string; atMs: number }>(
    `SELECT payload, (extract(epoch FROM done_at) * 1000)::float8 AS "atMs" FROM commands
     WHERE kind = 'budget' AND done_at IS NOT NULL ORDER BY done_at`,
  )
  return rows.flatMap(({ payload, atMs }) => {
    const { scope, name, changes } = JSON.parse(payload) as {
      scope: BudgetScope
      name: string
      changes: { perDay?: number | null }
    }
    return changes.perDay === undefined ? [] : [{ scope, name, perDay: changes.perDay, atMs }]
  })
}

function wrongResults(kept: readonly Kept[], receipts: ReadonlyMap<string, Receipt>): string[] {
  const wrongs: string[] = []
  const known = new Map(kept.map((row) => [`${row.request} ${row.job} ${row.output}`, row.sha256]))
  for (const receipt of receipts.values()) {
    for (const { jobIndex, outputIndex, sha256 } of receipt.assets)
      if (known.get(`${receipt.id} ${jobIndex} ${outputIndex}`) !== sha256)
        wrongs.push(`${receipt.id}: its result ${jobIndex + 1}.${outputIndex + 1} is not among the studio’s results`)
    if (receipt.phase === 'completed' && isEndState(stateOf(receipt, null)) && receipt.assets.length === 0)
      wrongs.push(`${receipt.id} is completed and has no result`)
  }
  return wrongs
}

async function lostResults(kept: readonly Kept[], files: FileStore): Promise<Pick<HistoryCheck, 'wrongs' | 'lost'>> {
  const wrongs: string[] = []
  const lost: string[] = []
  for (const { request, sha256 } of kept)
    if (!(await files.has(sha256))) {
      wrongs.push(`${request}: its result ${sha256} is not in the file store, or not whole`)
      lost.push(sha256)
    }
  return { wrongs, lost }
}
