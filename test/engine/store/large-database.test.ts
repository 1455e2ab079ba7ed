import { closeSync, existsSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startUpkeep } from '../../../src/engine/store/upkeep.ts'
import { newFolder } from '../../support/folders.ts'
import { assetOf } from './support/assets.ts'
import { databaseIn, idOf, opened, orderNumber, stepOf } from './support/open.ts'

const count = 72
const mebibyte = 2 ** 20

let folder: string

/** So large that walking all of its pages would keep people from their pictures. */
beforeEach(async () => {
  folder = newFolder()
  const store = await opened(folder)
  for (let n = 1; n <= count; n += 1) {
    const { id: assetId, jobIndex, outputIndex, sha256 } = assetOf(n)
    const assets = [{ assetId, jobIndex, outputIndex, sha256 }]
    store.receipts.save([stepOf(orderNumber(n, { phase: 'completed', assets }))])
    store.assets.add(assetOf(n, { requestId: idOf(n), profile: 'x'.repeat(mebibyte) }))
  }
  store.close()
  expect(statSync(databaseIn(folder)).size).toBeGreaterThan(64 * mebibyte)
})

const zeroed = (page: Buffer): Buffer => page.fill(0)

/** The number of a page's cells stands at its byte 3 (SQLite's file format, 1.6): one of them is not told of any more. */
function oneCellShort(page: Buffer): Buffer {
  page.writeUInt16BE(page.readUInt16BE(3) - 1, 3)
  return page
}

function breakPageOf(table: string, broken = zeroed): void {
  const db = new Database(databaseIn(folder))
  const page = db
    .prepare<[string], number>("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path DESC")
    .pluck()
    .get(table)
  const size = Number(db.pragma('page_size', { simple: true }))
  db.close()
  const at = ((page ?? 0) - 1) * size
  const fd = openSync(databaseIn(folder), 'r+')
  const bytes = Buffer.alloc(size)
  readSync(fd, bytes, 0, size, at)
  writeSync(fd, broken(bytes), 0, size, at)
  closeSync(fd)
}

const isDamaged = /The database was damaged/

describe('a large database', () => {
  it('is opened with all that is about orders walked (I8)', async () => {
    breakPageOf('requests')
    const store = await opened(folder)
    expect(store.notices.join(' ')).toMatch(isDamaged)
    expect(store.receipts.list({ limit: 100 })).toHaveLength(count)
  })

  it('is walked whole and mended at the next opening where a picture of it did not read', async () => {
    breakPageOf('assets')
    const store = await opened(folder)
    expect(store.notices).toEqual([])
    expect(() => {
      try {
        store.lists.open({}, 500)
      } catch (error) {
        store.noteTrouble(error)
        throw error
      }
    }).toThrow(/malformed/)
    store.close()
    const mark = join(folder, 'check-database')
    expect(existsSync(mark)).toBe(true)
    const mended = await opened(folder)
    expect(mended.notices.join(' ')).toMatch(isDamaged)
    expect(mended.lists.open({}, 500).items.length).toBeGreaterThan(count / 2)
    expect(existsSync(mark)).toBe(false)
  })

  it('is walked whole too at the next opening where a backup found that it is not whole', async () => {
    // Reads as if nothing were wrong: only a walk finds it.
    breakPageOf('assets', oneCellShort)
    const store = await opened(folder)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const troubles: string[] = []
    const end = startUpkeep(store, { drives: () => true, now: Date.now, onTrouble: (words) => troubles.push(words) })
    vi.advanceTimersByTime(60_000)
    await store.backups.settled()
    await end()
    expect(troubles.join(' ')).toContain('could not be made (parts of it cannot be read)')
    store.close()
    const mended = await opened(folder)
    expect(mended.notices.join(' ')).toMatch(isDamaged)
    expect(mended.lists.open({}, 500).items.length).toBeGreaterThan(count / 2)
  })

  it('is not walked whole for an error that says nothing of it', async () => {
    const store = await opened(folder)
    store.noteTrouble(new Error('The network is away.'))
    expect(existsSync(join(folder, 'check-database'))).toBe(false)
  })
})
