import { quotedAtMost } from '../../domain/quote/ceiling.ts'
import type { Receipt, TimelineEntry } from '../../domain/request/receipt.ts'
import { budgetRefusal } from '../../domain/studio/budget.ts'
import { partitionOf } from '../../domain/studio/partition.ts'
import { ApprovalNeededError, CapReachedError } from '../queue/cap-reached.ts'
import { StaleReceiptError } from '../store/receipts.ts'
import { lockBudgets } from './budgets.ts'
import type { Database, Transaction } from './database.ts'
import { type Fenced, holdLeases } from './leases.ts'
import { insertReceipt, standsAsWritten, updateReceipt } from './receipt-row.ts'
import { takeSlot } from './slots.ts'
import { beginToWait, countAsSent } from './turns.ts'

/** A step as it stands in the studio: revisions are the studio's, and no path of one computer is in it. */
export interface SharedStep {
  after: Receipt
  timeline: TimelineEntry[]
}

/** A result whose file lies in the file store. */
export interface SharedAsset {
  request: string
  job: number
  output: number
  sha256: string
  bytes: number
  name: string
  width: number | null
  height: number | null
}

/** Who writes: the session, and the lease of each request. */
export interface Writer {
  session: string
  /** @throws ClaimLostError where this worker does not hold it */
  leaseOf(id: string): Fenced
}

/**
 * Writes steps of one act in one transaction: under the leases of their partitions, each in the place of the step it
 * follows. The same steps again are done already, so that a lost answer is read back by writing once more.
 * @param isToPay a first body is among them: its budgets are asked and its place for sending taken in the same transaction
 * @throws ClaimLostError, StaleReceiptError, NotToBeSentError, NoSlotError
 */
export function writeSteps(
  database: Database,
  steps: readonly SharedStep[],
  { session, leaseOf }: Writer,
  { isToPay, assets, waitMs }: { isToPay: boolean; assets: readonly SharedAsset[]; waitMs?: number },
): Promise<void> {
  const driven = steps.filter(({ after }) => after.revision > 1)
  const leases = new Map(driven.map(({ after }) => [partitionOf(after.id), leaseOf(after.id)]))
  return database.transaction(async (transaction) => {
    await holdLeases(transaction, session, [...leases.values()])
    for (const { after, timeline } of steps) {
      const lease = leases.get(partitionOf(after.id)) ?? null
      if (isToPay && after.phase === 'ready')
        await reserve(transaction, after, { session, place: after.place ?? '', ...(waitMs ? { waitMs } : {}) })
      const isWritten =
        after.revision === 1 ? await insertReplacement(transaction, after) : await updateReceipt(transaction, after)
      if (!isWritten && !(await standsAsWritten(transaction, after)))
        throw new StaleReceiptError(`the studio’s receipt ${after.id} is not at revision ${after.revision - 1}`)
      if (!isWritten) continue
      const freesSlot = after.phase !== 'ready'
      await writeEvents(transaction, after, timeline, { session, fence: lease?.fence ?? null, freesSlot })
    }
    for (const asset of assets) await writeAsset(transaction, asset)
  })
}

/** Whether it may be sent at all, budgets, then the place for sending; its person's next one comes a turn later. */
async function reserve(transaction: Transaction, after: Receipt, how: Parameters<typeof takeSlot>[2]): Promise<void> {
  const [owner] = await transaction.rows<{ person: string; name: string; project: string | null; isHeld: boolean }>(
    `SELECT person, people.name, project, disabled_at IS NOT NULL AND NOT released AS "isHeld"
     FROM requests JOIN people ON people.id = person WHERE requests.id = $1`,
    [after.id],
  )
  if (!owner) throw new StaleReceiptError(`the studio has no receipt ${after.id}`)
  if (owner.isHeld) throw new ApprovalNeededError(`${owner.name} may not act in this studio any more.`)
  const refused = budgetRefusal(await lockBudgets(transaction, owner, after.id), quotedAtMost(after), 'submit')
  if (refused !== null) throw new CapReachedError(refused.refusal)
  await takeSlot(transaction, after.id, how)
  await countAsSent(transaction, owner.person)
}

/**
 * A new order in place of another one is the same person's, in the same project, and keeps its place among theirs.
 * @returns whether it was not there
 */
export async function insertReplacement(transaction: Transaction, receipt: Receipt): Promise<boolean> {
  const [owner] = await transaction.rows<{
    person: string
    project: string | null
    command: string
    place: string
    turn: string
    released: boolean
  }>('SELECT person, project, command, place, turn::text AS turn, released FROM requests WHERE id = $1', [
    receipt.replaces,
  ])
  if (!owner) throw new StaleReceiptError(`the studio has no receipt ${receipt.replaces} that ${receipt.id} replaces`)
  if (receipt.phase === 'approved') await beginToWait(transaction, owner.person)
  return insertReceipt(transaction, receipt, {
    ...owner,
    turn: Number(owner.turn),
    partition: partitionOf(receipt.id),
  })
}

/**
 * Who wrote a step and what it tells, in one statement: each is a way to the database, while leases are held.
 * @param freesSlot its place for sending, whoever has it, is free with this step
 */
export async function writeEvents(
  transaction: Transaction,
  { id, revision, phase }: Receipt,
  timeline: readonly TimelineEntry[],
  { session, fence, freesSlot = false }: { session: string | null; fence: string | null; freesSlot?: boolean },
): Promise<void> {
  await transaction.rows(
    `WITH step AS (INSERT INTO steps (request, revision, phase, session, fence) VALUES ($1, $2, $3, $4, $5)),
       slot AS (UPDATE submit_slots SET request = NULL, session = NULL, since = NULL WHERE request = $1 AND $6)
     INSERT INTO events (request, revision, place, at_ms, tone, title, detail)
     SELECT $1, $2, n - 1, at_ms, tone, title, detail
     FROM unnest($7::bigint[], $8::text[], $9::text[], $10::text[]) WITH ORDINALITY AS e (at_ms, tone, title, detail, n)`,
    [
      id,
      revision,
      phase,
      session,
      fence,
      freesSlot,
      timeline.map(({ atMs }) => Math.trunc(atMs)),
      timeline.map(({ tone }) => tone),
      timeline.map(({ title }) => title),
      timeline.map(({ detail }) => detail),
    ],
  )
}

/** A file lies in the file store. */
export async function noteFile(
  database: Pick<Transaction, 'rows'>,
  { sha256, bytes }: { sha256: string; bytes: number },
): Promise<void> {
  await database.rows('INSERT INTO blobs (sha256, bytes) VALUES ($1, $2) ON CONFLICT DO NOTHING', [sha256, bytes])
}

export async function writeAsset(
  transaction: Transaction,
  { request, job, output, sha256, bytes, name, width, height }: SharedAsset,
): Promise<void> {
  await noteFile(transaction, { sha256, bytes })
  await transaction.rows(
    `INSERT INTO assets (request, job, output, sha256, name, width, height) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (request, job, output) DO UPDATE
       SET sha256 = excluded.sha256, name = excluded.name, width = excluded.width, height = excluded.height`,
    [request, job, output, sha256, name, width, height],
  )
}
