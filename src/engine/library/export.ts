import { constants, copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LibraryExport, LibraryExported } from '../../contract/library.ts'
import { dayKey } from '../../domain/day.ts'
import { type ExportWord, exportName } from '../../domain/naming/export-name.ts'
import type { Engine } from '../engine.ts'
import { diskTrouble } from '../files.ts'
import type { Item } from '../store/assets.ts'
import { receiptView } from '../views/request-view.ts'
import { withAiMark } from './ai-mark.ts'

const mostProblems = 20

/**
 * Copies of pictures under names of the user's own, never over another file and never of a stored original's bytes:
 * the mark and the sidecar are the copy's.
 */
export async function exportItems(
  engine: Engine,
  items: readonly Item[],
  folder: string,
  wish: LibraryExport,
): Promise<LibraryExported> {
  const done: LibraryExported = { folder, count: 0, unmarked: 0, problems: [] }
  for (const [at, item] of items.entries()) {
    try {
      const { path, isMarked } = await copyOne(engine, item, at + 1, folder, wish)
      if (wish.sidecar) await writeFile(`${path}.json`, `${JSON.stringify(sidecarOf(engine, item), null, 2)}\n`)
      done.count += 1
      if (wish.mark && !isMarked) done.unmarked += 1
    } catch (error) {
      const why = diskTrouble(error) ?? (error instanceof Error ? error.message : 'it could not be copied')
      if (done.problems.length < mostProblems) done.problems.push(`${item.asset.name}: ${why}`)
    }
  }
  return done
}

function valuesOf({ asset, rating }: Item, number: number): Record<ExportWord, string> {
  return {
    name: asset.name.replace(/\.[^.]*$/, ''),
    title: asset.title.slice(0, 200),
    'made-with': asset.modelName ?? asset.skill ?? '',
    date: dayKey(asset.createdMs),
    request: asset.requestId.slice(0, 8),
    number: String(number).padStart(3, '0'),
    rating: String(rating),
  }
}

async function copyOne(
  engine: Engine,
  item: Item,
  number: number,
  folder: string,
  wish: LibraryExport,
): Promise<{ path: string; isMarked: boolean }> {
  const { asset } = item
  const from = engine.pathOf(asset)
  const extension = /\.([^.]+)$/.exec(asset.name)?.[1] ?? asset.format
  const { width, height, hasAlpha, format } = asset
  const source = asset.kind === 'generation' ? 'trainedAlgorithmicMedia' : 'compositeWithTrainedAlgorithmicMedia'
  const marked =
    wish.mark && width !== null && height !== null
      ? withAiMark(await readFile(from), format, { width, height, hasAlpha }, source)
      : null
  for (let n = 1; ; n += 1) {
    const path = join(folder, exportName(wish.template, valuesOf(item, number), extension, n))
    try {
      if (marked === null) await copyFile(from, path, constants.COPYFILE_EXCL)
      else await writeFile(path, marked, { flag: 'wx' })
      return { path, isMarked: marked !== null }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}

/** How it was made and what was paid, for other programs and later years; nothing secret and no path of this computer. */
function sidecarOf(engine: Engine, { asset, rating }: Item): object {
  const { store, driver, timing } = engine
  const receipt = store.receipts.get(asset.requestId)
  const view = receipt
    ? receiptView({ receipt, activity: driver.activityOf(receipt.id), assets: [], timing }, [])
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
    tags: seq === undefined ? [] : store.organise.details(seq).tags,
    receipt: { id: asset.requestId, service: asset.origin, credits: view?.money ?? null },
  }
}
