import { type Point, reach } from '../durable.ts'
import type { Db } from './database.ts'

/**
 * One write of the database, whole or not at all, synced when it returns. The lock is taken at the beginning: a deferred
 * transaction that reads first fails between two processes (toolchain: SQLite).
 */
export function commit<T>(point: Point, db: Db, work: () => T): T {
  const result = db
    .transaction(() => {
      const made = work()
      reach(point, 'before')
      return made
    })
    .immediate()
  reach(point, 'after')
  return result
}
