import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { Asset } from '../../../../src/engine/store/assets.ts'
import type { Store } from '../../../../src/engine/store/store.ts'
import { assetOf } from './assets.ts'
import { databaseIn, idOf, opened, orderNumber, stepOf } from './open.ts'

/** A home with so many pictures at home, each with the completed order that names it; open. */
export async function withPictures(folder: string, count: number, changes: Partial<Asset> = {}): Promise<Store> {
  const store = await opened(folder)
  for (let n = 1; n <= count; n += 1) {
    const { id: assetId, jobIndex, outputIndex, sha256 } = assetOf(n)
    const assets = [{ assetId, jobIndex, outputIndex, sha256 }]
    store.receipts.save([stepOf(orderNumber(n, { phase: 'completed', assets }))])
    store.assets.add(assetOf(n, { requestId: idOf(n), ...changes }))
  }
  return store
}

interface Breaking {
  /** Which of its leaves, by their numbers in order; all of them where that is left out. */
  choose?: (pages: number[]) => number[]
  /** What becomes of a page; zeroes where that is left out. */
  broken?: (page: Buffer) => Buffer
}

/** Breaks leaves of a table or an index in a home that is closed. */
export function breakPages(folder: string, table: string, { choose = all, broken = zeroed }: Breaking = {}): void {
  const db = new Database(databaseIn(folder))
  const pages = db
    .prepare<[string], number>("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path")
    .pluck()
    .all(table)
  db.pragma('wal_checkpoint(TRUNCATE)')
  const size = Number(db.pragma('page_size', { simple: true }))
  db.close()
  const fd = openSync(databaseIn(folder), 'r+')
  for (const page of choose(pages)) {
    const [bytes, at] = [Buffer.alloc(size), (page - 1) * size]
    readSync(fd, bytes, 0, size, at)
    writeSync(fd, broken(bytes), 0, size, at)
  }
  closeSync(fd)
}

const all = (pages: number[]): number[] => pages
const zeroed = (page: Buffer): Buffer => page.fill(0)
