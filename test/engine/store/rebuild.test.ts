import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Journal } from '../../../src/engine/store/journal.ts'
import { newFolder } from '../../support/folders.ts'
import { bodyOf, t0 } from '../../support/receipts.ts'
import { databaseIn, idOf, journalIn, nextOf, opened, openedParts, orderNumber, stepOf } from './support/open.ts'

const approved = orderNumber(1)
const sent = nextOf(approved, { phase: 'ready', body: bodyOf(), firstSentAtMs: t0 })
const accepted = nextOf(sent, { phase: 'running', acceptedAtMs: t0, sentTimes: 1 })

/** A home with one accepted order and one that only was approved; closed. */
async function homeWithOrders(): Promise<string> {
  const folder = newFolder()
  const store = await opened(folder)
  for (const after of [approved, sent, accepted]) store.receipts.save([stepOf(after)])
  store.receipts.save([stepOf(orderNumber(2))])
  store.close()
  return folder
}

function loseDatabase(folder: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(databaseIn(folder) + end, { force: true })
}

/** Flips a byte in the journal's line with this number, counted from 0. */
function flipIn(folder: string, step: number): void {
  const lines = readFileSync(journalIn(folder), 'utf8').split('\n')
  // Before the first step stands whose journal it is.
  const line = step + 1
  const text = lines[line] ?? ''
  lines[line] = text.replace('"phase"', '"phasf"').replace('"origin"', '"origjn"')
  if (lines[line] === text) throw new Error('nothing to damage')
  writeFileSync(journalIn(folder), lines.join('\n'))
}

describe('one copy is enough', () => {
  it('a lost database is rebuilt from the journal alone, timelines too (I5, I8)', async () => {
    const folder = await homeWithOrders()
    loseDatabase(folder)
    const store = await opened(folder)
    expect(store.receipts.get(idOf(1))).toEqual(accepted)
    expect(store.receipts.get(idOf(2))).toEqual(orderNumber(2))
    expect(store.receipts.timeline(idOf(1)).map((h) => h.title)).toEqual(['Step 1', 'Step 2', 'Step 3'])
  })

  it('entries that a crash kept from SQLite are replayed on start (I5)', async () => {
    const folder = await homeWithOrders()
    const journal = new Journal(journalIn(folder))
    const set = { revision: 4, phase: 'failed', updatedAtMs: t0 + 1 }
    journal.append([{ v: 1, id: idOf(1), revision: 4, set, happenings: [] }])
    journal.close()
    expect((await opened(folder)).receipts.get(idOf(1))).toEqual({ ...accepted, ...set })
  })

  it.each([0, 40])('a journal cut to %i bytes is written anew from the database (I8)', async (length) => {
    const folder = await homeWithOrders()
    truncateSync(journalIn(folder), length)
    const store = await opened(folder)
    expect(store.notices.join(' ')).toContain('cut short')
    expect(store.receipts.fromJournal().get(idOf(1))).toEqual(accepted)
    store.close()
    loseDatabase(folder)
    const again = await opened(folder)
    expect(again.receipts.get(idOf(1))).toEqual(accepted)
    expect(again.receipts.get(idOf(2))).toEqual(orderNumber(2))
    expect(again.receipts.setAside()).toEqual([])
  })

  it('a torn last line is no damage: the order goes on from the step before (I8)', async () => {
    const folder = await homeWithOrders()
    const journal = new Journal(journalIn(folder))
    const whole = journal.size()
    journal.append([{ v: 1, id: idOf(2), revision: 2, set: { phase: 'cancelled', revision: 2 }, happenings: [] }])
    journal.close()
    truncateSync(journalIn(folder), whole + 60)
    const store = await opened(folder)
    expect(store.receipts.get(idOf(2))).toEqual(orderNumber(2))
    expect(store.receipts.setAside()).toEqual([])
    const on = nextOf(orderNumber(2), { phase: 'cancelled' })
    store.receipts.save([stepOf(on)])
    expect(store.receipts.fromJournal().get(idOf(2))).toEqual(on)
  })
})

describe('both copies damaged', () => {
  it('an order with a gap in its story is set aside, and the others go on (I3, I5)', async () => {
    const folder = await homeWithOrders()
    loseDatabase(folder)
    flipIn(folder, 1)
    const store = await opened(folder)
    expect(store.receipts.setAside()).toEqual([idOf(1)])
    expect(store.notices.join(' ')).toContain('nothing is sent for it')
    expect(store.receipts.list({}).map((r) => r.id)).toContain(idOf(1))
    expect(store.receipts.get(idOf(2))).toEqual(orderNumber(2))
  })

  it('an order whose last step is unreadable is set aside: it may have been sent (I3, I5)', async () => {
    const folder = await homeWithOrders()
    loseDatabase(folder)
    flipIn(folder, 2)
    expect((await opened(folder)).receipts.setAside()).toEqual([idOf(1)])
  })

  it('is still said at the next start (I8)', async () => {
    const folder = await homeWithOrders()
    loseDatabase(folder)
    flipIn(folder, 2)
    ;(await opened(folder)).close()
    const again = await opened(folder)
    expect(again.receipts.setAside()).toEqual([idOf(1)])
    expect(again.notices.join(' ')).toContain('0b7c3a52')
  })

  it('a damaged row is restored from the journal, in get, in lists, and for good with the next step (I5, I8)', async () => {
    const folder = await homeWithOrders()
    const parts = await openedParts(folder)
    parts.db.prepare("UPDATE requests SET receipt = replace(receipt, 'running', 'approved') WHERE id = ?").run(idOf(1))
    expect(parts.receipts.get(idOf(1))).toEqual(accepted)
    expect(parts.receipts.list({})).toHaveLength(2)
    const on = nextOf(accepted, { phase: 'downloading' })
    parts.receipts.save([stepOf(on)])
    parts.close()
    loseJournal(folder)
    expect((await opened(folder)).receipts.get(idOf(1))).toEqual(on)
  })

  it('a damaged row does not keep the app from opening, nor entries that come after it from being taken in (I8)', async () => {
    const folder = await homeWithOrders()
    const parts = await openedParts(folder)
    parts.db.prepare("UPDATE requests SET receipt = 'nonsense' WHERE id = ?").run(idOf(1))
    const set = { revision: 4, phase: 'failed', updatedAtMs: t0 + 1 }
    parts.journal.append([{ v: 1, id: idOf(1), revision: 4, set, happenings: [] }])
    parts.close()
    const store = await opened(folder)
    expect(store.receipts.get(idOf(1))).toEqual({ ...accepted, ...set })
    store.receipts.save([stepOf(nextOf(orderNumber(2), { phase: 'cancelled' }))])
  })

  it('a damaged row that no journal knows is written whole with the next step of who holds it (I8)', async () => {
    const folder = await homeWithOrders()
    const parts = await openedParts(folder)
    parts.db.prepare("UPDATE requests SET receipt = 'nonsense' WHERE id = ?").run(idOf(1))
    truncateSync(journalIn(folder), 0)
    const on = nextOf(accepted, { phase: 'downloading' })
    parts.receipts.save([stepOf(on)])
    expect(parts.receipts.get(idOf(1))).toEqual(on)
  })
})

function loseJournal(folder: string): void {
  rmSync(journalIn(folder))
}
