import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { LibraryExport, LibraryExported } from '../../contract/library.ts'
import { codeOf } from '../../domain/error-code.ts'
import { exportName, exportValues } from '../../domain/naming/export-name.ts'
import { putMarked } from '../copies/put-marked.ts'
import { withAiMark } from '../images/worker/ai-mark.ts'
import { markResult } from '../platform/folder-marks.ts'
import { ownPlacesOf, refuseOwnPlace } from '../platform/own-place.ts'
import { takeName } from '../platform/take-name.ts'
import { practiceOrigin } from '../remote/address.ts'
import type { Item } from '../store/assets.ts'
import { receiptView } from '../views/request-view.ts'
import type { LibraryContext } from './context.ts'
import { ExportNames, unfinishedExport } from './export-names.ts'
import { sightOf } from './sight.ts'

const mostProblems = 20
const pieceBytes = 1024 * 1024

/** The folder for the copies went away, with its disk: nothing more can be put there. */
class FolderGoneError extends Error {
  override name = 'FolderGoneError'
}

/**
 * Copies of pictures under names of the user's own, never over another file and never of a stored original's bytes:
 * the mark and the sidecar are the copy's.
 * @throws InTheWayError where the folder is Printroom's own, of whatever home
 */
export async function exportItems(
  engine: LibraryContext,
  items: readonly Item[],
  folder: string,
  wish: LibraryExport,
): Promise<LibraryExported> {
  refuseOwnPlace(folder, ownPlacesOf(engine.options.folders, engine.place.folder))
  const done: LibraryExported = { folder, count: 0, missed: 0, unmarked: 0, problems: [] }
  const names = await ExportNames.in(folder)
  for (const [at, item] of items.entries()) {
    try {
      const isMarked = await copyOne(engine, item, at + 1, folder, wish, names)
      done.count += 1
      if (wish.mark && !isMarked) done.unmarked += 1
    } catch (error) {
      if (error instanceof FolderGoneError) {
        done.problems = [`the folder ${folder} is not there any more`, ...done.problems].slice(0, mostProblems)
        done.missed = items.length - done.count
        break
      }
      if (done.problems.length < mostProblems) done.problems.push(`${item.asset.name}: ${whyNot(error)}`)
      done.missed += 1
    }
  }
  return done
}

/**
 * One copy, and its sidecar where one is wished. A name is taken where either of the two is there already.
 * @returns whether it carries the mark
 */
async function copyOne(
  engine: LibraryContext,
  item: Item,
  number: number,
  folder: string,
  wish: LibraryExport,
  names: ExportNames,
): Promise<boolean> {
  const { asset } = item
  const from = engine.pathOf(asset)
  // Before it is opened: a pipe would hold up whoever opens it for ever.
  const sight = await sightOf(from)
  if (sight.what === 'other') throw new Error(`${sight.thing} has its place`)
  if (sight.what === 'untold') throw new Error(sight.why)
  if (sight.what === 'nothing') throw new Error('its file is missing')
  const extension = /\.([^.]+)$/.exec(asset.name)?.[1] ?? asset.format
  const { width, height, hasAlpha, format } = asset
  const source = asset.kind === 'generation' ? 'trainedAlgorithmicMedia' : 'compositeWithTrainedAlgorithmicMedia'
  const marked =
    wish.mark && width !== null && height !== null
      ? withAiMark(await readFile(from), format, { width, height, hasAlpha }, source)
      : null
  const values = exportValues({ ...asset, createdAt: asset.createdMs, rating: item.rating }, number)
  const isPractice = asset.origin === practiceOrigin
  const sidecar = wish.sidecar ? `${JSON.stringify(sidecarOf(engine, item), null, 2)}\n` : null
  const nameOf = (n: number): string => exportName(wish.template, values, extension, n, isPractice)
  const endings = sidecar === null ? [''] : ['', '.json']
  const put = async (): Promise<void> => {
    for (;;) {
      const path = join(folder, names.free(nameOf, endings))
      const parts: [string, () => Promise<boolean>][] = [
        [path, () => (marked === null ? copyNew(from, path) : writeNew(path, marked))],
        ...(sidecar === null
          ? []
          : [[`${path}.json`, () => writeNew(`${path}.json`, sidecar)] as [string, () => Promise<boolean>]]),
      ]
      if (await wroteAll(parts)) return
    }
  }
  // Without the mark it is the result itself: where a folder is watched, that is written down.
  await (marked === null ? putMarked(() => markResult(folder, engine.store.salt, asset.sha256), put) : put())
  return marked !== null
}

const writeNew = (path: string, content: Buffer | string): Promise<boolean> =>
  makeNew(path, (file) => file.writeFile(content))

/** Not the system's copying, which tells nobody whether it failed before it made a file of that name or after. */
async function copyNew(from: string, path: string): Promise<boolean> {
  // Opened first: whichever of the two is not there is known.
  const source = await open(from, 'r')
  try {
    return await makeNew(path, (file) =>
      file.writeFile(source.createReadStream({ highWaterMark: pieceBytes, autoClose: false })),
    )
  } finally {
    await source.close()
  }
}

/**
 * Written beside and named when it is whole: a kill leaves no half file under the name. Nothing is written where a file is,
 * and nothing removed but what was made here. False where the name is taken.
 */
async function makeNew(path: string, fill: (file: FileHandle) => Promise<void>): Promise<boolean> {
  const temporary = join(dirname(path), `${unfinishedExport}${randomUUID()}`)
  const inFolder = (error: unknown): never => {
    throw isAbsent(error) && !existsSync(dirname(path)) ? new FolderGoneError() : error
  }
  const file = await open(temporary, 'wx').catch(inFolder)
  try {
    await fill(file).finally(() => file.close())
    return await takeName('export rename', temporary, path).catch(inFolder)
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined)
  }
}

/** All of them or none; false where one of the names is taken. */
async function wroteAll(parts: readonly [string, () => Promise<boolean>][]): Promise<boolean> {
  const written: string[] = []
  const takeBack = async (): Promise<void> => {
    for (const path of written) await rm(path, { force: true })
  }
  try {
    for (const [path, write] of parts) {
      if (!(await write())) {
        await takeBack()
        return false
      }
      written.push(path)
    }
    return true
  } catch (error) {
    await takeBack()
    throw error
  }
}

const isAbsent = (error: unknown): boolean => codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR'

function whyNot(error: unknown): string {
  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full'
    case 'EROFS':
      return 'the disk is read-only'
    case 'EACCES':
    case 'EPERM':
      return 'this account may not write there'
    case 'ENOENT':
      return 'its file is missing'
    default:
      return error instanceof Error ? error.message : 'it could not be copied'
  }
}

/** How it was made and what was paid, for other programs and later years; nothing secret and no path of this computer. */
function sidecarOf(engine: LibraryContext, { asset, rating, flag }: Item): object {
  const { store, driver, timing } = engine
  const receipt = store.receipts.get(asset.requestId)
  const view = receipt
    ? receiptView({ receipt, activity: driver.activityOf(receipt.id), assets: [], timing, nowMs: Date.now() }, [])
    : null
  const [seq] = store.organise.seqsOf([asset.id])
  return {
    file: asset.name,
    sha256: asset.sha256,
    width: asset.width,
    height: asset.height,
    format: asset.format,
    colourProfile: asset.profile,
    madeAt: new Date(asset.createdMs).toISOString(),
    prompt: asset.kind === 'generation' ? asset.title : null,
    model: asset.modelName,
    skill: asset.skill,
    settings: Object.fromEntries((view?.settings ?? []).map(({ name, value }) => [name, value])),
    rating,
    flag,
    tags: seq === undefined ? [] : store.organise.details(seq).tags,
    receipt: { id: asset.requestId, service: asset.origin, credits: view?.money ?? null },
  }
}
