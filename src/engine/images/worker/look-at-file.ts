import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../../domain/error-code.ts'
import { nameOfBytes } from '../../platform/odd-names.ts'
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
      const { size: sizeBytes, mtimeMs, ctimeMs } = found
      return { kind: 'file', sizeBytes, mtimeMs, ctimeMs, identity: `${dev}:${ino}` }
    }
    return { kind: found.isDirectory() ? 'folder' : 'other' }
  } catch (error) {
    return { kind: 'trouble', code: codeOf(error) }
  }
}

/** A piece has memory of its own, all of which is cleared first: for a small file that is most of the work. */
const pieceFor = (sizeBytes: number): number => Math.min(Math.max(sizeBytes, 2 ** 14), 2 ** 20)

/** SHA-256 and size of a file. */
export async function hashFileAt(path: string): Promise<HashAnswer> {
  try {
    const read = await readWhole(path)
    return read === null ? { kind: 'other' } : { kind: 'hashed', ...read }
  } catch (error) {
    return { kind: 'trouble', code: codeOf(error) }
  }
}

/**
 * Reads a file piece by piece.
 * @param look is shown each piece
 * @returns null where it is no file
 * @throws the system's error
 */
export async function readWhole(
  path: string,
  look?: (chunk: Buffer) => void,
): Promise<{ sha256: string; sizeBytes: number } | null> {
  const file = await openFile(path)
  if (file === null) return null
  try {
    const hash = createHash('sha256')
    const { size } = await file.stat()
    let sizeBytes = 0
    for await (const chunk of file.createReadStream({ autoClose: false, highWaterMark: pieceFor(size) })) {
      hash.update(chunk)
      look?.(chunk)
      sizeBytes += chunk.length
    }
    return { sha256: hash.digest('hex'), sizeBytes }
  } finally {
    await file.close()
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
