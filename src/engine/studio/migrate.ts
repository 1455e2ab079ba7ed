import { randomBytes, randomUUID } from 'node:crypto'
import type { Database, Transaction } from './database.ts'
import { othersWords } from './file-store.ts'
import { studioMigrations } from './migrations/all.ts'
import { StudioError } from './studio-error.ts'

/** Of this app's migrations alone; any other number would do. */
const lock = 7_280_416_026

interface Wish {
  name: string
  /** The service's base address: requests of a studio belong to one service, as those of a home do. */
  service: string
  /** The address of the file store. */
  files: string
  /** The studio that the file store is of already. */
  filesOwner?: string | null
}

/**
 * Brings the tables to the current form, by the role that owns them. Two at once: the second waits and finds it done.
 * @param wish begins a studio where there is none; null: only an existing one is brought forward
 * @returns how many steps were taken
 * @throws StudioError for a database of somebody else or of a newer version; nothing is changed then
 */
export function migrateStudio(database: Database, wish: Wish | null): Promise<{ steps: number; isNew: boolean }> {
  return database.transaction(async (transaction) => {
    await transaction.rows('SELECT pg_advisory_xact_lock($1)', [lock])
    const version = await versionIn(transaction)
    if (version === null && (await holdsOthers(transaction)))
      throw new StudioError(
        'foreign',
        `The database at ${database.where} holds tables of something else. A studio needs a database of its own: make one, and name it in the address.`,
      )
    if (version === null && wish === null) throw noStudio(database)
    if (version === null && wish?.filesOwner) throw new StudioError('files', othersWords(wish.files))
    refuseNewer(version ?? 0, database)
    await transaction.rows('CREATE TABLE IF NOT EXISTS printroom_schema (version integer NOT NULL)')
    if (version === null) await transaction.rows('INSERT INTO printroom_schema VALUES (0)')
    for (const migration of studioMigrations.slice(version ?? 0)) await transaction.rows(migration)
    await transaction.rows('UPDATE printroom_schema SET version = $1', [studioMigrations.length])
    const begun = version === null && wish !== null
    if (begun)
      await transaction.rows('INSERT INTO studio (id, name, service, files, salt) VALUES ($1, $2, $3, $4, $5)', [
        randomUUID(),
        wish.name,
        wish.service,
        wish.files,
        randomBytes(16).toString('hex'),
      ])
    return { steps: studioMigrations.length - (version ?? 0), isNew: begun }
  })
}

/** Null where no studio is. */
async function versionIn(transaction: Pick<Transaction, 'rows'>): Promise<number | null> {
  const [there] = await transaction.rows<{ found: string | null }>(`SELECT to_regclass('printroom_schema') AS found`)
  if (!there?.found) return null
  const [row] = await transaction.rows<{ version: number }>('SELECT version FROM printroom_schema')
  return row?.version ?? null
}

async function holdsOthers(transaction: Transaction): Promise<boolean> {
  const [row] = await transaction.rows<{ others: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm')) AS others`,
  )
  return row?.others === true
}

function refuseNewer(version: number, { where }: Database): void {
  if (version > studioMigrations.length)
    throw new StudioError(
      'newer',
      `The studio at ${where} was made by a newer Printroom (its tables are version ${version}, and this one knows ${studioMigrations.length}). Nothing was changed. Update this Printroom.`,
    )
}

const noStudio = ({ where }: Database): StudioError =>
  new StudioError('no-studio', `The database at ${where} holds no studio. Begin one with “studio init”.`)

/**
 * Rights of the role that workers and terminals use: no change of tables, and of commands only what became of them.
 * @param role its name, which the owner has made
 */
async function grantWorker(database: Database, role: string): Promise<void> {
  const name = quoted(role)
  await database.transaction(async (transaction) => {
    for (const statement of [
      `GRANT USAGE ON SCHEMA public TO ${name}`,
      `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${name}`,
      `GRANT INSERT ON commands, requests, events, steps, workers, blobs, assets, people, budgets TO ${name}`,
      `GRANT UPDATE (done_at, worker, outcome) ON commands TO ${name}`,
      `GRANT UPDATE (turn) ON studio TO ${name}`,
      `GRANT UPDATE ON requests, leases, submit_slots, workers, assets, people, budgets TO ${name}`,
      `GRANT DELETE ON workers, budgets TO ${name}`,
      `GRANT USAGE ON SEQUENCE requests_seq, orders_seq TO ${name}`,
    ])
      await transaction.rows(statement)
  })
}

/** Makes the role with a password of its own, or gives an existing one a new password. @returns the password */
export async function makeWorkerRole(database: Database, role: string): Promise<string> {
  const password = randomBytes(24).toString('hex')
  const [known] = await database.rows('SELECT 1 FROM pg_roles WHERE rolname = $1', [role])
  await database.rows(`${known ? 'ALTER' : 'CREATE'} ROLE ${quoted(role)} LOGIN PASSWORD '${password}'`)
  await grantWorker(database, role)
  return password
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** One studio, as its workers and terminals know it. */
export interface Studio {
  id: string
  name: string
  service: string
  files: string
  salt: string
}

/** @throws StudioError where there is none, or its tables are of another version than this program works with */
export async function readStudio(database: Database): Promise<Studio> {
  const version = await versionIn(database)
  if (version === null) throw noStudio(database)
  refuseNewer(version, database)
  if (version < studioMigrations.length)
    throw new StudioError(
      'older',
      `The studio at ${database.where} has tables of an older Printroom (version ${version} of ${studioMigrations.length}). Run “studio migrate” with the owner’s address.`,
    )
  const [row] = await database.rows<Studio>('SELECT id, name, service, files, salt FROM studio')
  if (!row) throw noStudio(database)
  return row
}
