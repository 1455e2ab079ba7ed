import { codeOf } from '../../domain/error-code.ts'
import type { Receipt } from '../../domain/request/receipt.ts'
import type { Engine } from '../engine.ts'
import { hashFile } from '../platform/files.ts'
import type { Database } from './database.ts'
import type { FileStore } from './file-store.ts'
import { bodyFilesOf, sourceFilesOf } from './shared-paths.ts'
import { noteFile, type SharedAsset } from './shared-steps.ts'

/** A home of one computer, as much of it as an import needs. */
export type Home = Pick<Engine, 'store' | 'pathOf' | 'origin'>

/** Null where one of its results is not at home, whole. */
export async function keepResults(
  files: FileStore,
  { store, pathOf }: Home,
  { id, assets }: Receipt,
): Promise<SharedAsset[] | null> {
  const kept: SharedAsset[] = []
  const rows = store.assets.ofRequest(id)
  for (const { assetId, jobIndex, outputIndex, sha256 } of assets) {
    const row = rows.find((one) => one.id === assetId)
    if (!row || (await readFileOf(pathOf(row)))?.sha256 !== sha256) return null
    await files.put(pathOf(row), sha256)
    const { sizeBytes: bytes, name, width, height } = row
    kept.push({ request: id, job: jobIndex, output: outputIndex, sha256, bytes, name, width, height })
  }
  return kept
}

/**
 * What it is prepared from, or what was sent of it and may have to be sent again. What the service has accepted needs neither.
 * @returns false where one of them is not there as it was
 */
export async function keepInputs(
  { files, database }: { files: FileStore; database: Database },
  receipt: Receipt,
): Promise<boolean> {
  if (receipt.acceptedAtMs !== null) return true
  for (const { path, sha256 } of receipt.body === null ? sourceFilesOf(receipt) : bodyFilesOf(receipt)) {
    const found = await readFileOf(path)
    if (found?.sha256 !== sha256) return false
    await files.put(path, sha256)
    await noteFile(database, { sha256, bytes: found.sizeBytes })
  }
  return true
}

const readFileOf = (path: string): Promise<Awaited<ReturnType<typeof hashFile>> | null> =>
  hashFile(path).catch((error: unknown) => (codeOf(error) === 'ENOENT' ? null : Promise.reject(error)))
