import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Point, watchPoints } from '../../../src/engine/platform/failpoints.ts'
import { openAnew, openDatabase } from '../../../src/engine/store/database.ts'
import { Journal } from '../../../src/engine/store/journal.ts'
import { Receipts } from '../../../src/engine/store/receipts.ts'
import { reopenableDatabase } from '../../../src/engine/store/reopenable-database.ts'
import type { Store } from '../../../src/engine/store/store.ts'
import { newFolder } from '../../support/folders.ts'
import { databaseIn, fillUp, idOf, journalIn, nextOf, opened, orderNumber, stepOf } from './support/open.ts'

const first = orderNumber(1)
const second = nextOf(first, { phase: 'cancelled' })

/** SQLite refuses commits of these kinds as a broken disk makes it, until `heal`; tells which commits took place. */
function refusing(refused: Point[], side: 'before' | 'after' = 'before') {
  const done: Point[] = []
  let isBroken = true
  watchPoints((point, at) => {
    if (isBroken && at === side && refused.includes(point))
      throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' })
    if (at === 'after' && point.endsWith('commit')) done.push(point)
  })
  onTestFinished(() => watchPoints(null))
  const heal = () => {
    isBroken = false
    done.length = 0
  }
  return { done, heal }
}

describe('after a commit that the disk refused', () => {
  let folder: string
  let store: Store
  beforeEach(async () => {
    folder = newFolder()
    store = await opened(folder)
    store.receipts.save([stepOf(first)])
  })

  it('the file is opened anew, with a synced write, before anything else is written (I1)', () => {
    const disk = refusing(['keep commit'])
    const before = store.version()
    expect(() => store.keyValues.setNote('a', 'b')).toThrow(/I\/O/)
    disk.heal()
    store.receipts.save([stepOf(second)])
    expect(disk.done).toEqual(['opening commit', 'receipts commit'])
    expect(store.version()).not.toBe(before)
    store.keyValues.setNote('a', 'b')
    expect(disk.done).toEqual(['opening commit', 'receipts commit', 'keep commit'])
    expect(store.receipts.get(idOf(1))).toEqual(second)
  })

  it('nothing is written while the new opening is refused too, and all can be looked at', () => {
    const disk = refusing(['receipts commit', 'opening commit'])
    for (let tries = 0; tries < 3; tries += 1) expect(() => store.receipts.save([stepOf(second)])).toThrow(/I\/O/)
    expect(() => store.receipts.verifyConnection()).toThrow(/I\/O/)
    expect(disk.done).toEqual([])
    expect(store.receipts.list({})).toEqual([first])
    disk.heal()
    store.receipts.verifyConnection()
    expect(store.receipts.get(idOf(1))).toEqual(second)
    disk.done.length = 0
    store.receipts.verifyConnection()
    expect(disk.done).toEqual([])
  })

  it('a new order is refused without a trace all the same, and none is called in doubt (I2)', async () => {
    const disk = refusing(['receipts commit', 'opening commit'])
    expect(() => store.receipts.save([stepOf(orderNumber(2))])).toThrow(/I\/O/)
    disk.heal()
    store.receipts.save([stepOf(second)])
    expect(store.receipts.list({})).toEqual([second])
    expect([...store.receipts.fromJournal().keys()]).toEqual([idOf(1)])
  })

  it('a sync that failed after the commit took effect leaves the step once', () => {
    const disk = refusing(['receipts commit'], 'after')
    expect(() => store.receipts.save([stepOf(second)])).toThrow(/I\/O/)
    disk.heal()
    store.receipts.save([stepOf(second)])
    expect(store.receipts.fromJournal().get(idOf(1))).toEqual(second)
    expect(store.receipts.timeline(idOf(1)).map((h) => h.title)).toEqual(['Step 1', 'Step 2'])
  })

  it.each([
    ['is damaged', "UPDATE requests SET receipt = replace(receipt, 'approved', 'completed')"],
    ['is gone', 'DELETE FROM requests'],
  ])('a row of the refused step that %s is put right from the journal before the next is written (I5)', (_, sql) => {
    const disk = refusing(['receipts commit'], 'after')
    expect(() => store.receipts.save([stepOf(second)])).toThrow(/I\/O/)
    disk.heal()
    const raw = new Database(databaseIn(folder))
    raw.exec(sql)
    raw.close()
    store.receipts.verifyConnection()
    const other = new Database(databaseIn(folder), { readonly: true })
    const text = other.prepare<[string], string>('SELECT receipt FROM requests WHERE id = ?').pluck().get(idOf(1))
    other.close()
    expect(JSON.parse(text ?? '')).toEqual(second)
  })

  it('two whole versions of the refused step are set aside, and nothing is sent for it', async () => {
    const disk = refusing(['receipts commit'], 'after')
    expect(() => store.receipts.save([stepOf(second)])).toThrow(/I\/O/)
    disk.heal()
    const other = await opened(newFolder())
    other.receipts.save([stepOf(first)])
    other.receipts.save([stepOf({ ...second, error: 'another' })])
    const raw = new Database(databaseIn(folder))
    raw.exec(`ATTACH '${other.paths.database}' AS other`)
    raw.exec('UPDATE requests SET (receipt, checksum) = (SELECT o.receipt, o.checksum FROM other.requests o)')
    raw.close()
    store.receipts.verifyConnection()
    expect(store.receipts.setAside()).toEqual([idOf(1)])
  })
})

it('the connection through which SQLite said that there is no room is not used on', async () => {
  const folder = newFolder()
  const path = databaseIn(folder)
  const { db: raw } = await openDatabase(path)
  const db = reopenableDatabase(raw, () => openAnew(path))
  const journal = new Journal(journalIn(folder))
  onTestFinished(() => {
    db.close()
    journal.close()
  })
  const receipts = new Receipts(db, journal)
  receipts.save([stepOf(first)])
  // A limit of this connection alone: another one does not know it.
  fillUp(raw)
  const large = nextOf(first, { error: 'x'.repeat(50_000) })
  expect(() => receipts.save([stepOf(large)])).toThrow(/full/)
  expect(raw.open).toBe(true)
  receipts.save([stepOf(large)])
  expect(raw.open).toBe(false)
  expect(receipts.get(idOf(1))).toEqual(large)
  expect(db.pragma('synchronous', { simple: true })).toBe(2)
})
