import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Receipt } from '../../../../src/domain/request/receipt.ts'
import { openDatabase } from '../../../../src/engine/store/database.ts'
import type { Db } from '../../../../src/engine/store/db.ts'
import { Journal } from '../../../../src/engine/store/journal.ts'
import { Receipts } from '../../../../src/engine/store/receipts.ts'
import { openStore, type Store } from '../../../../src/engine/store/store.ts'
import { receiptOf, t0 } from '../../../support/receipts.ts'

export const databaseIn = (folder: string): string => join(folder, 'printroom.db')
export const journalIn = (folder: string): string => join(folder, 'receipts.journal')

/** A store that is closed after the test, or before by the test itself. */
export async function opened(folder: string): Promise<Store> {
  const store = await openStore(folder)
  let isOpen = true
  const close = () => {
    if (isOpen) store.close()
    isOpen = false
  }
  onTestFinished(close)
  return { ...store, close }
}

/** The same parts, with the connection at hand, so that a test can make SQLite fail. */
export async function openedParts(
  folder: string,
): Promise<{ db: Db; journal: Journal; receipts: Receipts; close(): void }> {
  const { db } = await openDatabase(databaseIn(folder))
  const journal = new Journal(journalIn(folder))
  const receipts = new Receipts(db, journal)
  receipts.recover()
  let isOpen = true
  const close = () => {
    if (isOpen) {
      db.close()
      journal.close()
    }
    isOpen = false
  }
  onTestFinished(close)
  return { db, journal, receipts, close }
}

/** From now on SQLite has no room for another page; the returned function makes room again. */
export function fillUp(db: Db): () => void {
  const before = Number(db.pragma('max_page_count', { simple: true }))
  db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true }))}`)
  return () => {
    db.pragma(`max_page_count = ${before}`)
  }
}

export const idOf = (n: number): string => `0b7c3a52-6f0e-4c39-9d6b-${String(n).padStart(12, '0')}`

export const orderNumber = (n: number, changes: Partial<Receipt> = {}): Receipt =>
  receiptOf({ id: idOf(n), ...changes })

/** A step of a receipt, with one line on its timeline. */
export const stepOf = (after: Receipt, title = `Step ${after.revision}`) => ({
  after,
  timeline: [{ atMs: t0, tone: 'step' as const, title, detail: '' }],
})

export const nextOf = (receipt: Receipt, changes: Partial<Receipt>): Receipt => ({
  ...receipt,
  ...changes,
  revision: receipt.revision + 1,
})
