import { dirname, relative, sep } from 'node:path'
import { answered, fileAnswered } from '../platform/disk-answer.ts'
import { hashFile } from '../platform/files.ts'
import { LibraryGoneError } from '../platform/library-gone.ts'
import type { Assets, FileOf } from '../store/assets.ts'
import { makeFolderLater } from '../store/folders.ts'
import { copyWhole, newIncoming, removeIncoming } from './copy-file.ts'
import { filesBetween } from './move.ts'
import type { LibraryPlace } from './place.ts'
import { putBack } from './put-back.ts'
import { contentOf, sightOf } from './sight.ts'
import { filesBelow, isPlain } from './walk.ts'
import { Whys } from './whys.ts'

export interface FilesDeps {
  place: LibraryPlace
  assets: Assets
  signal: AbortSignal
  tell: (step: { files: number; bytes: number }) => void
}

export interface FileLook {
  /** Rows with no file in their places. */
  missing: number[]
  /** Those with a file that is not as it came. */
  changed: FileOf[]
  /** Files that could not be looked at just now, by the reason: nobody knows what they are. */
  untold: Whys
}

/** So many are asked for at once: a disk on a network answers each after a while. */
const looksAtOnce = 32

/**
 * Which files are not in their places as they came. Whatever stands at one place says nothing of the others.
 * @param of looked at alone; null for all there are
 * @param isRead whether a file's bytes are compared too; else what a look tells is enough: it is there, in its size
 * @throws LibraryGoneError where the library itself is not there, OtherDiskError where it does not answer: then none is missing
 */
export async function findMissingFiles(
  { place, assets, signal, tell }: FilesDeps,
  of: readonly number[] | null,
  isRead: (file: FileOf) => boolean,
): Promise<FileLook> {
  if (!(await place.isThere())) throw new LibraryGoneError(place.folder)
  const looked: FileLook = { missing: [], changed: [], untold: new Whys() }
  const look = async (file: FileOf): Promise<void> => {
    const path = place.pathOf(file)
    const sight = await answered(place.folder, () => sightOf(path))
    if (sight.what === 'untold') looked.untold.add(sight.why, file.relativePath)
    else if (sight.what !== 'file') looked.missing.push(file.seq)
    else if (sight.size !== file.sizeBytes) looked.changed.push(file)
    else if (isRead(file)) await fileAnswered(place.folder, () => read(file, path, looked), file.sizeBytes)
    tell({ files: 1, bytes: file.sizeBytes })
  }
  let some: Promise<void>[] = []
  for await (const file of of === null ? filesBetween(assets, 0, assets.newest()) : assets.filesOf(of)) {
    if (signal.aborted) break
    some.push(look(file))
    // One is read after the other: a disk that turns reads two at once more slowly.
    if (some.length < looksAtOnce && !isRead(file)) continue
    await Promise.all(some)
    some = []
  }
  await Promise.all(some)
  if (!(await place.isThere())) throw new LibraryGoneError(place.folder)
  looked.missing.sort((a, b) => a - b)
  return looked
}

async function read(file: FileOf, path: string, looked: FileLook): Promise<void> {
  const now = await contentOf(path, file.sha256)
  if (now.is === 'other' || (now.is === 'untold' && now.isBroken)) looked.changed.push(file)
  else if (now.is === 'untold') looked.untold.add(now.why, file.relativePath)
}

export interface FoundFiles {
  /** Rows whose files are in the library again. */
  found: number[]
  /** What changed files are called now that were in their places. */
  kept: string[]
  /** What files are called whose places something else has. */
  renamed: string[]
  /** Why a file that was found is not in the library all the same. */
  whys: Whys
}

/**
 * Looks in a folder for files by their size and then by their content. What lies in the library's own folder is found
 * where it is; of anything else a copy is put where the library had it. Nothing in the folder is touched.
 * @throws the system's error where the library cannot be written
 */
export async function findIn(folder: string, wanted: readonly FileOf[], deps: FilesDeps): Promise<FoundFiles> {
  const { place, signal, tell } = deps
  await place.forWriting()
  const bySize = new Map<number, FileOf[]>()
  for (const file of wanted) bySize.set(file.sizeBytes, [...(bySize.get(file.sizeBytes) ?? []), file])
  const done: FoundFiles = { found: [], kept: [], renamed: [], whys: new Whys() }
  for await (const { path } of filesBelow(folder, isPlain, () => undefined)) {
    if (signal.aborted) break
    tell({ files: 1, bytes: 0 })
    const sight = await sightOf(path)
    const size = sight.what === 'file' ? sight.size : -1
    const sized = bySize.get(size)
    if (sized === undefined) continue
    const hashed = await hashFile(path).catch(() => null)
    // Two that are the same file of the library are one file in the folder.
    for (const file of sized.filter(({ sha256 }) => sha256 === hashed?.sha256)) {
      if (!(await takeIn(path, file, deps, done))) continue
      done.found.push(file.seq)
      const rest = (bySize.get(size) ?? []).filter(({ seq }) => seq !== file.seq)
      if (rest.length > 0) bySize.set(size, rest)
      else bySize.delete(size)
    }
    if (bySize.size === 0) break
  }
  return done
}

/** Whether the row has its file again. */
async function takeIn(path: string, file: FileOf, { place, assets }: FilesDeps, done: FoundFiles): Promise<boolean> {
  const below = path.startsWith(place.folder + sep) ? relative(place.folder, path).split(sep).join('/') : null
  // Another row's own file is not this one's: either may be removed for good.
  if (below !== null && !assets.placesOf(file.sha256).includes(below)) {
    assets.setPlace(file.id, below)
    return true
  }
  const to = place.pathOf(file)
  const incoming = newIncoming(to)
  try {
    await makeFolderLater(dirname(to), place.newFolders)
    if ((await copyWhole(path, incoming)) !== file.sha256) return false
    const back = await putBack(incoming, file, { place, assets })
    if (back.type === 'there') {
      if (back.keptAs !== null) done.kept.push(back.keptAs)
      if (back.calledNow !== null) done.renamed.push(back.calledNow)
    } else done.whys.add(back.why, file.relativePath)
    return back.type === 'there'
  } catch (error) {
    done.whys.addOf(error, file.relativePath)
    return false
  } finally {
    await removeIncoming(incoming)
  }
}
