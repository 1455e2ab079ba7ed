import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { Journal, type JournalRead } from '../../../src/engine/store/journal.ts'
import { newFolder } from '../../support/folders.ts'
import { databaseIn, idOf, journalIn, nextOf, opened, orderNumber, stepOf } from './support/open.ts'

/** A closed home with one order. */
async function home(n: number): Promise<string> {
  const folder = newFolder()
  const store = await opened(folder)
  store.receipts.save([stepOf(orderNumber(n))])
  store.close()
  return folder
}

function readJournal(folder: string): JournalRead {
  const journal = new Journal(journalIn(folder))
  const read = journal.read()
  journal.close()
  return read
}

function inDatabase(folder: string, sql: string): void {
  const db = new Database(databaseIn(folder))
  db.exec(sql)
  db.close()
}

/** As homes of earlier versions are. */
async function oldHome(n: number): Promise<string> {
  const folder = await home(n)
  const { homes } = readJournal(folder)
  const text = readFileSync(journalIn(folder), 'utf8')
  const kept = text.split('\n').filter((line) => !line.includes(homes[0]?.home ?? 'none'))
  writeFileSync(journalIn(folder), kept.join('\n'))
  inDatabase(
    folder,
    `DELETE FROM meta WHERE key = 'journal_home';
     UPDATE meta SET value = '${kept.join('\n').length}' WHERE key = 'journal_offset'`,
  )
  return folder
}

describe('a journal', () => {
  let ours: string
  beforeEach(async () => {
    ours = await home(1)
  })

  it('of another home is noticed: what is there is shown, nothing is taken in, written or sent (I1, I5, I8)', async () => {
    const theirs = await home(2)
    copyFileSync(journalIn(ours), `${journalIn(ours)}.ours`)
    copyFileSync(journalIn(theirs), journalIn(ours))
    const [before, database] = [readFileSync(journalIn(ours)), readFileSync(databaseIn(ours))]
    for (let starts = 0; starts < 2; starts += 1) {
      const store = await opened(ours)
      expect(store.readOnly).toBe(true)
      expect(store.notices[0]).toContain('belongs to another home')
      expect(store.receipts.list({})).toEqual([orderNumber(1)])
      expect(() => store.receipts.save([stepOf(nextOf(orderNumber(1), { phase: 'cancelled' }))])).toThrow(/readonly/)
      const beside = await opened(ours)
      expect(beside.readOnly).toBe(true)
      beside.close()
      store.close()
    }
    expect(readFileSync(journalIn(ours))).toEqual(before)
    expect(readFileSync(databaseIn(ours)).length).toBe(database.length)

    copyFileSync(`${journalIn(ours)}.ours`, journalIn(ours))
    const store = await opened(ours)
    expect(store).toMatchObject({ readOnly: false, notices: [] })
    expect(store.receipts.list({})).toEqual([orderNumber(1)])
  })

  it('of another home that is taken away is written anew, as this home’s own (I8)', async () => {
    copyFileSync(journalIn(await home(2)), journalIn(ours))
    ;(await opened(ours)).close()
    rmSync(journalIn(ours))
    const store = await opened(ours)
    expect(store.readOnly).toBe(false)
    store.close()
    expect(readJournal(ours).entries.map(({ id }) => id)).toEqual([idOf(1)])
    expect((await opened(ours)).notices).toEqual([])
  })

  it('of another home does not make a damaged database lose its receipts', async () => {
    copyFileSync(journalIn(await home(2)), journalIn(ours))
    inDatabase(ours, 'DROP TABLE claims')
    const store = await opened(ours)
    expect(store.readOnly).toBe(true)
    expect(store.receipts.list({})).toEqual([orderNumber(1)])
  })

  it('and a database without an id, as earlier versions made them, take one on, once', async () => {
    const folder = await oldHome(3)
    expect(readJournal(folder).homes).toEqual([])
    for (let starts = 0; starts < 3; starts += 1) {
      const store = await opened(folder)
      expect(store).toMatchObject({ readOnly: false, notices: [] })
      expect(store.receipts.list({})).toEqual([orderNumber(3)])
      store.close()
    }
    expect(readJournal(folder).homes).toHaveLength(1)
    copyFileSync(journalIn(ours), journalIn(folder))
    expect((await opened(folder)).readOnly).toBe(true)
  })

  it('gives its id to a database that was made anew from it', async () => {
    const [before] = readJournal(ours).homes
    rmSync(databaseIn(ours))
    ;(await opened(ours)).close()
    expect(readJournal(ours).homes).toEqual([before])
    copyFileSync(journalIn(await home(2)), journalIn(ours))
    expect((await opened(ours)).readOnly).toBe(true)
  })

  it('of another home is noticed where the database is gone too: its orders are not taken for this home’s (I2)', async () => {
    copyFileSync(journalIn(await home(2)), journalIn(ours))
    rmSync(databaseIn(ours))
    const store = await opened(ours)
    expect(store.readOnly).toBe(true)
    expect(store.receipts.list({})).toEqual([])
  })

  it('is taken on where nothing tells any more whose home it is', async () => {
    rmSync(databaseIn(ours))
    rmSync(join(ours, 'salt'))
    for (let starts = 0; starts < 2; starts += 1) {
      const store = await opened(ours)
      expect(store.readOnly).toBe(false)
      expect(store.receipts.list({})).toEqual([orderNumber(1)])
      store.close()
    }
  })

  it.each([
    ['in the journal', () => flip(journalIn(ours), readJournal(ours).homes[0]?.home ?? '')],
    ['in the database', () => inDatabase(ours, "UPDATE meta SET value = 'x' WHERE key = 'journal_home'")],
  ])('whose id is damaged %s is still this home’s, and has one again', async (_, damage) => {
    damage()
    const store = await opened(ours)
    expect(store.readOnly).toBe(false)
    expect(store.receipts.list({})).toEqual([orderNumber(1)])
    store.close()
    copyFileSync(journalIn(await home(2)), journalIn(ours))
    expect((await opened(ours)).readOnly).toBe(true)
  })
})

function flip(path: string, text: string): void {
  const bytes = readFileSync(path)
  bytes.write('~', bytes.indexOf(text))
  writeFileSync(path, bytes)
}
