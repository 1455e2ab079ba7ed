import { createHash, randomUUID } from 'node:crypto'
import { constants, createReadStream, existsSync, statfsSync } from 'node:fs'
import { chmod, copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, isNoRoom } from '../../domain/error-code.ts'
import { DamagedDatabaseError } from './damaged-database.ts'
import { OtherDiskError } from './disk-answer.ts'
import { renameDurably, syncFile } from './durable-file.ts'
import { elsewhereWords } from './elsewhere.ts'
import { atLater } from './failpoints.ts'
import { elsewhereCode, noFileCode, silentDiskCode } from './file-codes.ts'
import { DatabaseGoneError } from './gone-database.ts'
import { HomeBusyError } from './home-busy.ts'
import { LibraryGoneError } from './library-gone.ts'
import { makeFolders } from './make-folders.ts'
import { ownFile, ownFolder } from './own-rights.ts'

/** SHA-256 and size of a file, read as a stream. Rejects with the system's error. */
export async function hashFile(path: string): Promise<{ sha256: string; sizeBytes: number }> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk)
    sizeBytes += chunk.length
  }
  return { sha256: hash.digest('hex'), sizeBytes }
}

/**
 * A copy takes over that its original may only be read, and a file that may not be written cannot be synced. Where a disk
 * knows no such rights the opening says whether it takes the file.
 */
const letWrite = (copy: string): Promise<void> => chmod(copy, ownFile).catch(() => undefined)

const makeOwn = (folder: string): unknown => makeFolders(folder, ownFolder)

/**
 * Keeps a copy of a file under its content's name, synced: a receipt that names it stays true whatever becomes of the
 * original.
 * @param make makes the folder where it is not there; else it is made with all that is missing above it
 * @returns the path of the copy
 */
export async function keepByContent(
  path: string,
  sha256: string,
  folder: string,
  make: (folder: string) => unknown = makeOwn,
): Promise<string> {
  const kept = join(folder, sha256)
  // One that rotted, or cannot be read, would stand in the way of every order with this content.
  if (existsSync(kept) && (await hashFile(kept).catch(() => null))?.sha256 === sha256) return kept
  await make(folder)
  const temporary = join(folder, `.${randomUUID()}`)
  try {
    await atLater('source copy', () => copyFile(path, temporary, constants.COPYFILE_FICLONE))
    await letWrite(temporary)
    syncFile('source sync', temporary)
    const { sha256: copied } = await hashFile(temporary)
    if (copied !== sha256) throw new Error('the file changed while it was being copied')
    renameDurably('source rename', temporary, kept)
  } finally {
    await rm(temporary, { force: true })
  }
  return kept
}

/** What is wrong with reading a file, as a clause for a designer. */
export function readTrouble(error: unknown): string {
  const code = codeOf(error)
  switch (code) {
    case 'ENOENT':
      return 'the file is no longer there'
    case 'EACCES':
    case 'EPERM':
      return 'this account may not read the file'
    case 'EISDIR':
      return 'it is a folder'
    case noFileCode:
      return 'it is a pipe or a device, and no file'
    case elsewhereCode:
      return elsewhereWords
    case silentDiskCode:
      return 'its disk does not answer'
    default:
      return 'the file cannot be read'
  }
}

/** Less room than this and SQLite says "I/O error" where it means "full". */
const hardlyAnyRoom = 256 * 1024

function isFull(folder: string | undefined): boolean {
  if (folder === undefined) return false
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < hardlyAnyRoom
  } catch {
    return false
  }
}

/** Of a home that can only be looked at, for whatever reason: to whoever wants it changed. */
export const onlyReadRefusal =
  'This home can only be read, so that was not done: nothing was changed, and nothing is sent from here.'

/**
 * The disk's "no", in words; null for any other error. What is asked of another disk than the home's says so itself
 * (disk-answer.ts): nothing of it is a word about receipts.
 * @param folder where was to be written, to tell a full disk from a broken one
 */
export function diskTrouble(error: unknown, folder?: string): string | null {
  if (error instanceof DamagedDatabaseError || codeOf(error).startsWith('SQLITE_CORRUPT'))
    return 'The database does not read as it was written. Nothing paid is sent. Close Printroom and start it again: it is then made anew from the journal of receipts.'
  const inWords = [LibraryGoneError, DatabaseGoneError, HomeBusyError, OtherDiskError]
  if (error instanceof Error && inWords.some((known) => error instanceof known)) return error.message
  const code = codeOf(error)
  if (code.startsWith('SQLITE_BUSY'))
    return 'Another program holds Printroom’s database and does not let go of it, so no receipt can be written. Nothing paid is sent until it does. Close that program (another Printroom that hangs, a tool that looks into databases), and try again.'
  const isDisk = ['EIO', 'EROFS', 'SQLITE_IOERR', 'SQLITE_READONLY', 'SQLITE_CANTOPEN'].some((known) =>
    code.startsWith(known),
  )
  if (isNoRoom(error) || code === 'SQLITE_FULL' || (isDisk && isFull(folder)))
    return 'The disk is full, so no receipt can be written. Nothing paid is sent until there is room; then work goes on by itself.'
  if (code.startsWith('SQLITE_READONLY')) return onlyReadRefusal
  if (isDisk)
    return 'The disk does not take what is written to it, so no receipt can be kept. Nothing paid is sent until it does.'
  return null
}
