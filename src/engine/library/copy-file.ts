import { randomUUID } from 'node:crypto'
import { constants, copyFile, open, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '../../domain/error-code.ts'
import { atLater, syncHandle } from '../durable.ts'
import { hashFile, letWrite } from '../files.ts'
import { renameDurablyLater } from '../store/durable-file.ts'
import { makeFolder } from '../store/folders.ts'

/** Begins the names of copies that are not whole yet; what a crash leaves of them is swept away. */
export const unfinished = '.moving-'

/** The file's size and times, or null where there is none. */
export async function lookAt(
  path: string,
): Promise<{ size: number; mtimeMs: number; ino: number; dev: number; atime: Date; mtime: Date } | null> {
  try {
    const found = await stat(path)
    return found.isFile() ? found : null
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null
    throw error
  }
}

/**
 * Copies a file beside its place, synced, read back, and only then under its name with the times it had. There must be
 * no file of that name.
 * @returns the SHA-256 of what is there now
 * @throws the system's error; nothing is left then
 */
export async function copyWhole(from: string, to: string): Promise<string> {
  const folder = dirname(to)
  makeFolder(folder)
  const temporary = join(folder, `${unfinished}${randomUUID()}`)
  try {
    await atLater('library copy', () => copyFile(from, temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE))
    await letWrite(temporary)
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
    await rm(temporary, { force: true })
  }
}

export const removeFile = (path: string): Promise<void> => atLater('library removal', () => unlink(path))
