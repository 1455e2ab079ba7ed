import { randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { copy } from '../platform/failpoints.ts'
import { databaseName, journalName } from '../platform/file-names.ts'
import { makeFolders } from '../platform/make-folders.ts'
import { ownFolder } from '../platform/own-rights.ts'
import { workFolder } from '../platform/work-folder.ts'
import { migrate, versionOf } from './database.ts'
import type { Db } from './db.ts'
import { Journal } from './journal.ts'
import { migrations } from './migrations/all.ts'

/** A home's database and journal, to be looked at where nothing can be written. */
export interface OnlyRead {
  db: Db
  journal: Journal
  /** Takes away what was made to look at it. */
  end(): void
}

/**
 * In its place where SQLite can (another account has it open), else a copy of it for this run: a database in WAL mode that
 * was closed cannot be opened without making files beside it, nor one of an earlier version be read.
 * @throws the system's error, or SQLite's
 */
export function openOnlyRead(folder: string): OnlyRead {
  const place = join(workFolder(), randomUUID())
  makeFolders(place, ownFolder)
  const end = (): void => rmSync(place, { recursive: true, force: true })
  try {
    const path = join(folder, journalName)
    const db = inPlace(join(folder, databaseName)) ?? copied(join(folder, databaseName), join(place, databaseName))
    try {
      const journal = existsSync(path) ? new Journal(path, true) : new Journal(join(place, journalName))
      return { db, journal, end }
    } catch (error) {
      db.close()
      throw error
    }
  } catch (error) {
    end()
    throw error
  }
}

function inPlace(path: string): Db | null {
  let db: Db | null = null
  try {
    db = new Database(path, { readonly: true, timeout: 10_000 })
    if (versionOf(db) >= migrations.length) return db
  } catch {
    // What is wrong with it, if it is not the missing files beside it, is told by the copy.
  }
  db?.close()
  return null
}

function copied(from: string, to: string): Db {
  for (const end of ['', '-wal']) if (existsSync(from + end)) copy('backup copy', from + end, to + end)
  const db = new Database(to, { fileMustExist: true })
  try {
    if (versionOf(db) < migrations.length) migrate(db)
    db.pragma('query_only = ON')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
