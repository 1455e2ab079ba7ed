import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../../domain/error-code.ts'
import { nameOfBytes } from '../../odd-names.ts'
import type { FileAnswer, FolderAnswer, HashAnswer } from '../messages.ts'

/** Nobody writes to a pipe that was put in a file's place: what opens it so does not wait for it. Windows has no such thing. */
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/**
 * Opens what is a file, and nothing that only looks like one: a pipe, a socket or a device would hold whoever reads it.
 * Asked by name first, since opening alone starts some devices; and of what was opened, since it may be another by then.
 * @returns null where it is no file
 * @throws the system's error
 */
export async function openFile(path: string): Promise<FileHandle | null> {
  if (!(await stat(path)).isFile()) return null
  const file = await open(path, openFlags)
  if ((await file.stat()).isFile()) return file
  await file.close()
  return null
}

/** What stands at each place. */
export const lookAtFiles = (paths: string[]): Promise<FileAnswer[]> => Promise.all(paths.map(lookAtFile))

async function lookAtFile(path: string): Promise<FileAnswer> {
  try {
    const found = await stat(path)
    if (found.isFile()) {
      const { dev, ino } = await stat(path, { bigint: true })
      return { kind: 'file', sizeBytes: found.size, mtimeMs: found.mtimeMs, identity: `${dev}:${ino}` }
    }
    return { kind: found.isDirectory() ? 'folder' : 'other' }
  } catch (error) {
    return { kind: 'trouble', code: codeOf(error) }
  }
}

/** SHA-256 and size of a file, read piece by piece. */
export async function hashFileAt(path: string): Promise<HashAnswer> {
  let file: FileHandle | null = null
  try {
    file = await openFile(path)
    if (file === null) return { kind: 'other' }
    const hash = createHash('sha256')
    let sizeBytes = 0
    for await (const chunk of file.createReadStream({ autoClose: false, highWaterMark: 2 ** 20 })) {
      hash.update(chunk)
      sizeBytes += chunk.length
    }
    return { kind: 'hashed', sha256: hash.digest('hex'), sizeBytes }
  } catch (error) {
    return { kind: 'trouble', code: codeOf(error) }
  } finally {
    await file?.close()
  }
}

/** Names in a folder, in order, without hidden ones; which of them are folders themselves. */
export async function listFolder(path: string): Promise<FolderAnswer> {
  try {
    const found = await readdir(path, { encoding: 'buffer' })
    const names = found
      .map(nameOfBytes)
      .filter((name) => !name.startsWith('.'))
      .sort()
    const entries = await Promise.all(
      names.map(async (name) => ({
        name,
        isFolder: await stat(join(path, name)).then(
          (found) => found.isDirectory(),
          () => false,
        ),
      })),
    )
    return { kind: 'listed', entries }
  } catch (error) {
    return { kind: 'trouble', code: codeOf(error) }
  }
}
