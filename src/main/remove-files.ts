import { existsSync } from 'node:fs'
import { LibraryGoneError } from '../engine/library/gone.ts'
import type { Removable } from '../engine/library/removal.ts'

/**
 * Puts files into the system's trash, one after the other. One that is not in its place counts as gone only while the
 * library itself is there: a disk that was taken away has lost nothing.
 * @param done told of the files that are gone, whatever stopped the rest
 * @throws LibraryGoneError, or what `trash` throws
 */
export async function removeFiles(
  { folder, files }: Removable,
  trash: (path: string) => Promise<void>,
  done: (ids: string[]) => Promise<void>,
): Promise<number> {
  const gone: string[] = []
  try {
    for (const { id, path } of files) {
      if (existsSync(path)) await trash(path)
      else if (!existsSync(folder)) throw new LibraryGoneError(folder)
      gone.push(id)
    }
  } finally {
    await done(gone)
  }
  return gone.length
}
