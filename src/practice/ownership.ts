import Database from 'better-sqlite3'
import type { Home } from './home.ts'
import { makePracticeFile } from './make-folder.ts'

/** Another live process owns the home. */
export class HomeOwnedError extends Error {
  override readonly name = 'HomeOwnedError'
}

interface Ownership {
  release(): void
}

/**
 * Takes the home for this process. The lock is a file lock of the operating system, held by an open exclusive
 * transaction on a database of its own: a SIGKILL releases it, and the state itself stays readable for others.
 */
export function takeOwnership(home: Home): Ownership {
  makePracticeFile(home.lock)
  const lock = new Database(home.lock, { timeout: 0 })
  try {
    lock.pragma('journal_mode = DELETE')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new HomeOwnedError(`another practice service already runs in ${home.folder}`)
    }
    throw error
  }
  return { release: () => lock.close() }
}
