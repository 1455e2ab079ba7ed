import { codeOf } from '../../domain/error-code.ts'
import { DatabaseGoneError } from '../platform/gone-database.ts'
import { markForCheck } from './damage.ts'
import type { Db } from './db.ts'
import { forgetStatements } from './statements.ts'

/** One connection, which can be replaced under those who hold it. */
interface Connection {
  current: Db
  /** The disk refused a write: what it has is not known until the file was opened anew and read. */
  inDoubt: boolean
  openings: number
  openAnew: () => Db
  isInPlace: () => boolean
}

const known = new WeakMap<Db, Connection>()

/**
 * A connection that is given up after the disk has refused a write through it. Until a new one has proven itself the old
 * one serves those who only look, and writes nothing more.
 * @param openAnew a new connection whose writes are synced and whose file reads whole; throws where it is not
 * @param isInPlace whether the file that is open is the one that others find under its name
 */
export function reopenableDatabase(first: Db, openAnew: () => Db, isInPlace: () => boolean = () => true): Db {
  const connection: Connection = { current: first, inDoubt: false, openings: 1, openAnew, isInPlace }
  // Stands for whichever connection is the current one; an empty target, since the library's own members cannot change.
  const db = new Proxy({} as Db, {
    get: (_, name) => {
      const value: unknown = Reflect.get(connection.current, name)
      return typeof value === 'function' ? value.bind(connection.current) : value
    },
  })
  known.set(db, connection)
  return db
}

/** Full, broken or not readable: SQLite's words for a write or a sync that did not come true. */
const refusals = /^SQLITE_(IOERR|FULL|CORRUPT|NOTADB)/

/** Notes what a failed write says of the disk; any other error says nothing of it. */
export function noteRefusal(db: Db, error: unknown): void {
  const connection = known.get(db)
  const code = codeOf(error)
  if (connection && refusals.test(code)) connection.inDoubt = true
  markForCheck(db, error)
}

export const isUnverified = (db: Db): boolean => known.get(db)?.inDoubt === true

/** False where the database was deleted, moved or replaced while it was open: what is written to it nobody else sees. */
export const isInPlace = (db: Db): boolean => known.get(db)?.isInPlace() !== false

/** @throws DatabaseGoneError: two programs that write to two files would each hold a lock that the other does not see */
export function mustBeInPlace(db: Db): void {
  if (!isInPlace(db)) throw new DatabaseGoneError()
}

/**
 * After a refusal: opens the file anew, reads it, and goes on with that connection.
 * @throws the disk's error, or DamagedDatabaseError; nothing is written until this has passed
 */
export function verifyConnection(db: Db): void {
  const connection = known.get(db)
  if (!connection?.inDoubt || connection.current.inTransaction) return
  const next = openMarked(connection)
  const old = connection.current
  connection.current = next
  connection.inDoubt = false
  connection.openings += 1
  forgetStatements(db)
  try {
    old.close()
  } catch {
    // It may tell of the same refused write once more.
  }
}

/** Where it finds the file damaged, the next start of the app walks all of it. */
function openMarked({ current, openAnew }: Connection): Db {
  try {
    return openAnew()
  } catch (error) {
    markForCheck(current, error)
    throw error
  }
}

/** Which connection it is by now: what one tells of changes says nothing of what another told. */
export const openingsOf = (db: Db): number => known.get(db)?.openings ?? 1
