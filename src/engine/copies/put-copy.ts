import { constants } from 'node:fs'
import { copyFile, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sha256Of } from '../platform/checksum.ts'
import { atLater, syncHandle } from '../platform/failpoints.ts'
import { hashFile } from '../platform/files.ts'
import { asItsFolder } from '../platform/own-rights.ts'
import { isFree, takeName } from '../platform/take-name.ts'
import { NoPlaceError } from './copy-place.ts'

/** Begins the names of files that are not whole yet; programs that watch a folder leave hidden files alone. */
const unfinished = '.printroom-'

/**
 * Puts a copy of a file into a folder and never writes over another one: a name that is taken by another content gets a
 * number. Where that very content stands under the name already, it was put there before, and is left as it is; so a
 * copy that a crash has cut off is made once.
 * @param name the name for n = 1, 2, …
 * @param signal between two names, or before the copying: what it was aborted with is thrown
 * @returns the path of the copy
 * @throws NoPlaceError where the library's file has changed, or the system's error; nothing is left behind then
 */
export async function putCopy(
  from: string,
  content: { id: string; sha256: string; sizeBytes: number },
  folder: string,
  name: (n: number) => string,
  signal: AbortSignal,
): Promise<string> {
  // One name for one result: what a crash has left of it is taken away by the next try.
  const temporary = join(folder, `${unfinished}${sha256Of(content.id).slice(0, 16)}`)
  try {
    let isCopied = false
    for (let n = 1; ; n += 1) {
      signal.throwIfAborted()
      const path = join(folder, name(n))
      if (await isFree(path)) {
        if (!isCopied) await copyWhole(from, temporary, content.sha256)
        isCopied = true
        if (await takeName('result copy name', temporary, path)) return path
        // Somebody else has taken the name since, with this very content perhaps.
      }
      if (await holds(path, content)) return path
    }
  } finally {
    await rm(temporary, { force: true })
  }
}

async function holds(path: string, { sha256, sizeBytes }: { sha256: string; sizeBytes: number }): Promise<boolean> {
  const there = await stat(path).catch(() => null)
  return there?.isFile() === true && there.size === sizeBytes && (await isContent(path, sha256))
}

const isContent = async (path: string, sha256: string): Promise<boolean> =>
  (await hashFile(path).catch(() => null))?.sha256 === sha256

async function copyWhole(from: string, temporary: string, sha256: string): Promise<void> {
  await rm(temporary, { force: true })
  await atLater('result copy', () => copyFile(from, temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE))
  if (!(await isContent(temporary, sha256)))
    throw new NoPlaceError('The library’s own file is not the one that came home, so it was not copied.')
  await asItsFolder(dirname(temporary), temporary)
  const file = await open(temporary, 'r+')
  try {
    await syncHandle('result copy sync', file)
  } finally {
    await file.close()
  }
}
