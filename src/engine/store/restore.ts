import { randomUUID } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import { DamagedDatabaseError } from '../platform/damaged-database.ts'
import { copyDurably, renameDurably, syncFile } from '../platform/durable-file.ts'
import { databaseName } from '../platform/file-names.ts'
import { checkDatabase, refuseForeign, refuseOtherHome, setAside } from './damage.ts'
import { migrate, versionOf } from './database.ts'
import { HomeLock } from './home-lock.ts'
import { removeDatabase, restoring, sweepLeftovers } from './leftovers.ts'
import { lookInto } from './look-into.ts'
import { migrations } from './migrations/all.ts'
import { libraryNote } from './rebuild.ts'
import { bringAlong } from './restore-since.ts'
import { saltInFile, saltNoted } from './salt.ts'
import { openStore, type Store } from './store.ts'

/**
 * Puts a backup in the database's place: the current one is set aside first, then the whole journal is replayed over
 * the older state. Receipts and pictures stay complete; what people did with them becomes that of then (`bringAlong` says
 * what does not). Nothing else may have the home open.
 *
 * @throws when the home is open elsewhere, or the backup is not a whole database of this app; nothing is changed then
 */
export async function restoreBackup(folder: string, backup: string): Promise<Store> {
  const database = join(folder, databaseName)
  // A name of its own at each try: what a kill left of another try, its journal above all, is never taken for this one's.
  const incoming = join(folder, `${restoring}-${randomUUID()}`)
  let aside: string | null = null
  mustBeFile(backup)
  const lock = await HomeLock.take(folder)
  try {
    if (!lock.isAlone) throw new Error('Another Printroom has this home open. Close it first; nothing was changed.')
    sweepLeftovers(folder)
    copyDurably(backup, incoming)
    rewind(incoming, database, saltInFile(folder))
    const wasThere = existsSync(database)
    const path = setAside(database, Date.now())
    if (wasThere) aside = path
    renameDurably('restore rename', incoming, database)
  } finally {
    removeDatabase(incoming)
    lock.release()
  }
  const store = await openStore(folder)
  if (aside !== null)
    store.notices.push(
      `The database that was here is kept as ${basename(aside)}. What was rated, tagged, collected, filed anew, put in the trash or typed into forms since the backup is only in there.`,
    )
  return store
}

/** A pipe would hold up whoever reads it, for ever. */
function mustBeFile(backup: string): void {
  const found = statSync(backup)
  const what = found.isDirectory() ? 'a folder' : 'a pipe or a device'
  if (!found.isFile()) throw unusable(`it is ${what}, and no file`)
}

const unusable = (why: string): Error => new Error(`This backup cannot be used: ${why}. Nothing was changed.`)

/**
 * Lets everything be replayed that the journal has, and every file be looked for that came home since.
 * @param salt of this home; null where the file with it is lost: then the current database may have it
 */
function rewind(path: string, current: string, salt: string | null): void {
  const db = new Database(path)
  try {
    const version = versionOf(db)
    refuseForeign(db, version)
    if (version > migrations.length)
      throw new DamagedDatabaseError('a newer Printroom made it, and this one cannot read it as it is meant', false)
    refuseOtherHome(salt ?? lookInto(current, saltNoted), saltNoted(db))
    // One of an earlier version is brought up first, as at any opening; an empty file is none.
    if (version > 0) migrate(db)
    checkDatabase(db)
    db.prepare("UPDATE meta SET value = '0' WHERE key = 'journal_offset'").run()
    db.prepare('DELETE FROM meta WHERE key = ?').run(libraryNote)
    db.prepare('DELETE FROM claims').run()
    bringAlong(db, current)
  } catch (error) {
    throw unusable(error instanceof Error ? error.message : String(error))
  } finally {
    db.close()
  }
  syncFile('restore sync', path)
}
