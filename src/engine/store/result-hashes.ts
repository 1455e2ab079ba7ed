import { z } from 'zod'
import type { Db } from './db.ts'
import type { Journal } from './journal.ts'
import { putNote } from './key-value-store.ts'
import { statement } from './statements.ts'

/** `yes` once this database knows every result that the journal has ever told of. It belongs to one database file. */
export const resultsNote = 'results_known'

const named = z.object({ assets: z.array(z.object({ sha256: z.string() })) })
const isHash = /^[0-9a-f]{64}$/

/**
 * Remembers for good that these are results of this home, whatever becomes of their files, of the library's rows and of
 * the receipts that name them: a receipt whose file is owed again names it no more. Called inside a write.
 * @param from a receipt, or a step of one as the journal has it
 */
export function noteResults(db: Db, from: object): void {
  const found = named.safeParse(from)
  if (!found.success) return
  for (const { sha256 } of found.data.assets)
    if (isHash.test(sha256))
      statement(db, 'INSERT OR IGNORE INTO result_hashes VALUES (?)').run(Buffer.from(sha256, 'hex'))
}

/** Whether a content has come home as a result: by the receipts, and by the library, which has a file a moment earlier. */
export function isResult(db: Db, sha256: string): boolean {
  const sql = 'SELECT 1 FROM result_hashes WHERE sha256 = ? UNION ALL SELECT 1 FROM assets WHERE sha256 = ? LIMIT 1'
  return statement(db, sql).get(Buffer.from(sha256, 'hex'), sha256) !== undefined
}

/**
 * Once for a database, under the lock of its opening: reads in the whole journal what receipts have named in the past.
 * After this it is kept with each step, also with those of a journal that is replayed over a backup.
 */
export function learnResults(db: Db, journal: Journal): void {
  const note = statement<[string], { value: string }>(db, 'SELECT value FROM meta WHERE key = ?').get(resultsNote)
  if (note?.value === 'yes') return
  for (const { set } of journal.read().entries) noteResults(db, set)
  putNote(db, resultsNote, 'yes')
}
