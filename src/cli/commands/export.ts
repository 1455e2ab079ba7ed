import type { Engine } from '../../engine/engine.ts'
import { exportItems, type FinishedExport } from '../../engine/library/export.ts'
import { exportPresetsIn } from '../../engine/library/export-presets.ts'
import { UsageError } from '../arguments.ts'
import type { Context } from '../context.ts'
import { openFolder } from '../copies.ts'
import { type ExitStatus, exitStatus } from '../exit-status.ts'
import { readExportWish } from '../export-wish.ts'
import { findReceipt } from './receipts.ts'

/** `export ID… --out DIR`: results as files of the wished form, size and name. Works without the service. */
export async function exportResults({ args, output, engine, ownPlaces }: Context): Promise<ExitStatus> {
  const names = args.words.slice(1)
  const { out } = args.values
  if (out === undefined) throw new UsageError('export needs --out DIR.')
  if (names.length === 0) throw new UsageError('export needs the number of a request, or of a file of the library.')
  const opened = await engine()
  const { store, place } = opened
  const wish = readExportWish(args.values, exportPresetsIn(store.settings.exportPresets))
  const ids = [...new Set(names.flatMap((name) => filesOf(opened, name)))]
  const folder = await openFolder(out, ownPlaces([place.folder]))
  const items = store.organise.itemsOf(store.organise.seqsOf(ids))
  const done = await exportItems(opened, items, folder, wish, {
    onPut: ({ asset }, files) => {
      for (const { path, width, height, format, sha256 } of files) {
        output.line({ event: 'exported', asset: asset.id, path, width, height, format, sha256 })
        output.say(`${asset.id.slice(0, 8)}  exported       ${path}`)
      }
    },
  })
  for (const message of inWords(done)) output.say(message)
  return done.missed > 0 ? exitStatus.failed : exitStatus.done
}

/** Of one file by its own number, or all of a request's. @throws UsageError */
function filesOf(engine: Engine, name: string): string[] {
  const { assets } = engine.store
  if (assets.get(name)) return [name]
  const ids = assets.ofRequest(findReceipt(engine, name).id).map(({ id }) => id)
  if (ids.length === 0) throw new UsageError(`The request ${name} has no file in the library.`)
  return ids
}

function inWords({ folder, files, missed, unmarked, asTheyWere, smaller, problems }: FinishedExport): string[] {
  return [
    `${files} ${files === 1 ? 'file' : 'files'} exported to ${folder}. Nothing was overwritten.`,
    ...(asTheyWere > 0 ? [`Films and animations, copied as they are: ${asTheyWere}.`] : []),
    ...(smaller > 0 ? [`Smaller than asked for, since nothing is enlarged: ${smaller}.`] : []),
    ...(unmarked > 0 ? [`Files that have no place for the mark: ${unmarked}.`] : []),
    ...(missed > 0 ? [`Not exported: ${missed}. ${problems.join('; ')}`] : []),
  ]
}
