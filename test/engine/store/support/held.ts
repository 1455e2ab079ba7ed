import Database from 'better-sqlite3'
import { databaseIn } from './open.ts'

/** Another connection that has the lock of the writer, as a program that was stopped in the middle of a write. */
export function holdingDatabase(folder: string): () => void {
  const db = new Database(databaseIn(folder))
  db.exec('BEGIN IMMEDIATE')
  let isHeld = true
  return () => {
    if (isHeld) db.close()
    isHeld = false
  }
}
