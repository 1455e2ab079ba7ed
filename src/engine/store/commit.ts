import { type Point, reach } from '../platform/failpoints.ts'
import type { Db } from './db.ts'
import { mustBeInPlace, noteRefusal, verifyConnection } from './reopenable-database.ts'

/**
 * One write of the database, whole or not at all, synced when it returns. The lock is taken at the beginning: a deferred
 * transaction that reads first fails between two processes (toolchain: SQLite). After a write that the disk refused
 * nothing more is written before the file was opened anew and read.
 */
export function commit<T>(point: Point, db: Db, work: () => T): T {
  mustBeInPlace(db)
  verifyConnection(db)
  return underLock(point, db, work)
}

/** The lock of a write for work that changes nothing in the database itself: it may be had while that is in doubt. */
export function underLock<T>(point: Point, db: Db, work: () => T): T {
  try {
    const result = db
      .transaction(() => {
        const made = work()
        reach(point, 'before')
        return made
      })
      .immediate()
    reach(point, 'after')
    return result
  } catch (error) {
    noteRefusal(db, error)
    throw error
  }
}
