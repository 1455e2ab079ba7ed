import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/engine/store/database.ts'
import { newFolder } from '../../support/folders.ts'
import { databaseIn, opened, orderNumber, stepOf } from './support/open.ts'

describe('the database', () => {
  it('keeps synchronous=FULL on a fresh file, asked after a write (I1, I7)', async () => {
    const { db } = await openDatabase(databaseIn(newFolder()))
    db.prepare("INSERT INTO meta VALUES ('a', 'b')").run()
    expect(db.pragma('synchronous', { simple: true })).toBe(2)
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(db.pragma('fullfsync', { simple: true })).toBe(1)
    db.close()
  })

  it('keeps synchronous=FULL on every later opening', async () => {
    const path = databaseIn(newFolder())
    ;(await openDatabase(path)).db.close()
    const { db } = await openDatabase(path)
    expect(db.pragma('synchronous', { simple: true })).toBe(2)
    db.close()
  })

  it('of a newer version is opened to be looked at, and never written (I8)', async () => {
    const folder = newFolder()
    const first = await opened(folder)
    first.receipts.save([stepOf(orderNumber(1))])
    first.close()
    const raw = new Database(databaseIn(folder))
    raw.pragma('user_version = 99')
    raw.close()

    const store = await opened(folder)
    expect(store.readOnly).toBe(true)
    expect(store.notices.join(' ')).toContain('newer Printroom')
    expect(store.receipts.list({})).toHaveLength(1)
    expect(() => store.receipts.save([stepOf(orderNumber(2))])).toThrow(/readonly/)
    expect(() => store.keyValues.setNote('a', 'b')).toThrow(/readonly/)
    store.close()
    expect((await opened(folder)).receipts.list({})).toHaveLength(1)
  })

  it('tells that another connection has written', async () => {
    const folder = newFolder()
    const [one, two] = [await opened(folder), await opened(folder)]
    const before = two.version()
    one.receipts.save([stepOf(orderNumber(1))])
    expect(two.version()).not.toBe(before)
  })
})
