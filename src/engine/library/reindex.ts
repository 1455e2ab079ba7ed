import type { BroughtHome, Receipt } from '../../domain/request/receipt.ts'
import type { Images } from '../images/port.ts'
import type { Assets } from '../store/assets.ts'
import type { KeyValueStore } from '../store/key-value-store.ts'
import { libraryNote } from '../store/rebuild.ts'
import { type Receipts, StaleReceiptError } from '../store/receipts.ts'
import { assetOf } from './asset-of.ts'
import { formatOfName } from './endings.ts'
import { findByContent, type LibraryFile, libraryFiles } from './find-files.ts'
import { type Known, knownOf, unseen } from './known.ts'

export interface ReindexDeps {
  receipts: Receipts
  assets: Assets
  keyValues: KeyValueStore
  images: Images
  library: string
  now: () => number
  signal: AbortSignal
}

interface Wanted {
  receipt: Receipt
  output: BroughtHome
}

/** Files of receipts that are in the library, and those that are fetched again. */
export interface ReindexFound {
  found: number
  owed: number
}

/**
 * After the database was made anew: gives every result that a receipt names its row in the library again, found by the
 * content of the files that are there. No file is touched. What is not there is owed again and comes home by the usual
 * way, since it is paid for (I7). Stopped halfway, it begins anew at the next start.
 *
 * @returns how many were found and how many are owed; null when there was nothing to look for
 */
export async function reindexLibrary(deps: ReindexDeps): Promise<ReindexFound | null> {
  if (deps.keyValues.note(libraryNote) === 'yes') return null
  const wanted = wantedOutputs(deps)
  const { files, ...met } = wanted.length === 0 ? { files: [], isWhole: true } : await libraryFiles(deps.library)
  let isWhole = met.isWhole
  const places = await findByContent(
    files,
    wanted.map(({ receipt, output }) => ({ sha256: output.sha256, mark: receipt.id.slice(0, 8) })),
    deps.signal,
    () => {
      isWhole = false
    },
  )
  const found = wanted.flatMap((one, n) => (places[n] ? [{ ...one, file: places[n] }] : []))
  // The library shows newest first, by the order of its rows.
  found.sort((a, b) => a.file.modifiedMs - b.file.modifiedMs)
  for (const one of found) {
    const known = await knownOrGuessed(one.file, deps.images)
    if (deps.signal.aborted) return null
    restoreRow(one, known, deps)
  }
  if (deps.signal.aborted) return null
  const lost = wanted.filter((_, n) => !places[n])
  // Some of these may lie where the disk did not read: looked for again at the next start, and not fetched beside it.
  if (lost.length > 0 && !isWhole) return { found: found.length, owed: 0 }
  for (const receipt of new Set(lost.map((one) => one.receipt)))
    owe(
      receipt,
      lost.filter((one) => one.receipt === receipt).map((one) => one.output),
      deps,
    )
  deps.keyValues.setNote(libraryNote, 'yes')
  return wanted.length === 0 ? null : { found: found.length, owed: lost.length }
}

function wantedOutputs({ receipts, assets }: ReindexDeps): Wanted[] {
  const aside = new Set(receipts.setAside())
  return receipts
    .list({})
    .filter(({ id }) => !aside.has(id))
    .flatMap((receipt) => receipt.assets.map((output) => ({ receipt, output })))
    .filter(({ output }) => assets.get(output.assetId) === null)
}

function restoreRow({ receipt, output, file }: Wanted & { file: LibraryFile }, known: Known, deps: ReindexDeps): void {
  const { name, relativePath, sizeBytes, modifiedMs } = file
  const { assetId: id, jobIndex, outputIndex, sha256 } = output
  const asset = assetOf(receipt, {
    jobIndex,
    outputIndex,
    sha256,
    name,
    relativePath,
    sizeBytes,
    ...known,
    createdMs: modifiedMs,
  })
  deps.assets.add({ ...asset, id })
}

/** The bytes are those that were once decoded whole; a worker that fails now does not make them less of a result. */
async function knownOrGuessed(file: LibraryFile, images: Images): Promise<Known> {
  try {
    return (await knownOf(file.path, images)).known
  } catch {
    const { format, mediaType } = formatOfName(file.name)
    return unseen(format, mediaType)
  }
}

function owe(receipt: Receipt, outputs: BroughtHome[], { receipts, now }: ReindexDeps): void {
  const reason = 'The file is not in the library any more. It is fetched again; that costs nothing.'
  const atMs = now()
  const after: Receipt = {
    ...receipt,
    revision: receipt.revision + 1,
    updatedAtMs: atMs,
    assets: receipt.assets.filter((asset) => !outputs.includes(asset)),
    owed: [
      ...receipt.owed,
      ...outputs.map(({ jobIndex, outputIndex }) => ({ jobIndex, outputIndex, reason, triedTimes: 0 })),
    ],
  }
  const timeline = [{ atMs, tone: 'trouble' as const, title: 'A file was not found again', detail: reason }]
  try {
    receipts.save([{ after, timeline }])
  } catch (error) {
    // It has moved on meanwhile, and so is driven: its own steps tell what becomes of its files.
    if (!(error instanceof StaleReceiptError)) throw error
  }
}
