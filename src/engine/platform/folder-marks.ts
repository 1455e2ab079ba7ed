import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { codeOf } from '../../domain/error-code.ts'
import { checksumOf } from './checksum.ts'
import { atLater, syncHandle } from './failpoints.ts'
import { shareAs } from './shared-rights.ts'

/** Lies in a folder that a Printroom watches: only there results are marked. */
const watchedName = '.printroom-watched'
/** Begins the name of what one home has put there: each writes a file of its own, since shares do not append for two. */
const marksBegin = '.printroom-results-'
/** The same for what one computer has prepared there without a home. */
const preparedBegin = `${marksBegin}prepared-`

const watchedText =
  'A Printroom watches this folder. It can be deleted when none does any more.\nWhat Printrooms put here as results stands in the .printroom-results files beside this one, and what they ordered from here in .printroom-ordered.\n'
const marksText =
  '# SHA-256 of each result that a Printroom put into this folder: no Printroom that watches it takes one for a new picture.\n'

/** A million results. What is larger was not written here. */
const mostBytes = 2 ** 26

/** Links are not followed, and what is no plain file holds nobody up: the folder is everybody's. */
const careful = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Marks cannot be read, so it is not known which files of the folder are results. */
export class MarksError extends Error {
  override name = 'MarksError'
}

/** Says in a folder that it is watched; whoever puts a result there marks it from then on. @throws the system's error */
export async function markAsWatched(folder: string): Promise<void> {
  if (await isWatched(folder)) return
  await append(folder, watchedName, watchedText, '')
  await syncFolderWhereTaken(folder)
}

/** Whether results are marked there. Where that cannot be told they are. */
export async function isWatched(folder: string): Promise<boolean> {
  try {
    await lstat(join(folder, watchedName))
    return true
  } catch (error) {
    return codeOf(error) !== 'ENOENT'
  }
}

/**
 * Before a result is put into a folder that is watched: writes its content down there, synced, so that a file of that
 * content is never seen without it.
 * @param salt of the home that puts it there
 * @returns whether the folder is watched
 * @throws the system's error: then nothing may be put there
 */
export const markResult = (folder: string, salt: string, sha256: string): Promise<boolean> =>
  markIn(folder, marksBegin + checksumOf(`results ${salt}`), sha256)

/** The same for what was prepared for the service without any home. */
export const markPrepared = (folder: string, sha256: string): Promise<boolean> =>
  markIn(folder, preparedBegin + checksumOf(`prepared ${hostname()}`), sha256)

async function markIn(folder: string, name: string, sha256: string): Promise<boolean> {
  if (!(await isWatched(folder))) return false
  await append(folder, name, marksText, `${sha256}\n`)
  await syncFolderWhereTaken(folder)
  return true
}

/** As a last line that was cut off must not spoil the next one, a line that does not end is closed off first. */
async function append(folder: string, name: string, head: string, line: string): Promise<void> {
  const path = join(folder, name)
  const how = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | careful
  const file = await open(path, how, 0o644)
  try {
    const { size } = await mustBePlain(file)
    // Whoever watches the folder reads it.
    await shareAs(folder, file)
    const last = Buffer.alloc(1)
    if (size > 0) await file.read(last, 0, 1, size - 1)
    const before = size === 0 ? head : last[0] === 0x0a ? '' : '\n'
    if (before + line !== '') await atLater('result mark write', () => file.appendFile(before + line))
    await syncHandle('result mark sync', file)
  } finally {
    await file.close()
  }
}

/** The file's own sync is what counts; some shares and cards cannot sync a folder. */
export async function syncFolderWhereTaken(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r').catch(() => null)
  if (handle) await syncHandle('folder sync', handle).catch(() => undefined)
  await handle?.close()
}

/** What Printrooms have put into a folder as results. */
export interface Marked {
  contents: ReadonlySet<string>
  /** Whether other homes than this one have put something there. */
  byOthers: boolean
}

/**
 * Whatever was in the folder when it was listed is marked here, if it is a result that was put there.
 * @throws MarksError, or the system's error
 */
export async function resultsMarkedIn(folder: string, salt: string): Promise<Marked> {
  const own = marksBegin + checksumOf(`results ${salt}`)
  const names = (await readdir(folder)).filter((name) => name.startsWith(marksBegin))
  const contents = new Set<string>()
  for (const name of names) for (const sha256 of await marksOf(join(folder, name))) contents.add(sha256)
  return { contents, byOthers: names.some((name) => name !== own && !name.startsWith(preparedBegin)) }
}

async function marksOf(path: string): Promise<string[]> {
  const file = await open(path, constants.O_RDONLY | careful).catch((error: unknown) => {
    throw new MarksError(`${path}: ${codeOf(error)}`)
  })
  try {
    const { size } = await mustBePlain(file)
    if (size > mostBytes) throw new MarksError(`${path} is too large`)
    const text = await file.readFile('latin1')
    return text.match(/^[0-9a-f]{64}$/gm) ?? []
  } catch (error) {
    throw error instanceof MarksError ? error : new MarksError(`${path}: ${codeOf(error)}`)
  } finally {
    await file.close()
  }
}

async function mustBePlain(file: FileHandle): Promise<{ size: number }> {
  const stats = await file.stat()
  if (!stats.isFile()) throw new MarksError('no plain file')
  return stats
}
