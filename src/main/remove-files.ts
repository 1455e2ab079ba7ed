import { existsSync } from 'node:fs'
import type { Removable } from '../engine/library/removal.ts'
import { sightOf, whyUntold } from '../engine/library/sight.ts'
import { Whys } from '../engine/library/whys.ts'
import { files as filesInWords } from '../engine/library/words.ts'
import { NotNowError } from '../engine/platform/call-error.ts'
import { LibraryGoneError } from '../engine/platform/library-gone.ts'

/** So many are told of at once: a kill leaves no more than these to be counted as gone by the next try. */
const toldAtOnce = 100

/**
 * Puts files into the system's trash, one after the other. One that is not in its place counts as gone only while the
 * library itself is there: a disk that was taken away has lost nothing, nor has one that does not answer just now. What
 * else stands in a file's place is somebody's, and stays. One that cannot be taken holds up no other.
 * @param done told of the files that are gone, whatever stopped the rest
 * @throws LibraryGoneError, or NotNowError that names what stayed, after the others are gone
 */
export async function removeFiles(
  { folder, files }: Removable,
  trash: (path: string) => Promise<void>,
  done: (ids: string[]) => Promise<void>,
): Promise<number> {
  const stayed = new Whys()
  let gone: string[] = []
  let count = 0
  const tell = async (): Promise<void> => {
    const ids = gone
    gone = []
    count += ids.length
    if (ids.length > 0 || count === 0) await done(ids)
  }
  try {
    for (const { id, path } of files) {
      const why = await takenAway(path, folder, trash)
      if (why === null) gone.push(id)
      else stayed.add(why, path.slice(folder.length + 1))
      if (gone.length === toldAtOnce) await tell()
    }
  } finally {
    await tell()
  }
  if (stayed.count > 0) throw new NotNowError(stayedWords(count, stayed))
  return count
}

/** @returns null where it is gone, else why it stayed */
async function takenAway(path: string, folder: string, trash: (path: string) => Promise<void>): Promise<string | null> {
  const sight = await sightOf(path)
  if (sight.what === 'untold') return sight.why
  try {
    if (sight.what === 'file') await trash(path)
    else if (!existsSync(folder)) throw new LibraryGoneError(folder)
    return null
  } catch (error) {
    if (error instanceof LibraryGoneError || !existsSync(folder)) throw new LibraryGoneError(folder)
    return error instanceof Error && !('code' in error) ? error.message.replace(/\.$/, '') : whyUntold(error)
  }
}

function stayedWords(count: number, stayed: Whys): string {
  const whys = [...stayed].slice(0, 3).map(([why, names]) => `${names.slice(0, 3).join(', ')}: ${why}`)
  const went = count === 0 ? '' : `${filesInWords(count)} went to the system’s trash. `
  return `${went}${filesInWords(stayed.count)} could not be removed (${whys.join('; ')}). Try again, or take ${stayed.count === 1 ? 'it' : 'them'} away by hand.`
}
