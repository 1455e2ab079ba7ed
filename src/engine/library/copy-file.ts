import { randomUUID } from 'node:crypto'
import { constants, copyFile, open, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { renameDurablyLater } from '../platform/durable-file.ts'
import { atLater, syncHandle } from '../platform/failpoints.ts'
import { hashFile } from '../platform/files.ts'
import { asItsFolder } from '../platform/own-rights.ts'
import { makeFolderLater } from '../store/folders.ts'

/** Begins the names of copies that are not whole yet; what a crash leaves of them is swept away. */
export const unfinished = '.moving-'

/** A name for what is on its way into the folder of a place; hidden, and never anybody's. */
export const newIncoming = (path: string): string => join(dirname(path), `.incoming-${randomUUID()}`)

/** Where it cannot be taken away it is hidden, and in nobody's way. */
export const removeIncoming = (path: string): Promise<void> => rm(path, { force: true }).catch(() => undefined)

/**
 * Copies a file beside its place, synced, read back, and only then under its name with the times it had. There must be
 * no file of that name.
 * @returns the SHA-256 of what is there now
 * @throws the system's error; nothing is left then
 */
export async function copyWhole(from: string, to: string): Promise<string> {
  const folder = dirname(to)
  await makeFolderLater(folder)
  const temporary = join(folder, `${unfinished}${randomUUID()}`)
  try {
    await atLater('library copy', () => copyFile(from, temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE))
    await asItsFolder(folder, temporary)
    const { atime, mtime } = await stat(from)
    const file = await open(temporary, 'r+')
    try {
      await file.utimes(atime, mtime).catch(() => undefined)
      await syncHandle('library sync', file)
    } finally {
      await file.close()
    }
    const { sha256 } = await hashFile(temporary)
    await renameDurablyLater('library rename', temporary, to)
    return sha256
  } finally {
    await removeIncoming(temporary)
  }
}

export const removeFile = (path: string): Promise<void> => atLater('library removal', () => unlink(path))
