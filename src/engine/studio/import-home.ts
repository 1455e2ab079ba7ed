import { randomUUID } from 'node:crypto'
import type { Receipt, TimelineEntry } from '../../domain/request/receipt.ts'
import { partitionOf } from '../../domain/studio/partition.ts'
import { fingerprintOf } from '../key/fingerprint.ts'
import type { KeyHolder } from '../key/key-holder.ts'
import { columnsOf } from '../store/receipt-rows.ts'
import { actAtOnce } from './commands.ts'
import type { Database } from './database.ts'
import type { FileStore } from './file-store.ts'
import { type Home, keepResults } from './import-files.ts'
import { type ImportStep, openIn, takeOverOpen } from './import-open.ts'
import type { Studio } from './migrate.ts'
import { first } from './orderers.ts'
import { letArrive, type Owned, putArriving } from './receipt-row.ts'
import { asShared } from './shared-paths.ts'
import { type SharedAsset, writeAsset, writeEvents } from './shared-steps.ts'
import { accountOf } from './workers.ts'

interface ImportedHome {
  /** What had ended. */
  requests: number
  /** What was open, and is driven by the studio from now on. */
  taken: string[]
  results: number
  /** There before. */
  known: number
  /** What is open and stays with the home, and why. */
  left: { id: string; why: string }[]
  /** Results that are not where the home has them, so that their requests were left. */
  missing: string[]
  /** Under which all of it came in; null: nothing did. */
  command: string | null
}

interface ImportInto {
  database: Database
  files: FileStore
  studio: Studio
}

interface ImportWatch {
  now?: () => number
  onStep?: (step: ImportStep) => void
  /** Before anything of it is sent. */
  onCommand?: (id: string) => void
}

const askedAtOnce = 1000

/**
 * Brings a home of one computer into a studio. What has ended comes with its timeline and its results, and nothing of it is ever
 * driven. What is open the home gives away (import-open.ts). Again it brings whatever came since, or was not brought before it died.
 */
export async function importHome(
  { database, files, studio }: ImportInto,
  home: Home & { key: Pick<KeyHolder, 'key' | 'fingerprint'> },
  person: { id: string; name: string },
  { now = Date.now, onStep, onCommand }: ImportWatch = {},
): Promise<ImportedHome> {
  const { store, origin } = home
  const all = store.receipts.list({ origin })
  const ended = all.filter((receipt) => receipt.handedOver === null && columnsOf(receipt).is_open === 0)
  const known = await knownOf(database, ended)
  // Oldest first, as they were ordered.
  const left = ended.filter(({ id }) => !known.has(id)).toReversed()
  const open = openIn(home)
  const imported: ImportedHome = {
    requests: 0,
    taken: [],
    results: 0,
    known: all.length - left.length - open.length,
    left: [],
    missing: [],
    command: null,
  }
  if (left.length + open.length === 0) return imported
  const command = randomUUID()
  const payload = JSON.stringify({ requests: left.length, open: open.length })
  onCommand?.(command)
  await actAtOnce(database, { id: command, person: person.id, kind: 'import', payload }, async () => undefined)
  for (const receipt of left) {
    const { id } = receipt
    const assets = await keepResults(files, home, receipt)
    const owned = { person: person.id, command, project: store.projects.of(id), timeline: store.receipts.timeline(id) }
    if (assets === null) imported.missing.push(id)
    else if (await insertEnded(database, receipt, assets, owned)) {
      imported.requests += 1
      imported.results += assets.length
    }
  }
  const { key } = home.key
  const keys = {
    own: home.key.fingerprint,
    shared: key === null ? null : fingerprintOf(key, studio.salt),
    account: await accountOf(database),
  }
  const taken = await takeOverOpen({ database, files, studio, home, keys, person, command, now, onStep })
  return { ...imported, command, taken: taken.taken, left: taken.left, results: imported.results + taken.results }
}

async function knownOf(database: Database, receipts: readonly Receipt[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (let n = 0; n < receipts.length; n += askedAtOnce) {
    const ids = receipts.slice(n, n + askedAtOnce).map(({ id }) => id)
    for (const { id } of await database.rows<{ id: string }>(
      'SELECT id FROM requests WHERE NOT arriving AND id = ANY ($1::uuid[])',
      [ids],
    ))
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
    const asFirst = { ...owned, ...first, partition: partitionOf(receipt.id) }
    if (!(await putArriving(transaction, after, asFirst))) return false
    await letArrive(transaction, after.id)
    await writeEvents(transaction, after, timeline, { session: null, fence: null })
    for (const asset of assets) await writeAsset(transaction, asset)
    return true
  })
