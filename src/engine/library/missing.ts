import { existsSync } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { hashFile } from '../files.ts'
import type { Assets, FileOf } from '../store/assets.ts'
import { copyWhole, lookAt } from './copy-file.ts'
import { LibraryGoneError } from './gone.ts'
import { filesBetween } from './move.ts'
import type { LibraryPlace } from './place.ts'

export interface FilesDeps {
  place: LibraryPlace
  assets: Assets
  signal: AbortSignal
  tell: (step: { files: number; bytes: number }) => void
}

/** So many are asked for at once: a disk on a network answers each after a while. */
const looksAtOnce = 32

/**
 * Rows whose files are not where the library put them.
 * @param of looked at alone; null for all there are
 * @throws LibraryGoneError where the library itself is not there: then none is missing
 */
export async function missingFiles(
  { place, assets, signal, tell }: FilesDeps,
  of: readonly number[] | null = null,
): Promise<number[]> {
  if (!place.isThere) throw new LibraryGoneError(place.folder)
  const missing: number[] = []
  const look = async (file: FileOf): Promise<void> => {
    if ((await lookAt(place.pathOf(file))) === null) missing.push(file.seq)
    tell({ files: 1, bytes: file.sizeBytes })
  }
  let some: Promise<void>[] = []
  for await (const file of of === null ? filesBetween(assets, 0, assets.newest()) : assets.filesOf(of)) {
    if (signal.aborted) break
    some.push(look(file))
    if (some.length < looksAtOnce) continue
    await Promise.all(some)
    some = []
  }
  await Promise.all(some)
  if (!place.isThere) throw new LibraryGoneError(place.folder)
  return missing.sort((a, b) => a - b)
}

/**
 * Rows whose files are not there, and those whose files are not as they came.
 * @throws LibraryGoneError
 */
export async function checkFiles(deps: FilesDeps): Promise<{ missing: number[]; changed: string[] }> {
  const { place, assets, signal, tell } = deps
  if (!place.isThere) throw new LibraryGoneError(place.folder)
  const missing: number[] = []
  const changed: string[] = []
  for await (const file of filesBetween(assets, 0, assets.newest())) {
    if (signal.aborted) break
    const path = place.pathOf(file)
    if ((await lookAt(path)) === null) missing.push(file.seq)
    else if ((await hashFile(path).catch(() => null))?.sha256 !== file.sha256) changed.push(file.relativePath)
    tell({ files: 1, bytes: file.sizeBytes })
  }
  if (!place.isThere) throw new LibraryGoneError(place.folder)
  return { missing, changed }
}

/**
 * Looks in a folder for files by their size and then by their content. What lies in the library's own folder is found
 * where it is; of anything else a copy is put where the library had it. Nothing in the folder is touched.
 * @returns rows that were found
 * @throws the system's error where the library cannot be written
 */
export async function findIn(folder: string, wanted: readonly FileOf[], deps: FilesDeps): Promise<number[]> {
  const { place, assets, signal, tell } = deps
  const library = place.forWriting()
  const bySize = new Map<number, FileOf[]>()
  for (const file of wanted) bySize.set(file.sizeBytes, [...(bySize.get(file.sizeBytes) ?? []), file])
  const found: number[] = []
  for await (const path of filesBelow(folder, signal)) {
    tell({ files: 1, bytes: 0 })
    // Two that are the same file of the library are one file in the folder.
    const sized = bySize.get((await lookAt(path).catch(() => null))?.size ?? -1)
    if (sized === undefined) continue
    const hashed = await hashFile(path).catch(() => null)
    for (const file of sized.filter(({ sha256 }) => sha256 === hashed?.sha256)) {
      if (path.startsWith(library + sep)) assets.setPlace(file.id, relative(library, path).split(sep).join('/'))
      else if (!existsSync(place.pathOf(file)) && (await copyWhole(path, place.pathOf(file))) !== file.sha256) continue
      found.push(file.seq)
      const rest = (bySize.get(file.sizeBytes) ?? []).filter(({ seq }) => seq !== file.seq)
      if (rest.length > 0) bySize.set(file.sizeBytes, rest)
      else bySize.delete(file.sizeBytes)
    }
    if (bySize.size === 0) break
  }
  return found
}

/** Plain files, wherever they lie below; hidden ones, links and what may not be read are passed over. */
async function* filesBelow(folder: string, signal: AbortSignal): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(() => null)
  if (entries === null) return
  const below: string[] = []
  for await (const entry of entries) {
    if (signal.aborted) return
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) below.push(join(folder, entry.name))
    else if (entry.isFile()) yield join(folder, entry.name)
  }
  for (const one of below.sort()) yield* filesBelow(one, signal)
}
