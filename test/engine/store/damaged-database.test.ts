import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { Receipt } from '../../../src/domain/request/receipt.ts'
import { checksumOf } from '../../../src/engine/platform/checksum.ts'
import { newFolder } from '../../support/folders.ts'
import { bodyOf, t0 } from '../../support/receipts.ts'
import { databaseIn, journalIn, nextOf, opened, orderNumber, stepOf } from './support/open.ts'

const orders = 40
const paid = nextOf(nextOf(orderNumber(1), { phase: 'ready', body: bodyOf(), firstSentAtMs: t0 }), {
  phase: 'running',
  acceptedAtMs: t0,
  sentTimes: 1,
  creditsUsed: 8,
})

/** A closed home with one paid order and many that were only approved, over many pages. */
async function home(): Promise<string> {
  const folder = newFolder()
  const store = await opened(folder)
  store.receipts.save(Array.from({ length: orders }, (_, n) => stepOf(orderNumber(n + 1))))
  store.receipts.save([stepOf(nextOf(orderNumber(1), { phase: 'ready', body: bodyOf(), firstSentAtMs: t0 }))])
  store.receipts.save([stepOf(paid)])
  store.keyValues.setNote('paused', 'yes')
  store.close()
  return folder
}

const expected = (): Receipt[] => [...Array.from({ length: orders - 1 }, (_, n) => orderNumber(orders - n)), paid]
const byId = (receipts: Receipt[]) => [...receipts].sort((a, b) => (a.id < b.id ? -1 : 1))
const asides = (folder: string) => readdirSync(folder).filter((name) => name.includes('.set-aside-'))

function overwrite(path: string, bytes: Buffer, at: number): void {
  const fd = openSync(path, 'r+')
  writeSync(fd, bytes, 0, bytes.length, at)
  closeSync(fd)
}

/** An order of another home, as a page of that home's database would bring it. @param more what else happens to it */
function insertStranger(folder: string, more = ''): void {
  const { id } = orderNumber(99)
  const text = JSON.stringify(orderNumber(99))
  const db = new Database(databaseIn(folder))
  db.prepare(
    `INSERT INTO requests (id, revision, origin, kind, phase, is_open, approved_ms, updated_ms, receipt, checksum)
     VALUES (?, 1, '', '', 'approved', 1, 0, 0, ?, ?)`,
  ).run(id, text, checksumOf(text))
  db.exec(more)
  db.close()
}

const damages: [string, (database: string) => void][] = [
  ['whose first page is zeroed', (path) => overwrite(path, Buffer.alloc(4096), 0)],
  ['with zeroed pages inside', (path) => overwrite(path, Buffer.alloc(statSync(path).size - 4096), 4096)],
  ['whose format says that it may only be read', (path) => overwrite(path, Buffer.from([6]), 18)],
  ['cut in half', (path) => truncateSync(path, Math.floor(statSync(path).size / 8192) * 4096)],
  ['cut inside a page', (path) => truncateSync(path, 5000)],
  ['that is a text', (path) => writeFileSync(path, 'This is not a database, and never was one. '.repeat(400))],
  ['that is shorter than a header', (path) => writeFileSync(path, 'SQLite format 3')],
  [
    'of another app',
    (path) => {
      rmSync(path)
      const other = new Database(path)
      other.exec('CREATE TABLE songs (title TEXT)')
      other.close()
    },
  ],
  [
    'of another app that looks newer',
    (path) => {
      rmSync(path)
      const other = new Database(path)
      other.exec('CREATE TABLE songs (title TEXT); PRAGMA user_version = 70')
      other.close()
    },
  ],
  [
    'whose description of a table has a changed letter',
    (path) => {
      const bytes = readFileSync(path)
      // Also where an earlier form of the table left its text behind.
      for (let at = bytes.indexOf('contentless'); at >= 0; at = bytes.indexOf('contentless', at))
        bytes.write('contentmess', at)
      writeFileSync(path, bytes)
    },
  ],
  [
    'that lost a table',
    (path) => {
      const db = new Database(path)
      db.exec('DROP TABLE claims')
      db.close()
    },
  ],
]

describe('a database', () => {
  it.each(damages)('%s is set aside, and every receipt comes back from the journal (I5, I8)', async (_, damage) => {
    const folder = await home()
    damage(databaseIn(folder))
    const { size } = statSync(databaseIn(folder))
    const store = await opened(folder)
    expect(byId(store.receipts.list({}))).toEqual(byId(expected()))
    expect(store.receipts.timeline(paid.id).map((h) => h.title)).toEqual(['Step 1', 'Step 2', 'Step 3'])
    expect(store.receipts.setAside()).toEqual([])
    const [aside = ''] = asides(folder)
    expect(aside).toMatch(/^printroom\.db\.set-aside-\d{4}-\d\d-\d\dT/)
    expect(statSync(join(folder, aside)).size).toBe(size)
    expect(store.notices.join(' ')).toContain(`It was set aside as “${aside}”`)
    store.receipts.save([stepOf(nextOf(paid, { phase: 'downloading' }))])
    store.close()
    const again = await opened(folder)
    expect(again.notices).toEqual([])
    expect(again.receipts.get(paid.id)?.phase).toBe('downloading')
  })

  it('that is gone is made anew, and that is said', async () => {
    const folder = await home()
    rmSync(databaseIn(folder))
    writeFileSync(`${databaseIn(folder)}-wal`, 'of a database that is gone')
    const store = await opened(folder)
    expect(byId(store.receipts.list({}))).toEqual(byId(expected()))
    expect(store.notices.join(' ')).toContain('The database was gone')
    expect(asides(folder)).toHaveLength(1)
  })

  it('of a new home is not called lost', async () => {
    expect((await opened(newFolder())).notices).toEqual([])
  })

  it('of another home is neither shown nor sent as this one’s', async () => {
    const [folder, other] = [await home(), newFolder()]
    const theirs = await opened(other)
    theirs.receipts.save([stepOf(orderNumber(99))])
    theirs.close()
    copyFileSync(databaseIn(other), databaseIn(folder))
    const store = await opened(folder)
    expect(byId(store.receipts.list({}))).toEqual(byId(expected()))
    expect(store.notices.join(' ')).toContain('another home')
  })

  it('that lost its pages and its journal gives what is still whole in it', async () => {
    const folder = await home()
    rmSync(journalIn(folder))
    const db = new Database(databaseIn(folder))
    db.exec('DROP TABLE caches')
    db.close()
    const store = await opened(folder)
    expect(byId(store.receipts.list({}))).toEqual(byId(expected()))
    expect(byId([...store.receipts.fromJournal().values()])).toEqual(byId(expected()))
  })

  it('gives no receipt that a whole journal has never heard of: it came with a foreign page', async () => {
    const folder = await home()
    insertStranger(folder, 'DROP TABLE claims')
    expect(byId((await opened(folder)).receipts.list({}))).toEqual(byId(expected()))
  })

  it('with orders of another home between its own is set aside: they are neither shown nor sent (I5)', async () => {
    const folder = await home()
    insertStranger(folder)
    const store = await opened(folder)
    expect(byId(store.receipts.list({}))).toEqual(byId(expected()))
    expect(byId([...store.receipts.fromJournal().values()])).toEqual(byId(expected()))
    expect(store.notices.join(' ')).toContain('orders of another home')
  })

  it('that is older and lost a row besides gets it from the whole journal, and nothing is set aside', async () => {
    const folder = await home()
    const before = readFileSync(databaseIn(folder))
    const store = await opened(folder)
    const on = nextOf(paid, { phase: 'downloading' })
    store.receipts.save([stepOf(on)])
    store.close()
    writeFileSync(databaseIn(folder), before)
    const db = new Database(databaseIn(folder))
    db.prepare('DELETE FROM requests WHERE id = ?').run(paid.id)
    db.close()
    const again = await opened(folder)
    expect(again.receipts.get(paid.id)).toEqual(on)
    expect(again.receipts.setAside()).toEqual([])
  })

  it('is not called damaged after a price was accepted anew', async () => {
    const folder = await home()
    const store = await opened(folder)
    store.receipts.save([stepOf(nextOf(paid, { quote: { ...paid.quote, credits: 11 } }))])
    store.close()
    expect((await opened(folder)).notices).toEqual([])
  })

  it('keeps what is no receipt where it can still be read: a paused queue stays paused', async () => {
    const folder = await home()
    const db = new Database(databaseIn(folder))
    db.exec('DROP TABLE claims')
    db.close()
    expect((await opened(folder)).keyValues.note('paused')).toBe('yes')
  })

  it('made anew still knows every key by the same fingerprint, so that Skill receipts can be looked up (§4.15)', async () => {
    const folder = await home()
    const before = await opened(folder)
    const { salt } = before
    before.close()
    rmSync(databaseIn(folder))
    expect((await opened(folder)).salt).toBe(salt)
  })

  it('is not put away under another Printroom that has it open', async () => {
    const folder = await home()
    const first = await opened(folder)
    overwrite(databaseIn(folder), Buffer.alloc(4096), 0)
    await expect(opened(folder)).rejects.toThrow('another Printroom has it open')
    expect(asides(folder)).toEqual([])
    first.close()
    expect(byId((await opened(folder)).receipts.list({}))).toEqual(byId(expected()))
  })

  it('opens though somebody wrote into its lock', async () => {
    const folder = await home()
    writeFileSync(join(folder, 'printroom.lock'), 'somebody wrote into the lock. '.repeat(100))
    const store = await opened(folder)
    expect(byId(store.receipts.list({}))).toEqual(byId(expected()))
    expect(existsSync(databaseIn(folder))).toBe(true)
  })
})

it('a database that says it is newer and cannot be read is made anew from the journal (I5, I8)', async () => {
  const folder = await home()
  const db = new Database(databaseIn(folder))
  db.pragma('user_version = 1027')
  db.close()
  const intact = await opened(folder)
  expect(intact.readOnly).toBe(true)
  intact.close()
  overwrite(databaseIn(folder), Buffer.alloc(statSync(databaseIn(folder)).size - 3 * 4096), 3 * 4096)
  const store = await opened(folder)
  expect(store.readOnly).toBe(false)
  expect(byId(store.receipts.list({}))).toEqual(byId(expected()))
  expect(asides(folder)).not.toEqual([])
})

describe('a value that changed without SQLite noticing', () => {
  const change = (folder: string, sql: string): void => {
    const db = new Database(databaseIn(folder))
    db.exec(sql)
    db.close()
  }

  it.each([
    ['a price', 'UPDATE requests SET credits_used = 80 WHERE revision = 3'],
    ['a phase', "UPDATE requests SET phase = 'completed' WHERE revision = 3"],
    ['a kind', "UPDATE requests SET kind = 'skill' WHERE revision = 3"],
    ['a batch', "UPDATE requests SET batch_id = 'another' WHERE revision = 3"],
    ['an id', "UPDATE requests SET id = 'somebody-else' WHERE revision = 3"],
    ['whether there is something to do', 'UPDATE requests SET is_open = 0 WHERE revision = 3'],
    ['the receipt', 'UPDATE requests SET receipt = replace(receipt, \'"creditsUsed":8\', \'"creditsUsed":80\')'],
    ['a receipt that is gone', 'DELETE FROM requests WHERE revision = 3'],
  ])('%s is put right from the journal', async (_, sql) => {
    const folder = await home()
    change(folder, sql)
    const store = await opened(folder)
    expect(byId(store.receipts.list({ open: true }))).toEqual(byId(expected()))
    expect(store.receipts.get(paid.id)).toEqual(paid)
    store.close()
    const db = new Database(databaseIn(folder))
    const row = db.prepare('SELECT phase, credits_used, is_open FROM requests WHERE id = ?').get(paid.id)
    expect(row).toEqual({ phase: 'running', credits_used: 8, is_open: 1 })
    expect(db.prepare('SELECT count(*) FROM requests').pluck().get()).toBe(orders)
    db.close()
    expect(store.notices.join(' ')).toContain('put it right')
  })

  it('an older state that says it is the newest is brought up to the journal', async () => {
    const folder = await home()
    const old = nextOf(orderNumber(1), { phase: 'ready', body: bodyOf(), firstSentAtMs: t0 })
    const db = new Database(databaseIn(folder))
    const text = JSON.stringify(old)
    db.prepare(
      "UPDATE requests SET revision = 2, phase = 'ready', credits_used = NULL, receipt = ?, checksum = ? WHERE id = ?",
    ).run(text, checksumOf(text), paid.id)
    db.close()
    expect((await opened(folder)).receipts.get(paid.id)).toEqual(paid)
  })

  it('two whole versions of the same step are set aside: nobody can tell which is true', async () => {
    const folder = await home()
    const text = JSON.stringify({ ...paid, creditsUsed: 80 })
    const db = new Database(databaseIn(folder))
    db.prepare('UPDATE requests SET credits_used = 80, receipt = ?, checksum = ? WHERE id = ?').run(
      text,
      checksumOf(text),
      paid.id,
    )
    db.close()
    const store = await opened(folder)
    expect(store.receipts.setAside()).toEqual([paid.id])
    expect(store.notices.join(' ')).toContain('disagree')
  })
})

describe('a write-ahead log', () => {
  /** A home whose process died: its log was not taken into the database. */
  async function died(): Promise<{ folder: string; wal: Buffer; database: Buffer }> {
    const folder = await home()
    const store = await opened(folder)
    store.receipts.save([stepOf(nextOf(paid, { phase: 'downloading' }))])
    const [wal, database] = [readFileSync(`${databaseIn(folder)}-wal`), readFileSync(databaseIn(folder))]
    store.close()
    return { folder, wal, database }
  }

  it('that is stale takes nothing back', async () => {
    const { folder, wal } = await died()
    const store = await opened(folder)
    const on = nextOf(nextOf(paid, { phase: 'downloading' }), { phase: 'completed' })
    store.receipts.save([stepOf(on)])
    store.close()
    writeFileSync(`${databaseIn(folder)}-wal`, wal)
    expect((await opened(folder)).receipts.get(paid.id)).toEqual(on)
  })

  it('that is foreign does not bring in another home’s orders, and loses none of ours', async () => {
    const { folder } = await died()
    const other = newFolder()
    const theirs = await opened(other)
    theirs.receipts.save([stepOf(orderNumber(99))])
    writeFileSync(`${databaseIn(folder)}-wal`, readFileSync(`${databaseIn(other)}-wal`))
    const store = await opened(folder)
    const ours = [...expected().slice(0, -1), nextOf(paid, { phase: 'downloading' })]
    expect(byId(store.receipts.list({}))).toEqual(byId(ours))
  })

  it.each([0.3, 0.7])('cut at %f loses no receipt', async (part) => {
    const { folder, wal, database } = await died()
    writeFileSync(databaseIn(folder), database)
    writeFileSync(`${databaseIn(folder)}-wal`, wal.subarray(0, Math.floor(wal.length * part)))
    expect((await opened(folder)).receipts.get(paid.id)?.phase).toBe('downloading')
  })
})
