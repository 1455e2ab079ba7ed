import { randomUUID } from 'node:crypto'
import { codeOf } from '../../domain/error-code.ts'
import type { Receipt, TimelineEntry } from '../../domain/request/receipt.ts'
import { placeOfTurn } from '../../domain/studio/fairness.ts'
import { partitionOf } from '../../domain/studio/partition.ts'
import type { Engine } from '../engine.ts'
import { hashFile } from '../platform/files.ts'
import { columnsOf } from '../store/receipt-rows.ts'
import { actAtOnce } from './commands.ts'
import type { Database } from './database.ts'
import type { FileStore } from './file-store.ts'
import { insertReceipt, type Owned } from './receipt-row.ts'
import { asShared } from './shared-paths.ts'
import { type SharedAsset, writeAsset, writeEvents } from './shared-steps.ts'

export interface ImportedHome {
  requests: number
  results: number
  /** There before. */
  known: number
  /** Not ended: they stay with the home, which goes on with them. */
  open: number
  /** Results that are not where the home has them, so that their requests were left. */
  missing: string[]
}

type Home = Pick<Engine, 'store' | 'pathOf' | 'origin'>

const askedAtOnce = 1000

/**
 * Brings what has ended in a home of one computer into a studio: receipts, their timelines, results. Nothing of it is ever
 * driven, there or here, so that nothing is sent twice; what is still open stays with the home. Again it brings what has ended
 * since, and whatever was not brought before it died.
 */
export async function importHome(
  { database, files }: { database: Database; files: FileStore },
  home: Home,
  person: { id: string },
): Promise<ImportedHome> {
  const { store, origin } = home
  const all = store.receipts.list({ origin })
  const ended = all.filter((receipt) => columnsOf(receipt).is_open === 0)
  const known = await knownOf(database, ended)
  const open = all.length - ended.length
  const imported: ImportedHome = { requests: 0, results: 0, known: known.size, open, missing: [] }
  // Oldest first, as they were ordered.
  const left = ended.filter(({ id }) => !known.has(id)).toReversed()
  if (left.length === 0) return imported
  const command = randomUUID()
  const payload = JSON.stringify({ requests: left.length })
  await actAtOnce(database, { id: command, person: person.id, kind: 'import', payload }, async () => undefined)
  for (const receipt of left) {
    const { id } = receipt
    const assets = await keepFiles(files, home, receipt)
    const owned = { person: person.id, command, project: store.projects.of(id), timeline: store.receipts.timeline(id) }
    if (assets === null) imported.missing.push(id)
    else if (await insertEnded(database, receipt, assets, owned)) {
      imported.requests += 1
      imported.results += assets.length
    }
  }
  return imported
}

/** Null where one of its results is not at home, whole. */
async function keepFiles(
  files: FileStore,
  { store, pathOf }: Home,
  { id, assets }: Receipt,
): Promise<SharedAsset[] | null> {
  const kept: SharedAsset[] = []
  const rows = store.assets.ofRequest(id)
  for (const { assetId, jobIndex, outputIndex, sha256 } of assets) {
    const row = rows.find((one) => one.id === assetId)
    if (!row || (await hashOf(pathOf(row))) !== sha256) return null
    await files.put(pathOf(row), sha256)
    const { sizeBytes: bytes, name, width, height } = row
    kept.push({ request: id, job: jobIndex, output: outputIndex, sha256, bytes, name, width, height })
  }
  return kept
}

const hashOf = async (path: string): Promise<string | null> =>
  (await hashFile(path).catch((error: unknown) => (codeOf(error) === 'ENOENT' ? null : Promise.reject(error))))
    ?.sha256 ?? null

async function knownOf(database: Database, receipts: readonly Receipt[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (let n = 0; n < receipts.length; n += askedAtOnce) {
    const ids = receipts.slice(n, n + askedAtOnce).map(({ id }) => id)
    for (const { id } of await database.rows<{ id: string }>('SELECT id FROM requests WHERE id = ANY ($1::uuid[])', [
      ids,
    ]))
      known.add(id)
  }
  return known
}

/** @returns false where another import of the same home was first */
const insertEnded = (
  database: Database,
  receipt: Receipt,
  assets: readonly SharedAsset[],
  { timeline, ...owned }: Pick<Owned, 'person' | 'command' | 'project'> & { timeline: TimelineEntry[] },
): Promise<boolean> =>
  database.transaction(async (transaction) => {
    // The steps that it took at home are in its timeline: in the studio it stands as one.
    const after = { ...asShared(receipt), revision: 1 }
    const asFirst = { ...owned, partition: partitionOf(receipt.id), place: placeOfTurn(0, 0), turn: 0 }
    if (!(await insertReceipt(transaction, after, asFirst))) return false
    await writeEvents(transaction, after, timeline, { session: null, fence: null })
    for (const asset of assets) await writeAsset(transaction, asset)
    return true
  })
