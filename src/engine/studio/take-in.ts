import type { Receipt } from '../../domain/request/receipt.ts'
import { partitionOf } from '../../domain/studio/partition.ts'
import type { Engine } from '../engine.ts'
import type { Database } from './database.ts'
import type { FileStore } from './file-store.ts'
import type { LeaseKeeper } from './lease-keeper.ts'
import { nextRequests, type OpenRow } from './next-requests.ts'
import { readRow } from './receipt-row.ts'
import { asOwn, bodyFilesOf, type OwnFolders, sourceFilesOf } from './shared-paths.ts'
import type { WorkerStore } from './worker-store.ts'

/** So many that wait are made ready at once: no worker fetches the pictures of a thousand orders before the first is sent. */
const waitingAtOnce = 16
const mostAtOnce = 64

interface TakeInDeps {
  database: Database
  engine: Engine
  leases: LeaseKeeper
  store: WorkerStore
  files: FileStore
  folders: OwnFolders
  /** One that cannot be taken in, in words. */
  onTrouble: (words: string) => void
}

/**
 * Takes open requests of this worker's partitions into its own home, where its engine drives them: what may have been sent
 * first, then those that wait, in their order.
 * @returns whether there were any
 */
export async function takeIn(deps: TakeInDeps): Promise<boolean> {
  const { leases, store } = deps
  store.forgetOver()
  const known = [...store.taken.keys()]
  const waiting = [...store.taken.values()].filter(({ phase }) => phase === 'approved').length
  const { partitions } = leases
  const free = Math.max(0, waitingAtOnce - waiting)
  const sent = await nextRequests(deps.database, 'sent', { partitions, known, most: mostAtOnce })
  const next = free === 0 ? [] : await nextRequests(deps.database, 'approved', { partitions, known, most: free })
  let isNews = false
  for (const row of [...sent, ...next]) {
    if (!leases.partitions.includes(partitionOf(row.id))) continue
    isNews = (await takeOne(row, deps)) || isNews
  }
  return isNews
}

async function takeOne(row: OpenRow, deps: TakeInDeps): Promise<boolean> {
  const { engine, store, folders, onTrouble } = deps
  try {
    const receipt = readRow(row)
    await fetchFiles(receipt, deps)
    const ownRevision = engine.store.receipts.revision(receipt.id) + 1
    engine.store.receipts.save([{ after: { ...asOwn(receipt, folders), revision: ownRevision }, timeline: [] }])
    const results = new Set(row.results)
    store.takeIn(receipt.id, {
      person: row.person,
      ownRevision,
      sharedRevision: receipt.revision,
      phase: receipt.phase,
      isOver: false,
      assets: new Set(
        receipt.assets
          .filter(({ jobIndex, outputIndex }) => results.has(`${jobIndex} ${outputIndex}`))
          .map(({ assetId }) => assetId),
      ),
    })
    return true
  } catch (error) {
    onTrouble(
      `${row.id.slice(0, 8)} cannot be taken up: ${error instanceof Error ? error.message : 'it cannot be read.'}`,
    )
    return false
  }
}

/** What it is prepared from, or what was sent of it. What is not there any more the engine finds out, and says. */
async function fetchFiles(receipt: Receipt, { files, folders }: TakeInDeps): Promise<void> {
  if (receipt.phase === 'approved')
    for (const { sha256 } of sourceFilesOf(receipt)) await files.fetch(sha256, folders.sources)
  if (receipt.phase === 'ready' || receipt.phase === 'uncertain')
    for (const { sha256 } of bodyFilesOf(receipt)) await files.fetch(sha256, folders.bodies)
}
