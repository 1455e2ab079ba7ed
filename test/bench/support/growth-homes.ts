import { join } from 'node:path'
import type { Receipt } from '../../../src/domain/request/receipt.ts'
import { foldersFor } from '../../../src/engine/platform/home.ts'
import { openDatabase } from '../../../src/engine/store/database.ts'
import { openStore } from '../../../src/engine/store/store.ts'
import { libraryHome } from '../../e2e/library-home.ts'
import { temporaryFolder } from '../../proof/support/remote.ts'
import { bodyOf, jobOf, receiptOf } from '../../support/receipts.ts'

/** A twelfth of them blue and as many red, one green in a thousand, the others grey. */
export async function paintLibrary(home: string): Promise<void> {
  const { db } = await openDatabase(join(foldersFor(home, true).data, 'printroom.db'))
  db.exec(`INSERT INTO asset_colours SELECT CASE WHEN seq % 1000 = 0 THEN 'green' WHEN seq % 12 = 0 THEN 'blue'
    WHEN seq % 12 = 1 THEN 'red' ELSE 'grey' END, seq, 40 FROM assets`)
  db.close()
}

/** A library of so many results, with their colours. */
export async function grownLibrary(count: number): Promise<string> {
  const home = await libraryHome(count)
  await paintLibrary(home)
  return home
}

/** Written in so many pieces that no journal entry and no transaction is out of proportion. */
const atOnce = 2000
const eachMs = 60_000
const job = jobOf({ generationId: 'job-1', status: 'completed' })

/** A home whose ledger has so many receipts, one a minute up to now, paid and done with. */
export async function homeOfReceipts(count: number, origin: string): Promise<string> {
  const home = temporaryFolder()
  const store = await openStore(foldersFor(home, false).data)
  const began = Date.now() - count * eachMs
  for (let from = 0; from < count; from += atOnce)
    store.receipts.save(
      Array.from({ length: Math.min(atOnce, count - from) }, (_, n) => ({
        after: paid(from + n, began + (from + n) * eachMs, origin),
        timeline: [],
      })),
    )
  store.close()
  return home
}

function paid(n: number, atMs: number, origin: string): Receipt {
  return receiptOf({
    id: `0b7c3a52-6f0e-4c39-9d6b-${String(n).padStart(12, '0')}`,
    origin,
    keyFingerprint: null,
    phase: 'completed',
    body: bodyOf(),
    sentTimes: 1,
    approvedAtMs: atMs,
    updatedAtMs: atMs,
    acceptedAtMs: atMs,
    jobs: [{ ...job, generationId: `job-${n}` }],
    creditsUsed: 8,
    creditsStatus: 'charged',
    settled: true,
  })
}
