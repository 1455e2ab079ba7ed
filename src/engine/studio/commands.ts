import { CallError } from '../platform/call-error.ts'
import type { Database, Transaction } from './database.ts'

/** What somebody has asked of the studio, and what became of it: the inbox, and the audit. */
export interface StudioCommand {
  id: string
  person: string
  kind: string
  payload: string
  /** The request that it is about; none for what is about no single one. */
  request?: string | null
}

/** What a command carries, as anybody may have written it there; null where it is no JSON. */
export function payloadOf({ payload }: Pick<StudioCommand, 'payload'>): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return null
  }
}

/** What became of a command, once and for all: the same command again has the same outcome. */
export type CommandOutcome = { is: 'done'; requests: string[] } | { is: 'refused'; code: string; message: string }

/** Another command has this number already, with another content. */
export class OtherCommandError extends CallError {
  override name = 'OtherCommandError'
  constructor(id: string) {
    super(
      'other-command',
      `Another command has the number ${id}, with another content. Nothing more was ordered or changed. Leave --command out.`,
    )
  }
}

/** @returns whether its number was new */
export async function insertCommand(
  database: Pick<Transaction, 'rows'>,
  { id, person, kind, payload, request = null }: StudioCommand,
): Promise<boolean> {
  const made = await database.rows(
    `INSERT INTO commands (id, person, kind, payload, request) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    [id, person, kind, payload, request],
  )
  return made.length > 0
}

/**
 * Puts a command into the inbox. The same one again is in it already: a lost answer never orders twice.
 * @throws OtherCommandError
 */
export async function sendCommand(database: Database, command: StudioCommand): Promise<void> {
  if (await insertCommand(database, command)) return
  const { id, person, kind, payload } = command
  const [stored] = await database.rows<StudioCommand>('SELECT person, kind, payload FROM commands WHERE id = $1', [id])
  if (stored?.person !== person || stored.kind !== kind || stored.payload !== payload) throw new OtherCommandError(id)
}

/** Null while nobody has carried it out. */
export async function outcomeOf(database: Database, id: string): Promise<CommandOutcome | null> {
  const [row] = await database.rows<{ outcome: string | null }>(
    'SELECT outcome FROM commands WHERE id = $1 AND done_at IS NOT NULL',
    [id],
  )
  return row?.outcome ? (JSON.parse(row.outcome) as CommandOutcome) : null
}

/** As it was sent; null where there is none of that number. */
export async function commandOf(database: Database, id: string): Promise<StudioCommand | null> {
  const rows = await database.rows<StudioCommand>(
    'SELECT id, person, kind, payload, request FROM commands WHERE id = $1',
    [id],
  )
  return rows[0] ?? null
}

/** The oldest orders that nobody has taken. */
export const openCommands = (database: Database, most: number): Promise<StudioCommand[]> =>
  database.rows<StudioCommand>(
    `SELECT id, person, kind, payload FROM commands WHERE done_at IS NULL AND request IS NULL ORDER BY received_at LIMIT $1`,
    [most],
  )

/** The oldest about single requests that nobody has carried out, of these partitions; and of requests that are not there. */
export const openActs = (
  database: Database,
  partitions: readonly number[],
  most: number,
): Promise<(StudioCommand & { request: string })[]> =>
  database.rows<StudioCommand & { request: string }>(
    `SELECT commands.id, commands.person, kind, payload, commands.request FROM commands
     LEFT JOIN requests ON requests.id = commands.request
     WHERE done_at IS NULL AND commands.request IS NOT NULL
       AND (requests.id IS NULL OR requests.partition = ANY ($1::smallint[]))
     ORDER BY received_at LIMIT $2`,
    [partitions, most],
  )

/** Locks it until the transaction ends. @returns false where it is carried out already, or another worker is about to */
export async function lockCommand(transaction: Transaction, id: string): Promise<boolean> {
  const rows = await transaction.rows(
    'SELECT 1 FROM commands WHERE id = $1 AND done_at IS NULL FOR UPDATE SKIP LOCKED',
    [id],
  )
  return rows.length > 0
}

/** How often it is asked whether a worker has carried one out. */
const askMs = 100

/**
 * Waits until a worker has carried a command out, or refused it.
 * @param ask how the database is asked, by somebody who has more patience with it
 * @returns null where the caller stopped waiting
 */
export async function outcomeOfCommand(
  database: Database,
  id: string,
  signal: AbortSignal,
  ask: <T>(question: () => Promise<T>) => Promise<T> = (question) => question(),
): Promise<CommandOutcome | null> {
  while (!signal.aborted) {
    const outcome = await ask(() => outcomeOf(database, id))
    if (outcome !== null) return outcome
    await new Promise((resolve) => setTimeout(resolve, askMs))
  }
  return null
}

export async function endCommand(
  transaction: Transaction,
  id: string,
  outcome: CommandOutcome,
  worker: string | null,
): Promise<void> {
  await transaction.rows(
    'UPDATE commands SET done_at = clock_timestamp(), outcome = $2, worker = $3 WHERE id = $1 AND done_at IS NULL',
    [id, JSON.stringify(outcome), worker],
  )
}

/** Of a command for which nothing more is written. @returns null where another worker was first */
export const endAlone = (
  database: Database,
  id: string,
  outcome: CommandOutcome,
  worker: string,
): Promise<CommandOutcome | null> =>
  database.transaction(async (transaction) => {
    if (!(await lockCommand(transaction, id))) return null
    await endCommand(transaction, id, outcome, worker)
    return outcome
  })

/** What was carried out in this very transaction, for the audit. */
export async function actIn(transaction: Transaction, command: StudioCommand): Promise<void> {
  await insertCommand(transaction, command)
  await endCommand(transaction, command.id, { is: 'done', requests: [] }, null)
}

/** A command that needs no worker: written down and carried out in one transaction. */
export function actAtOnce(
  database: Database,
  command: StudioCommand,
  act: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  return database.transaction(async (transaction) => {
    if (!(await insertCommand(transaction, command))) return
    await act(transaction)
    await endCommand(transaction, command.id, { is: 'done', requests: [] }, null)
  })
}

export interface Audited {
  id: string
  at: string
  person: string
  kind: string
  payload: string
  /** The request that it is about; null: about no single one. */
  request: string | null
  outcome: string | null
}

/** Newest first. */
export const readAudit = (database: Database, most: number): Promise<Audited[]> =>
  database.rows<Audited>(
    `SELECT commands.id, to_char(received_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS at, people.name AS person,
       kind, payload, request, outcome
     FROM commands JOIN people ON people.id = person ORDER BY received_at DESC LIMIT $1`,
    [most],
  )
