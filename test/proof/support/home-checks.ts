import { existsSync } from 'node:fs'
import { foldersFor } from '../../../src/engine/platform/home.ts'
import { openStore } from '../../../src/engine/store/store.ts'
import { homeAt } from '../../../src/practice/home.ts'
import { readLedger } from '../../../src/practice/ledger.ts'
import { openDatabaseReadOnly } from '../../../src/practice/state/database.ts'
import { wrongsOf } from './oracle.ts'
import { practiceIn } from './practice-process.ts'

/**
 * What is wrong in a terminal's practice home once everything was resumed to its end.
 * @param told ids of requests that the terminal has spoken of: none of them may be lost
 */
export async function wrongsInHome(home: string, told: ReadonlySet<string>): Promise<string[]> {
  const folders = foldersFor(home, true)
  const store = await openStore(folders.data)
  try {
    const ledger = readLedger(practiceIn(home))
    const wrongs = wrongsOf({ store, library: folders.library, ledger })
    const receipts = store.receipts.list({})
    const known = new Set(receipts.map(({ id }) => id))
    for (const id of told) if (!known.has(id)) wrongs.push(`${id} was told of and is not kept`)
    for (const { id, phase, owed } of receipts)
      if (phase !== 'completed' || owed.length > 0) wrongs.push(`${id} ended as ${phase}, ${owed.length} files owed`)
    const used = receipts.reduce((sum, { creditsUsed }) => sum + (creditsUsed ?? 0), 0)
    if (ledger.totals.net !== used) wrongs.push(`the ledger has ${ledger.totals.net}, the receipts ${used}`)
    for (const id of twoBodies(practiceIn(home))) wrongs.push(`${id} was sent with two different bodies`)
    wrongs.push(...store.receipts.setAside().map((id) => `${id} was set aside`))
    return wrongs
  } finally {
    store.close()
  }
}

/** Requests whose paid POSTs were not one and the same (I4). */
function twoBodies(practice: string): string[] {
  const home = homeAt(practice)
  if (!existsSync(home.database)) return []
  const db = openDatabaseReadOnly(home)
  try {
    // Killed before practice had made its tables.
    if (db.pragma('user_version', { simple: true }) === 0) return []
    return db
      .prepare<[], string>(
        'SELECT request_id FROM paid_posts GROUP BY request_id HAVING count(DISTINCT body_sha256) > 1',
      )
      .pluck()
      .all()
  } finally {
    db.close()
  }
}
