import { randomBytes, randomUUID } from 'node:crypto'
import { codeOf } from '../../domain/error-code.ts'
import { sanitizeText } from '../platform/text.ts'
import { actIn } from './commands.ts'
import type { Database, Transaction } from './database.ts'
import { othersWords } from './file-store.ts'
import { studioMigrations } from './migrations/all.ts'
import { hasAdmin, personNamed, setPerson } from './people.ts'
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
 * Brings the tables to the current form, by the role that owns them, and gives workers and terminals the rights that they need there.
 * Two at once: the second waits and finds it done.
 * @param wish begins a studio where there is none; null: only an existing one is brought forward
 * @returns how many steps were taken
 * @throws StudioError for a database of somebody else or of a newer version; nothing is changed then
 */
export const migrateStudio = (
  database: Database,
  wish: Wish | null,
): Promise<{ steps: number; isNew: boolean; hasRole: boolean }> =>
  asOwner(database, async (transaction) => {
    const made = await bringForward(transaction, database, wish)
    const role = await roleIn(transaction)
    if (role.isThere && !made.isNew) await grantWorker(transaction, role.name)
    return { ...made, hasRole: role.isThere }
  })

export interface Beginning {
  wish: Wish
  /** The first one's name. */
  admin: string
  /** Workers and terminals get another password, and what they have ends. */
  isNewPassword: boolean
  /** Says at the file store whose it is. */
  claim: (studio: string, hasFiles: boolean) => Promise<void>
}

export interface Begun {
  studio: Studio
  isNew: boolean
  /** It had no administrator, and has this one now. */
  isAdminless: boolean
  /** The role of workers and terminals. */
  role: string
  /** Null: it has the one that it had. */
  password: string | null
}

/**
 * Begins a studio, or finds it begun: tables, administrator, the role of workers and the mark at the file store are all there then, or
 * nothing is. The mark comes last, so that where another studio has the files nothing stands in the database.
 * @throws StudioError
 */
export async function beginStudio(
  database: Database,
  { wish, admin, isNewPassword, claim }: Beginning,
): Promise<Begun> {
  return asOwner(database, async (transaction) => {
    // Files may be slow, and whoever else begins it waits meanwhile.
    await transaction.rows('SET LOCAL idle_in_transaction_session_timeout = 0')
    const { isNew } = await bringForward(transaction, database, wish)
    const studio = await studioIn(transaction)
    if (studio === null) throw noStudio(database)
    if (!isNew && (studio.service !== wish.service || studio.files !== wish.files))
      throw new StudioError(
        'foreign',
        `The database at ${database.where} holds the studio ${studio.name} already, with the service ${studio.service} and files in ${studio.files}. Nothing was changed. Name those, or a database of its own.`,
      )
    // Where an earlier version has let the last one go, whoever has the owner's address lets one in again.
    const isAdminless = !(await hasAdmin(transaction))
    if (isAdminless) await firstAdmin(transaction, admin)
    const { name: role, isThere } = await roleIn(transaction)
    const password = await readyRole(transaction, { role, isThere, isNewPassword, where: database.where })
    const [files] = await transaction.rows('SELECT 1 FROM blobs LIMIT 1')
    await claim(studio.id, files !== undefined)
    return { studio, isNew, isAdminless, role, password }
  })
}

/** All of it or nothing, one after the other. @throws StudioError */
async function asOwner<T>(database: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  try {
    return await database.transaction(async (transaction) => {
      await transaction.rows('SELECT pg_advisory_xact_lock($1)', [lock])
      return work(transaction)
    })
  } catch (error) {
    // What PostgreSQL said is the cause; a sentence that says more than ours for workers has none.
    if (error instanceof StudioError && codeOf(error.cause) === '42501')
      throw new StudioError(
        'rights',
        `The user of this address may not make or change tables at ${database.where}. “studio init” and “studio migrate” need the address of the database’s owner. Nothing was changed.`,
        { cause: error },
      )
    throw error
  }
}

async function firstAdmin(transaction: Transaction, name: string): Promise<void> {
  await setPerson(transaction, name, 'admin')
  const person = await personNamed(transaction, name)
  if (person === null) throw new Error('the first administrator was not written')
  const payload = JSON.stringify({ name, role: 'admin' })
  await actIn(transaction, { id: randomUUID(), person: person.id, kind: 'people set', payload })
}

async function bringForward(
  transaction: Transaction,
  database: Database,
  wish: Wish | null,
): Promise<{ steps: number; isNew: boolean }> {
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
  for (const [n, migration] of studioMigrations.entries())
    if (n >= (version ?? 0)) await takeStep(transaction, migration, { to: n + 1, version, database })
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
}

/** Tables that are there already, or are missing: the database is not of the version that it says. */
const isOfAnotherForm = (code: string): boolean => /^42(P|7|8)/.test(code) && code !== '42501'

async function takeStep(
  transaction: Transaction,
  migration: string,
  { to, version, database }: { to: number; version: number | null; database: Database },
): Promise<void> {
  try {
    await transaction.rows(migration)
  } catch (error) {
    if (!isOfAnotherForm(codeOf(error))) throw error
    throw new StudioError(
      'foreign',
      `The tables at ${database.where} are not of version ${version ?? 0}, as they say: the step to version ${to} cannot be taken (${sanitizeText(error instanceof Error ? error.message : String(error))}). Nothing was changed. Was the version set by hand, or a part of a backup restored? Restore all of it.`,
      { cause: error },
    )
  }
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

/** Rights of the role that workers and terminals use: no change of tables, and of commands only what became of them. */
async function grantWorker(transaction: Transaction, role: string): Promise<void> {
  const name = quoted(role)
  for (const statement of [
    `GRANT USAGE ON SCHEMA public TO ${name}`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${name}`,
    `GRANT INSERT ON commands, requests, turns, slot_waits, events, steps, workers, blobs, assets, people, budgets TO ${name}`,
    `GRANT UPDATE (done_at, worker, outcome) ON commands TO ${name}`,
    `GRANT UPDATE ON requests, turns, slot_waits, leases, submit_slots, workers, assets, people, budgets TO ${name}`,
    `GRANT DELETE ON workers, slot_waits, budgets TO ${name}`,
    `GRANT USAGE ON SEQUENCE requests_seq, orders_seq TO ${name}`,
  ])
    await transaction.rows(statement)
}

/** The role of this studio's workers and terminals. */
async function roleIn(transaction: Transaction): Promise<{ name: string; isThere: boolean }> {
  const [role] = await transaction.rows<{ name: string; isThere: boolean }>(
    `SELECT name, EXISTS (SELECT 1 FROM pg_roles WHERE rolname = name) AS "isThere"
     FROM (SELECT 'printroom_' || left(id::text, 8) AS name FROM studio) AS studio`,
  )
  return role ?? { name: '', isThere: false }
}

/**
 * Makes the role with a password of its own; one that is there keeps the password that its workers have, unless another is asked for.
 * @returns a new password; null: it has the one that it had
 */
async function readyRole(
  transaction: Transaction,
  { role, isThere, isNewPassword, where }: { role: string; isThere: boolean; isNewPassword: boolean; where: string },
): Promise<string | null> {
  const password = isThere && !isNewPassword ? null : randomBytes(24).toString('hex')
  if (password !== null) {
    const [user] = await transaction.rows<{ name: string; may: boolean }>(
      'SELECT rolname AS name, rolcreaterole OR rolsuper AS may FROM pg_roles WHERE rolname = current_user',
    )
    if (user?.may !== true)
      throw new StudioError(
        'rights',
        `The user ${user?.name ?? ''} at ${where} may not ${isThere ? 'change' : 'make'} the role with which workers and terminals come in. Nothing was made or changed. Have an administrator of PostgreSQL run “ALTER ROLE ${quoted(user?.name ?? '')} CREATEROLE”, then run this again.`,
      )
    await transaction.rows(`${isThere ? 'ALTER' : 'CREATE'} ROLE ${quoted(role)} LOGIN PASSWORD '${password}'`)
  }
  await grantWorker(transaction, role)
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
  const row = await studioIn(database)
  if (row === null) throw noStudio(database)
  return row
}

const studioIn = async (database: Pick<Transaction, 'rows'>): Promise<Studio | null> =>
  (await database.rows<Studio>('SELECT id, name, service, files, salt FROM studio'))[0] ?? null
