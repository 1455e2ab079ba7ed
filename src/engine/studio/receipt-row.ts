import { type Receipt, receipt as receiptSchema } from '../../domain/request/receipt.ts'
import { checksumOf } from '../platform/checksum.ts'
import { columnsOf } from '../store/receipt-rows.ts'
import type { Transaction } from './database.ts'

/** A receipt as its row holds it. */
export interface StoredReceipt {
  id: string
  receipt: string
  checksum: string
}

/** A row of the studio that is not as it was written. */
export class DamagedRowError extends Error {
  override name = 'DamagedRowError'
}

const receiptText = (receipt: Receipt): { text: string; checksum: string } => {
  const text = JSON.stringify(receipt)
  return { text, checksum: checksumOf(text) }
}

/** @throws DamagedRowError */
export function readRow({ id, receipt, checksum }: StoredReceipt): Receipt {
  if (checksumOf(receipt) !== checksum) throw new DamagedRowError(`The studio’s receipt ${id} fails its checksum.`)
  const parsed = receiptSchema.safeParse(JSON.parse(receipt))
  if (!parsed.success) throw new DamagedRowError(`The studio’s receipt ${id} has another form.`)
  return parsed.data
}

/** What follows from a receipt and stands beside it, in the order of `columns`. */
const columns = [
  'revision',
  'skill',
  'phase',
  'is_open',
  'holding',
  'held_credits',
  'held_ms',
  'sent_ms',
  'replaces',
] as const

function derived(receipt: Receipt): unknown[] {
  const all = columnsOf(receipt)
  return columns.map((name) => (name === 'is_open' ? all.is_open === 1 : all[name]))
}

/** The studio's own of a request, which no receipt knows. */
export interface Owned {
  partition: number
  person: string
  project: string | null
  command: string
  place: string
  turn: number
  /** Not driven before the home that it comes from has given it away. */
  arriving?: boolean
  /** Somebody else has said that it goes on, though its person may not act any more. */
  released?: boolean
}

/** @returns whether it was not there */
export async function insertReceipt(transaction: Transaction, receipt: Receipt, owned: Owned): Promise<boolean> {
  const { text, checksum } = receiptText(receipt)
  const values = [
    receipt.id,
    owned.partition,
    owned.person,
    owned.project,
    owned.command,
    owned.place,
    owned.turn,
    owned.arriving ?? false,
    owned.released ?? false,
    text,
    checksum,
    ...derived(receipt),
  ]
  const rows = await transaction.rows(
    `INSERT INTO requests (id, partition, person, project, command, place, turn, arriving, released, receipt, checksum, ${columns.join(', ')})
     VALUES (${values.map((_, n) => `$${n + 1}`).join(', ')}) ON CONFLICT (id) DO NOTHING RETURNING id`,
    values,
  )
  return rows.length > 0
}

/**
 * What arrives, as its home has it now: as long as nobody drives it here it takes the place of what came before it.
 * @returns false where it has arrived, whoever brought it
 */
export async function putArriving(transaction: Transaction, receipt: Receipt, owned: Owned): Promise<boolean> {
  return (
    (await insertReceipt(transaction, receipt, { ...owned, arriving: true })) ||
    (await updateArriving(transaction, receipt))
  )
}

export async function updateArriving(transaction: Transaction, receipt: Receipt): Promise<boolean> {
  const { text, checksum } = receiptText(receipt)
  const set = columns.map((name, n) => `${name} = $${n + 4}`).join(', ')
  const rows = await transaction.rows(
    `UPDATE requests SET receipt = $2, checksum = $3, ${set} WHERE id = $1 AND arriving RETURNING id`,
    [receipt.id, text, checksum, ...derived(receipt)],
  )
  return rows.length > 0
}

/** From now on it is driven; the feed tells of it. */
export async function letArrive(transaction: Transaction, id: string): Promise<void> {
  await transaction.rows(
    `UPDATE requests SET arriving = false, xid = pg_current_xact_id(), seq = nextval('requests_seq') WHERE id = $1`,
    [id],
  )
}

/** It does not come after all: its home goes on with it, and nothing of a budget is kept for it here. */
export async function keepOut(database: Pick<Transaction, 'rows'>, id: string): Promise<void> {
  await database.rows(`UPDATE requests SET holding = 'nothing', held_credits = 0 WHERE id = $1 AND arriving`, [id])
}

/** By the database's own clock: one of many computers may have a clock that is a day behind. */
const nowMs = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

/** Since when it is spent, and when it was first sent, follow the database's clock, and stay as they are then. */
const byItsClock: Partial<
  Record<(typeof columns)[number], (value: (name: (typeof columns)[number]) => string) => string>
> = {
  held_ms: (value) =>
    `CASE WHEN ${value('holding')}::text <> 'spent' THEN ${value('held_ms')}::bigint
       WHEN requests.holding = 'spent' THEN requests.held_ms ELSE ${nowMs} END`,
  sent_ms: (value) =>
    `CASE WHEN ${value('sent_ms')}::bigint IS NULL THEN NULL ELSE coalesce(requests.sent_ms, ${nowMs}) END`,
}

/**
 * Puts a step in the place of the one it follows. `xid` and `seq` are new, so that the feed has it.
 * @returns whether the one it follows stood there
 */
export async function updateReceipt(transaction: Transaction, after: Receipt): Promise<boolean> {
  const { text, checksum } = receiptText(after)
  const value = (name: (typeof columns)[number]): string => `$${columns.indexOf(name) + 5}`
  const set = columns.map((name) => `${name} = ${byItsClock[name]?.(value) ?? value(name)}`).join(', ')
  const rows = await transaction.rows(
    `UPDATE requests SET receipt = $3, checksum = $4, ${set}, xid = pg_current_xact_id(), seq = nextval('requests_seq')
     WHERE id = $1 AND revision = $2 RETURNING id`,
    [after.id, after.revision - 1, text, checksum, ...derived(after)],
  )
  return rows.length > 0
}

/** Whether this very step stands there: its COMMIT was not answered, say. */
export async function standsAsWritten(transaction: Transaction, after: Receipt): Promise<boolean> {
  const [row] = await transaction.rows<{ revision: number; checksum: string }>(
    'SELECT revision, checksum FROM requests WHERE id = $1',
    [after.id],
  )
  return row?.revision === after.revision && row.checksum === receiptText(after).checksum
}
