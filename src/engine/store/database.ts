import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { makeOwnFile } from '../platform/own-rights.ts'
import { commit } from './commit.ts'
import { checkDatabase, readOnlyFormatOf, refuseForeign } from './damage.ts'
import { type Db, isBusy } from './db.ts'
import { migrations } from './migrations/all.ts'

/** How long another program's write is waited for. */
const lockWaitMs = 10_000

/** A write was not made durable the way receipts need it. Nothing paid may be sent. */
class DurabilityError extends Error {
  override name = 'DurabilityError'
}

/**
 * Opens the database, brings it to the current form, and proves that its writes are synced.
 *
 * @param path file; made when absent
 * @returns the connection, and whether it may only be read since a newer version made it
 * @throws DurabilityError when SQLite does not keep `synchronous=FULL`; DamagedDatabaseError or SQLite's own error when
 *   the file is not this app's database
 */
export async function openDatabase(path: string): Promise<{ db: Db; readOnly: boolean }> {
  const isNew = !existsSync(path)
  if (isNew) makeOwnFile(path)
  const db = new Database(path, { timeout: lockWaitMs })
  try {
    return await prepared(db, path, isNew)
  } catch (error) {
    db.close()
    throw readOnlyFormatOf(error, path) ?? error
  }
}

async function prepared(db: Db, path: string, isNew: boolean): Promise<{ db: Db; readOnly: boolean }> {
  const version = db.transaction(() => {
    const found = versionOf(db)
    refuseForeign(db, found)
    return found
  })()
  if (version > migrations.length) {
    db.close()
    return { db: new Database(path, { readonly: true, timeout: lockWaitMs }), readOnly: true }
  }
  await switchToWal(db)
  makeDurable(db)
  if (version < migrations.length) {
    if (!isNew && version > 0) {
      const backup = `${path}.before-${migrations.length}.backup`
      makeOwnFile(backup)
      await db.backup(backup)
    }
    migrate(db)
  }
  assertDurable(db)
  return { db, readOnly: false }
}

/**
 * A new file is switched once. Where several programs open a new home at the same moment, SQLite tells all but one at once
 * that it is locked, whatever its timeout: each reads already while it asks to write, so none waits for the other.
 */
async function switchToWal(db: Db): Promise<void> {
  const end = performance.now() + lockWaitMs
  for (;;)
    try {
      db.pragma('journal_mode = WAL')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error
      await pause(10)
    }
}

/**
 * Opens a database once more that this process has open, after a write was refused: proves anew that its writes are
 * synced, and reads what SQLite can check.
 * @throws DurabilityError, DamagedDatabaseError or SQLite's own error
 */
export function openAnew(path: string): Db {
  const db = new Database(path, { timeout: lockWaitMs, fileMustExist: true })
  try {
    db.pragma('journal_mode = WAL')
    makeDurable(db)
    assertDurable(db)
    checkDatabase(db)
    return db
  } catch (error) {
    db.close()
    throw readOnlyFormatOf(error, path) ?? error
  }
}

/**
 * Opens the database to be looked at on a disk that has no room for anything: without the shared-memory file of WAL
 * mode where this process is alone, and without a write. Where another has the home open, that file is there already.
 * Null where the disk was full before the first table was made: there is nothing to look at.
 */
export function openToLook(path: string, isAlone: boolean): Db | null {
  if (!isAlone) return new Database(path, { readonly: true, timeout: lockWaitMs })
  const db = new Database(path, { fileMustExist: true, timeout: lockWaitMs })
  db.pragma('locking_mode = EXCLUSIVE')
  db.pragma('query_only = ON')
  if (versionOf(db) > 0) return db
  db.close()
  return null
}

export const versionOf = (db: Db): number => Number(db.pragma('user_version', { simple: true }))

function makeDurable(db: Db): void {
  // In WAL mode the library's default is NORMAL, which can lose the last commits with the power (toolchain: SQLite).
  db.pragma('synchronous = FULL')
  db.pragma('fullfsync = ON')
  db.pragma('checkpoint_fullfsync = ON')
  db.pragma('foreign_keys = ON')
  db.pragma('trusted_schema = OFF')
}

/** To the current form, inside one write. */
export function migrate(db: Db): void {
  commit('migration commit', db, () => {
    // Another process may have been first; inside the write lock the count is certain.
    for (let done = versionOf(db); done < migrations.length; done += 1) {
      db.exec(migrations[done] ?? '')
      db.pragma(`user_version = ${done + 1}`)
    }
  })
}

/** The setting is asked for after a write, since SQLite answers too early right after the switch to WAL. */
function assertDurable(db: Db): void {
  commit('opening commit', db, () => {
    db.prepare("INSERT INTO meta VALUES ('opened', '1') ON CONFLICT (key) DO UPDATE SET value = value + 1").run()
  })
  const synchronous = Number(db.pragma('synchronous', { simple: true }))
  const mode = String(db.pragma('journal_mode', { simple: true }))
  if (synchronous < 2 || mode !== 'wal')
    throw new DurabilityError(
      `the database keeps synchronous=${synchronous}, journal_mode=${mode}; it needs FULL and wal`,
    )
}
