import type { Receipt } from '../../domain/request/receipt.ts'
import { partitionOf } from '../../domain/studio/partition.ts'
import type { Engine } from '../engine.ts'
import type { Database } from './database.ts'
import type { LeaseKeeper } from './lease-keeper.ts'
import type { LeftOut } from './left-out.ts'
import type { MarkedFiles } from './marked-files.ts'
import { nextWaiting, type OpenRow, openSent } from './next-requests.ts'
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
  files: Pick<MarkedFiles, 'fetch' | 'mustBeThere'>
  folders: OwnFolders
  /** What could not be taken in. */
  left: LeftOut
}

/**
 * Takes open requests of this worker's partitions into its own home, where its engine drives them: what may have been sent
 * first, then those that wait, in their order. What cannot be taken in is left out for a while.
 * @returns whether there were any
 * @throws StudioError where the studio’s files are not there: what needs some waits, and the rest was taken in
 */
export async function takeIn(deps: TakeInDeps): Promise<boolean> {
  const { leases, store, left } = deps
  store.forgetOver()
  const { partitions } = leases
  left.forget((id) => !partitions.includes(partitionOf(id)))
  const { due } = left
  const known = [...store.taken.keys()]
  const out = left.ids.filter((id) => id !== due)
  const waiting = [...store.taken.values()].filter(({ phase }) => phase === 'approved').length
  const free = Math.max(0, waitingAtOnce - waiting)
  const sent = await openSent(deps.database, { partitions, known: [...known, ...out], most: mostAtOnce })
  const next = await nextWaiting(deps.database, { partitions, known, out, room: free, most: mostAtOnce })
  const rows = [...sent, ...next]
  const again = rows.filter(({ id }) => id === due)
  if (due !== null && again.length === 0) left.miss(due)
  let isNews = false
  let away: unknown = null
  // What is asked for once more comes last: it would else hold up the others each time.
  for (const row of [...rows.filter((one) => !again.includes(one)), ...again]) {
    if (!leases.partitions.includes(partitionOf(row.id))) continue
    const came = await takeOne(row, deps, away !== null)
    isNews = came === 'taken' || isNews
    if (typeof came === 'object') away = came.away
    // Storage that does not give a file may be slow to say so: what people ask comes in between.
    if (came === 'left') break
  }
  if (away !== null) throw away
  return isNews
}

/** `left`: a file of it could not be had · `unread`: it cannot be read · `away`: the files are not there, which says nothing of it */
type Came = 'taken' | 'left' | 'unread' | 'waits' | { away: unknown }

async function takeOne(row: OpenRow, deps: TakeInDeps, isAway: boolean): Promise<Came> {
  const { engine, store, folders, files, left } = deps
  let receipt: Receipt
  try {
    const read = readRow(row)
    receipt = row.place === null ? read : { ...read, place: row.place }
  } catch (error) {
    left.put(row.id, leftWords(row, error))
    return 'unread'
  }
  const needed = filesOf(receipt, folders)
  if (needed.length > 0 && isAway) return 'waits'
  try {
    // What is not there any more the engine finds out, and says.
    for (const { sha256, folder } of needed) await files.fetch(sha256, folder)
  } catch (error) {
    try {
      await files.mustBeThere()
    } catch (away) {
      return { away }
    }
    left.put(row.id, leftWords(row, error))
    return 'left'
  }
  try {
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
    left.forget((id) => id === receipt.id)
    return 'taken'
  } catch (error) {
    left.put(row.id, leftWords(row, error))
    return 'unread'
  }
}

const leftWords = ({ id }: OpenRow, error: unknown): string =>
  `${id.slice(0, 8)} cannot be taken up: ${error instanceof Error ? error.message : 'it cannot be read.'}`

/** What it is prepared from, or what was sent of it. */
function filesOf(receipt: Receipt, { sources, bodies }: OwnFolders): { sha256: string; folder: string }[] {
  switch (receipt.phase) {
    case 'approved':
      return sourceFilesOf(receipt).map(({ sha256 }) => ({ sha256, folder: sources }))
    case 'ready':
    case 'uncertain':
      return bodyFilesOf(receipt).map(({ sha256 }) => ({ sha256, folder: bodies }))
    default:
      return []
  }
}
