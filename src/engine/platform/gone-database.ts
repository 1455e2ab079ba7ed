import { statSync } from 'node:fs'

/** The database or the journal is not where it was opened: nothing is written, since nobody would find it again. */
export class DatabaseGoneError extends Error {
  override name = 'DatabaseGoneError'
  constructor() {
    super(
      'The files of this home were moved, deleted or replaced while Printroom had them open, or their disk went away. Nothing is sent or changed here any more; what was sent before may be charged, and goes on at the service. Close Printroom, put them back if you can, and start it again: what the journal of receipts has is taken in then.',
    )
  }
}

/**
 * Tells from now on whether a name still means the file that it means now. Asked by name alone: nothing is opened, since
 * closing it would drop SQLite's locks.
 */
export function watchPlace(path: string): () => boolean {
  const identity = (): string | null => {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false })
    return found ? `${found.dev} ${found.ino}` : null
  }
  const first = identity()
  return () => {
    try {
      return identity() === first
    } catch {
      // A disk that does not answer now says nothing of the file: its writes will.
      return true
    }
  }
}
