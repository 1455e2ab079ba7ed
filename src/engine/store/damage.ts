import { accessSync, constants, existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { codeOf } from '../../domain/error-code.ts'
import { DamagedDatabaseError } from '../platform/damaged-database.ts'
import { syncFolder } from '../platform/durable-file.ts'
import { rename } from '../platform/failpoints.ts'
import { ownFile } from '../platform/own-rights.ts'
import type { Db } from './db.ts'
import { companions } from './leftovers.ts'
import { migrations } from './migrations/all.ts'

/** Null for every other error: a full or broken disk is no reason to put a database away. */
export function damageOf(error: unknown): DamagedDatabaseError | null {
  if (error instanceof DamagedDatabaseError) return error
  const code = codeOf(error)
  if (code === 'SQLITE_NOTADB') return new DamagedDatabaseError('it is not a database any more', true)
  // While a database is opened: its own description of its tables does not read any more.
  if (code === 'SQLITE_ERROR') return new DamagedDatabaseError('its tables are not as Printroom made them', true)
  return code.startsWith('SQLITE_CORRUPT') ? new DamagedDatabaseError('parts of it cannot be read', true) : null
}

/** Up to this size every index is compared with its table. */
const wholeCheckBytes = 64 * 2 ** 20
/** Up to this size the library's pages are walked too before anything is shown: some twenty-five thousand results. */
const shownAfterBytes = 16 * 2 ** 20
/** Up to this size all pages of a copy are walked; above it those of the library are not. */
const walkedBytes = 512 * 2 ** 20
/** Beside a database of which something did not read: all of its pages are walked when it is opened next. */
const markName = 'check-database'

/**
 * What SQLite itself can find: broken pages, indexes that lack rows, tables that are not ours. It does not see a changed
 * byte inside a value (toolchain: SQLite); receipts have their checksums for that.
 * @throws DamagedDatabaseError, or SQLite's own SQLITE_CORRUPT
 */
export function checkDatabase(db: Db): void {
  checkShape(db)
  checkPages(db, walkedBytes)
}

/**
 * The same before anything is shown. Walking a hundred thousand pictures takes longer than showing the first of them: of a
 * large database all that is about orders is walked, and the library's pages where one of them did not read before.
 * @throws as above
 */
export function checkAtOpening(db: Db): void {
  checkShape(db)
  const mark = markBeside(db)
  checkPages(db, existsSync(mark) ? Number.POSITIVE_INFINITY : shownAfterBytes)
  rmSync(mark, { force: true })
}

/** Notes for the next opening that something in it did not read; any other error says nothing of it. */
export function markForCheck(db: Db, error: unknown): void {
  // What our own check of a copy finds carries no code of SQLite.
  if (!(error instanceof DamagedDatabaseError) && !codeOf(error).startsWith('SQLITE_CORRUPT')) return
  try {
    writeFileSync(markBeside(db), '', { mode: ownFile })
  } catch {
    // The disk is in a worse state than that, and whoever reads next tells of it again.
  }
}

const markBeside = (db: Db): string => join(dirname(db.name), markName)

function checkShape(db: Db): void {
  if (shapeOf(db) !== expectedShape()) throw new DamagedDatabaseError('its tables are not as Printroom made them', true)
}

/** @param mostBytes of a file whose pages are all walked; above it only those of tables that are not the library's */
function checkPages(db: Db, mostBytes: number): void {
  const { size } = statSync(db.name)
  const check = size <= wholeCheckBytes ? 'integrity_check' : 'quick_check'
  const checks = size <= mostBytes ? [`${check}(1)`] : tablesOfOrders(db).map((name) => `${check}('${name}')`)
  for (const each of checks)
    if (db.pragma(each, { simple: true }) !== 'ok') throw new DamagedDatabaseError('parts of it cannot be read', true)
}

const tablesOfOrders = (db: Db): string[] =>
  db
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('assets', 'asset_words', 'asset_colours')
         AND name NOT LIKE 'asset\\_words\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .pluck()
    .all()

/**
 * One that says it was made by a newer version is looked at as it is. Where its pages are broken it is the number that
 * may be, and there is nothing to look at: the journal has the orders.
 * @throws DamagedDatabaseError, or SQLite's own SQLITE_CORRUPT
 */
export function checkNewer(db: Db): void {
  try {
    checkPages(db, walkedBytes)
  } catch (error) {
    // What this version's SQLite does not know, a newer one may have made.
    if (error instanceof Database.SqliteError && !error.code.startsWith('SQLITE_CORRUPT')) return
    throw error
  }
}

/**
 * A file whose format says that it may only be read (byte 18, SQLite's file format, 1.3), which no file of this app says:
 * SQLite refuses every write to it, as on a disk without permission. Told by that refusal, and never by a look at the
 * file: a process that closes any descriptor of a file loses all of SQLite's locks on it.
 * @returns null for every other error, and where this account may not write there
 */
export function readOnlyFormatOf(error: unknown, path: string): DamagedDatabaseError | null {
  if (codeOf(error) !== 'SQLITE_READONLY') return null
  try {
    accessSync(path, constants.W_OK)
    accessSync(dirname(path), constants.W_OK)
  } catch {
    return null
  }
  return new DamagedDatabaseError('its first page is not as it was written', true)
}

/** A database of somebody else, or one whose tables are gone, must not be written to as if it were new. */
export function refuseForeign(db: Db, version: number): void {
  const names = new Set(db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all())
  const isNew = version === 0 && names.size === 0
  if (!isNew && !(version > 0 && names.has('meta') && names.has('requests')))
    throw new DamagedDatabaseError('it is a database of something else', false)
}

/** Another home's receipts must neither be shown nor sent as this one's. @param own and found: salts; null where not known */
export function refuseOtherHome(own: string | null, found: string | null): void {
  if (own !== null && found !== null && own !== found)
    throw new DamagedDatabaseError('it belongs to another home', false)
}

/** Names and columns. The text of a table may read differently under another version of SQLite, and that is no damage. */
const shapeOf = (db: Db): string =>
  JSON.stringify(
    db
      .prepare(
        `SELECT s.type, s.name, s.tbl_name, c.name, c.type FROM sqlite_schema s LEFT JOIN pragma_table_info(s.name) c
         WHERE s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND s.name NOT LIKE 'asset\\_words\\_%' ESCAPE '\\'
         ORDER BY s.type, s.name, c.cid`,
      )
      .raw()
      .all(),
  )

let expected: string | null = null

function expectedShape(): string {
  expected ??= readExpectedShape()
  return expected
}

function readExpectedShape(): string {
  const db = new Database(':memory:')
  try {
    for (const migration of migrations) db.exec(migration)
    return shapeOf(db)
  } finally {
    db.close()
  }
}

/**
 * Puts a database with what belongs to it away under a dated name; nothing of it is deleted. A journal that a kill left
 * would else be played back into whatever takes the place next. The caller is alone.
 * @returns the new path
 */
export function setAside(path: string, atMs: number): string {
  const aside = freePath(`${path}.set-aside-${datedName(atMs)}`)
  for (const end of ['', ...companions]) if (existsSync(path + end)) rename('set-aside rename', path + end, aside + end)
  syncFolder(dirname(path))
  return aside
}

/** `2026-11-03T09-00-00.000Z`: sorts by time and is a name on every system. */
export const datedName = (atMs: number): string => new Date(atMs).toISOString().replaceAll(':', '-')

function freePath(wished: string): string {
  for (let n = 1; ; n += 1) {
    const path = n === 1 ? wished : `${wished}.${n}`
    if (!['', ...companions].some((end) => existsSync(path + end))) return path
  }
}

export const asideSentence = (why: string, aside: string): string =>
  `The database was damaged: ${why}. It was set aside as “${basename(aside)}”, and a new one was made from the journal of receipts.`
