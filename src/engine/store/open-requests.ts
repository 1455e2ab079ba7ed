import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Receipt } from '../../domain/request/receipt.ts'
import { isAtItsEnd } from '../../domain/request/words.ts'
import { databaseName, journalName } from '../platform/file-names.ts'
import { lookInto } from './look-into.ts'
import { listReceipts } from './receipt-rows.ts'

/** Of those that are open: with a file that is owed, a refund or an answer that is waited for it has ended all the same. */
export const countUnended = (open: readonly Receipt[]): number => open.filter((receipt) => !isAtItsEnd(receipt)).length

/**
 * How many requests have not ended in a home that this program has not opened. Looked at without a write.
 * @returns null where that cannot be read: it may hold anything then
 */
export function unendedIn(folder: string): number | null {
  const path = join(folder, databaseName)
  if (!existsSync(path)) return existsSync(join(folder, journalName)) ? null : 0
  return lookInto(path, (db) => {
    const { receipts, damaged } = listReceipts(db, { open: true })
    return damaged.length > 0 ? null : countUnended(receipts)
  })
}
