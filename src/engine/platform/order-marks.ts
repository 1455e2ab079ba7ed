import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../domain/error-code.ts'
import { sha256Of } from './checksum.ts'
import { atLater, syncHandle } from './failpoints.ts'
import { syncFolderWhereTaken } from './folder-marks.ts'
import { shareAs, shareFolderAs } from './shared-rights.ts'

/** Lies in a watched folder: one small file for each content that was ordered from it, by whatever Printroom. */
export const ordersName = '.printroom-ordered'

/**
 * What a mark says. `mine`: of this token and not yet ordered. `begun`: of another, torn, or not to be read; nobody knows
 * what came of it.
 */
export type OrderMark = 'mine' | 'begun' | 'ordered'

const orderedLine = 'ordered'
/** A mark has two short lines. */
const mostBytes = 4096
const plain = constants.O_NOFOLLOW ?? 0

/**
 * The name of a mark. One content is ordered once for one Skill of one service, whoever watches the folder, so no home's
 * salt is in it.
 */
export const orderMarkName = (origin: string, skill: string, sha256: string): string =>
  sha256Of(JSON.stringify([origin, skill, sha256]))

/**
 * Before anything is ordered from a folder that others may watch as well: whoever makes the mark may order. A file that
 * must be new is the one thing that all shares decide alike for two that come at once. Synced when this returns.
 * @param token of whoever asks: names its own mark again where the answer was lost
 * @throws the system's error where it can be neither made nor read
 */
export async function claimOrder(folder: string, name: string, token: string): Promise<OrderMark> {
  const path = join(folder, ordersName, name)
  let file: FileHandle
  try {
    await makeOrders(folder)
    file = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | plain, 0o600)
  } catch (error) {
    // What cannot be written may be there all the same, on a share that can only be read.
    const found = await stateOf(path, token).catch((unread: unknown) => unreadState(error, unread))
    if (found !== null) return found
    throw error
  }
  try {
    await shareAs(folder, file)
    await writeSynced(file, `begun ${token}\n`)
  } catch (error) {
    await unlink(path).catch(() => undefined)
    throw error
  } finally {
    await file.close()
  }
  await syncFolderWhereTaken(join(folder, ordersName))
  await syncFolderWhereTaken(folder)
  return 'mine'
}

/** The order stands. @throws the system's error */
export async function confirmOrder(folder: string, name: string): Promise<void> {
  const file = await open(join(folder, ordersName, name), constants.O_WRONLY | constants.O_APPEND | plain)
  try {
    await writeSynced(file, `${orderedLine}\n`)
  } finally {
    await file.close()
  }
}

/** Nothing was ordered: another may. A mark of somebody else, or of an order that stands, is left. @throws the system's error */
export async function releaseOrder(folder: string, name: string, token: string): Promise<void> {
  const path = join(folder, ordersName, name)
  if ((await stateOf(path, token)) === 'mine') await unlink(path)
}

async function makeOrders(folder: string): Promise<void> {
  const path = join(folder, ordersName)
  try {
    await mkdir(path, 0o700)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    // A link may lead anywhere.
    if (!(await lstat(path)).isDirectory()) throw Object.assign(new Error('no folder'), { code: 'ENOTDIR' })
  }
  // Also one that is there: a kill, or an earlier version, has left it to one account alone.
  await shareFolderAs(folder, path)
}

/** A mark that is there and that this account may not read says as much as a torn one. */
const unreadState = (made: unknown, read: unknown): OrderMark | null =>
  codeOf(made) === 'EEXIST' && ['EACCES', 'EPERM'].includes(codeOf(read)) ? 'begun' : null

async function writeSynced(file: FileHandle, line: string): Promise<void> {
  await atLater('order mark write', () => file.appendFile(line))
  await syncHandle('order mark sync', file)
}

async function stateOf(path: string, token: string): Promise<OrderMark> {
  const stats = await lstat(path)
  if (!stats.isFile() || stats.size > mostBytes) return 'begun'
  const lines = (await readFile(path, 'utf8')).split('\n')
  if (lines.slice(0, -1).includes(orderedLine)) return 'ordered'
  return lines.length > 1 && lines[0] === `begun ${token}` ? 'mine' : 'begun'
}
