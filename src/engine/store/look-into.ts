import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { Db } from './db.ts'

/**
 * Looks into a database file that this program does not work with: one that was put away, a backup, another home's. Without
 * a write, and closed again afterwards.
 * @returns null where it cannot be opened, or what is asked of it does not read
 */
export function lookInto<T>(path: string, look: (db: Db) => T): T | null {
  try {
    // Opening a pipe would have no end.
    if (!statSync(path).isFile()) return null
    const db = new Database(path, { readonly: true, fileMustExist: true, timeout: 1000 })
    try {
      return look(db)
    } finally {
      db.close()
    }
  } catch {
    return null
  }
}
