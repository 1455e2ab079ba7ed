import { join } from 'node:path'
import type { ExportWish } from '../../domain/export/wish.ts'
import { exportName, exportValues, sidecarEnding } from '../../domain/naming/export-name.ts'
import { putMarked } from '../copies/put-marked.ts'
import { markResult } from '../platform/folder-marks.ts'
import { ownPlacesOf, refuseOwnPlace } from '../platform/own-place.ts'
import { practiceOrigin } from '../remote/address.ts'
import type { Item } from '../store/assets.ts'
import type { LibraryContext } from './context.ts'
import { MadeAhead } from './export-ahead.ts'
import { type MadeExport, type MadeFile, makeFiles } from './export-made.ts'
import { ExportNames } from './export-names.ts'
import { copyWithoutReplacing, FolderGoneError, type Part, writeNew, wroteAll } from './export-place.ts'
import { sidecarOf } from './export-sidecar.ts'
import { exportObstacle, troubleOf } from './export-trouble.ts'

const mostProblems = 20

/** What came of an export so far. */
export interface FinishedExport {
  folder: string
  /** Results that were exported, of which each may have made several files. */
  count: number
  files: number
  /** Results that were not; `problems` tells the first. */
  missed: number
  /** Files without the mark that was wished: they have no place for it, or carry XMP of their own. */
  unmarked: number
  /** Films and animations, which went as they are though another form was wished. */
  asTheyWere: number
  /** Results with fewer pixels than were asked for. */
  smaller: number
  problems: string[]
}

export interface PutFile extends MadeFile {
  path: string
}

/** Who follows an export, and decides where it cannot go on. */
export interface Following {
  signal?: AbortSignal
  /** Ends when the next result may be put. */
  mayGoOn?: () => Promise<void>
  onPut?: (item: Item, files: readonly PutFile[]) => void
  onStep?: (now: FinishedExport) => void
  /** No result can be put: true tries the same one once more. Left out: it counts as one that was not exported. */
  onStuck?: (message: string) => Promise<boolean>
}

interface Run {
  engine: LibraryContext
  items: readonly Item[]
  wish: ExportWish
  names: ExportNames
  ahead: MadeAhead
  done: FinishedExport
  following: Following
}

/**
 * Exports results under names of the user's own, never over another file and never of a stored original's bytes: the mark
 * and the sidecar are the copy's. They are put in the order of `items`.
 * @throws InTheWayError where the folder is Printroom's own, of whatever home
 */
export async function exportItems(
  engine: LibraryContext,
  items: readonly Item[],
  folder: string,
  wish: ExportWish,
  following: Following = {},
): Promise<FinishedExport> {
  refuseOwnPlace(folder, ownPlacesOf(engine.options.folders, engine.place.folder))
  const done: FinishedExport = {
    folder,
    count: 0,
    files: 0,
    missed: 0,
    unmarked: 0,
    asTheyWere: 0,
    smaller: 0,
    problems: [],
  }
  const names = await ExportNames.in(folder)
  const { signal } = following
  const make = async (at: number, out: string): Promise<MadeExport> => {
    const item = items[at]
    if (item === undefined) throw new RangeError('there are no more')
    return makeFiles(engine, item.asset, wish, out, signal)
  }
  const ahead = new MadeAhead(engine.options.folders.cache, items.length, wish.picture !== null, make, signal)
  const run: Run = { engine, items, wish, names, ahead, done, following }
  try {
    for (const [at, item] of items.entries()) {
      await following.mayGoOn?.()
      if (signal?.aborted || !(await exportOne(run, at, item))) break
      following.onStep?.(done)
    }
  } finally {
    await ahead.end()
  }
  return done
}

/** @returns whether the next one may be tried */
async function exportOne(run: Run, at: number, item: Item): Promise<boolean> {
  const { engine, items, ahead, done, following, wish } = run
  for (;;) {
    try {
      const made = await ahead.of(at)
      const files = await put(run, item, at + 1, made)
      done.count += 1
      done.files += files.length
      if (made.isAsItWas) done.asTheyWere += 1
      if (made.isSmaller) done.smaller += 1
      if (wish.mark) done.unmarked += files.filter(({ isMarked }) => !isMarked).length
      following.onPut?.(item, files)
      return true
    } catch (error) {
      if (following.signal?.aborted) return false
      const trouble = following.onStuck ? await troubleOf(engine, error, done.folder) : null
      if (trouble !== null && (await following.onStuck?.(trouble))) continue
      if (trouble !== null) return false
      if (error instanceof FolderGoneError) {
        done.problems = [`the folder ${done.folder} is not there any more`, ...done.problems].slice(0, mostProblems)
        done.missed = items.length - done.count
        return false
      }
      if (done.problems.length < mostProblems) done.problems.push(`${item.asset.name}: ${exportObstacle(error)}`)
      done.missed += 1
      return true
    } finally {
      await ahead.forget(at)
    }
  }
}

/** The files of one result, and their sidecars where these are wished. A name is taken where any of them is there already. */
async function put(run: Run, item: Item, number: number, { files }: MadeExport): Promise<PutFile[]> {
  const { engine, wish, names, done } = run
  const { asset } = item
  const values = exportValues({ ...asset, createdAt: asset.createdMs, rating: item.rating }, number)
  const isPractice = asset.origin === practiceOrigin
  const sidecar = wish.sidecar ? `${JSON.stringify(sidecarOf(engine, item), null, 2)}\n` : null
  const namesOf = (n: number): string[] =>
    files.map(({ extension, ending }) => exportName(wish.template, values, extension, n, isPractice, ending))
  const putAll = async (): Promise<PutFile[]> => {
    for (;;) {
      const taken = names.free(namesOf, sidecar === null ? [''] : ['', sidecarEnding])
      const placed = files.map((file, at) => ({ ...file, path: join(done.folder, taken[at] ?? '') }))
      if (await wroteAll(placed.flatMap((file) => partsOf(file, sidecar)))) return placed
    }
  }
  // Without the mark it looks like anybody's picture: where a folder is watched, that it is a result is written down.
  const bare = files.filter(({ isMarked }) => !isMarked)
  return bare.length === 0 ? putAll() : putMarked(() => markAll(run, bare), putAll)
}

async function markAll({ engine, done }: Run, files: readonly MadeFile[]): Promise<boolean> {
  let isWatched = true
  for (const { sha256 } of files) isWatched = (await markResult(done.folder, engine.store.salt, sha256)) && isWatched
  return isWatched
}

function partsOf({ path, content }: PutFile, sidecar: string | null): Part[] {
  const itself: Part = {
    path,
    write: () => ('bytes' in content ? writeNew(path, content.bytes) : copyWithoutReplacing(content.path, path)),
  }
  if (sidecar === null) return [itself]
  return [itself, { path: path + sidecarEnding, write: () => writeNew(path + sidecarEnding, sidecar) }]
}
