import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startUpkeep } from '../../../src/engine/store/upkeep.ts'
import { newFolder } from '../../support/folders.ts'
import { databaseIn, opened } from './support/open.ts'
import { breakPages, withPictures } from './support/pictures.ts'

const count = 72
const mebibyte = 2 ** 20

let folder: string

/** So large that walking all of its pages would keep people from their pictures. */
beforeEach(async () => {
  folder = newFolder()
  const store = await withPictures(folder, count, { profile: 'x'.repeat(mebibyte) })
  store.close()
  expect(statSync(databaseIn(folder)).size).toBeGreaterThan(64 * mebibyte)
})

/** The number of a page's cells stands at its byte 3 (SQLite's file format, 1.6): one of them is not told of any more. */
function oneCellShort(page: Buffer): Buffer {
  page.writeUInt16BE(page.readUInt16BE(3) - 1, 3)
  return page
}

const last = (pages: number[]): number[] => pages.slice(-1)

const isDamaged = /The database was damaged/

describe('a large database', () => {
  it('is opened with all that is about orders walked (I8)', async () => {
    breakPages(folder, 'requests', { choose: last })
    const store = await opened(folder)
    expect(store.notices.join(' ')).toMatch(isDamaged)
    expect(store.receipts.list({ limit: 100 })).toHaveLength(count)
  })

  it('is walked whole and mended at the next opening where a picture of it did not read', async () => {
    breakPages(folder, 'assets', { choose: last })
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
    breakPages(folder, 'assets', { choose: last, broken: oneCellShort })
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

/** What an index of a table has of it from now on is of before: as after a page of it that was written and lost. */
function leaveBehind(index: string, change: string): void {
  const schema = (work: (db: Database.Database) => void) => {
    const db = new Database(databaseIn(folder)).unsafeMode(true)
    db.pragma('writable_schema = ON')
    work(db)
    db.close()
  }
  let row: unknown[] = []
  schema((db) => {
    row = db.prepare<[string], unknown[]>('SELECT rowid, * FROM sqlite_schema WHERE name = ?').raw().get(index) ?? []
    db.prepare('DELETE FROM sqlite_schema WHERE name = ?').run(index)
  })
  schema((db) => db.exec(change))
  schema((db) =>
    db
      .prepare('INSERT INTO sqlite_schema (rowid, type, name, tbl_name, rootpage, sql) VALUES (?, ?, ?, ?, ?, ?)')
      .run(...row),
  )
}

describe('a database of a library of some ten thousand', () => {
  beforeEach(async () => {
    folder = newFolder()
    const store = await withPictures(folder, 24, { profile: 'x'.repeat(mebibyte) })
    store.close()
    const { size } = statSync(databaseIn(folder))
    expect(size).toBeGreaterThan(16 * mebibyte)
    expect(size).toBeLessThan(64 * mebibyte)
  })

  it('is shown before its pictures are walked', async () => {
    breakPages(folder, 'assets', { choose: last, broken: oneCellShort })
    const store = await opened(folder)
    expect(store.notices).toEqual([])
  })

  it('has what is about orders compared with its indexes before that (I8)', async () => {
    // The rows are as the journal tells them: nothing but a walk finds it.
    const db = new Database(databaseIn(folder))
    db.exec("UPDATE requests SET holding = 'other' WHERE seq = 1")
    db.close()
    leaveBehind(
      'requests_held',
      'UPDATE requests SET holding = (SELECT holding FROM requests WHERE seq = 2) WHERE seq = 1',
    )
    const store = await opened(folder)
    expect(store.notices.join(' ')).toMatch(/The database was damaged: parts of it cannot be read/)
    expect(store.receipts.list({ limit: 100 })).toHaveLength(24)
  })
})
