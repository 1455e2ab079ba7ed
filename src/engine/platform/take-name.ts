import { link, lstat, open, rm, stat } from 'node:fs/promises'
import { codeOf } from '../../domain/error-code.ts'
import { atLater, type Point, renameLater } from './failpoints.ts'

/**
 * Gives a whole file its name, unless that is taken by anything at all: false then. Where the disk knows second names the
 * file keeps its old one too, which the caller takes away.
 * @throws the system's error
 */
export async function takeName(point: Point, temporary: string, path: string): Promise<boolean> {
  try {
    await atLater(point, () => link(temporary, path))
    return true
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') return false
    if (!withoutLinks.has(code)) throw error
  }
  // Memory cards and some shares know no second name: an empty file of our own holds the place for a moment.
  try {
    await (await open(path, 'wx', 0o644)).close()
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
  try {
    await renameLater(point, temporary, path)
    return true
  } catch (error) {
    // Some shares say no and have done it all the same: what is not empty any more is the copy.
    const held = await stat(path).catch(() => null)
    if (held?.size === 0) await rm(path).catch(() => undefined)
    throw error
  }
}

const withoutLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/** A link that leads nowhere has its name too: looked at as it is, and not for what it leads to. */
export async function isFree(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return false
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true
    throw error
  }
}
