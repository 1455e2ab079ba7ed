import { existsSync } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { codeOf } from '../domain/error-code.ts'
import { LibraryGoneError } from '../engine/library/gone.ts'
import type { Removable } from '../engine/library/removal.ts'

/**
 * Puts files into the system's trash, one after the other. One that is not in its place counts as gone only while the
 * library itself is there: a disk that was taken away has lost nothing, nor has one that does not answer just now.
 * @param done told of the files that are gone, whatever stopped the rest
 * @throws LibraryGoneError, what `trash` throws, or the system's error where a file cannot be looked at
 */
export async function removeFiles(
  { folder, files }: Removable,
  trash: (path: string) => Promise<void>,
  done: (ids: string[]) => Promise<void>,
): Promise<number> {
  const gone: string[] = []
  try {
    for (const { id, path } of files) {
      if (await isThere(path)) await trash(path)
      else if (!existsSync(folder)) throw new LibraryGoneError(folder)
      gone.push(id)
    }
  } finally {
    await done(gone)
  }
  return gone.length
}

/** Only "there is no such file" is taken for an answer: one that may not be looked at is there. */
async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return false
    throw error
  }
}
