import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { codeOf } from '../../domain/error-code.ts'
import { lockName } from '../platform/file-names.ts'
import { HomeBusyError } from '../platform/home-busy.ts'
import { makeOwnFile } from '../platform/own-rights.ts'
import { type Db, isBusy } from './db.ts'

/** Opening a home with everything replayed may take this long for whoever waits. */
const patienceMs = 60_000

/**
 * Who has a home open: a shared lock for as long as a process has it, an exclusive one while the first of them checks
 * and repairs it. So no database is ever put away under another process that writes to it. The lock is SQLite's own, on
 * an empty file: it ends with the process, however that ends.
 */
export class HomeLock {
  readonly #db: Db | null
  #isAlone: boolean

  private constructor(db: Db | null, isAlone: boolean) {
    this.#db = db
    this.#isAlone = isAlone
  }

  /** No other process, and no other part of this one, has the home open. */
  get isAlone(): boolean {
    return this.#isAlone
  }

  /** @throws HomeBusyError when somebody who was alone does not come to an end */
  static async take(folder: string): Promise<HomeLock> {
    const db = openLockFile(join(folder, lockName))
    // Where not even an empty file can be made (a read-only disk) nothing is repaired either.
    if (db === null) return new HomeLock(null, false)
    for (const endMs = performance.now() + patienceMs; performance.now() < endMs; await pause(15)) {
      if (hold(db, 'BEGIN EXCLUSIVE')) return new HomeLock(db, true)
      if (hold(db, 'BEGIN')) return new HomeLock(db, false)
    }
    db.close()
    throw new HomeBusyError()
  }

  /** Of a home in which nothing can be written: shared, where there is a lock at all. @throws as above */
  static async look(folder: string): Promise<HomeLock> {
    const db = openToLook(join(folder, lockName))
    if (db === null) return new HomeLock(null, false)
    for (const endMs = performance.now() + patienceMs; performance.now() < endMs; await pause(15))
      if (hold(db, 'BEGIN')) return new HomeLock(db, false)
    db.close()
    throw new HomeBusyError()
  }

  /** From now on others may have it open too. */
  async share(): Promise<void> {
    if (this.#db === null || !this.#isAlone) return
    this.#isAlone = false
    this.#db.exec('COMMIT')
    for (const endMs = performance.now() + patienceMs; performance.now() < endMs; await pause(15))
      if (hold(this.#db, 'BEGIN')) return
    throw new HomeBusyError()
  }

  release(): void {
    this.#db?.close()
  }
}

function openLockFile(path: string): Db | null {
  makeOwnFile(path)
  try {
    const db = new Database(path, { timeout: 0 })
    try {
      db.prepare('SELECT count(*) FROM sqlite_schema').get()
    } catch (error) {
      // Somebody wrote into it. In place, since a new file would be another lock.
      if (codeOf(error) === 'SQLITE_NOTADB') truncateSync(path)
    }
    return db
  } catch {
    return null
  }
}

function openToLook(path: string): Db | null {
  try {
    return new Database(path, { readonly: true, timeout: 0 })
  } catch {
    return null
  }
}

/** False where another holds it. A read transaction holds its lock from the first read on. */
function hold(db: Db, begin: 'BEGIN' | 'BEGIN EXCLUSIVE'): boolean {
  try {
    db.exec(begin)
    db.prepare('SELECT count(*) FROM sqlite_schema').get()
    return true
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK')
    if (isBusy(error)) return false
    throw error
  }
}
