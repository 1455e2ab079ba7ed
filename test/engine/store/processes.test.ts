import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/engine/store/database.ts'
import { Journal } from '../../../src/engine/store/journal.ts'
import { ClaimLostError } from '../../../src/engine/store/receipts.ts'
import { bundle } from '../../support/bundle.ts'
import { newFolder } from '../../support/folders.ts'
import { idOf, journalIn, opened, orderNumber, stepOf } from './support/open.ts'

const run = promisify(execFile)
const worker = await bundle(join(import.meta.dirname, 'support', 'saving-worker.ts'))

/** Lets processes of these names save so many orders each, and all of them begin at one moment. */
async function saveAtOnce(folder: string, names: readonly string[], count: number): Promise<void> {
  const running = names.map((name) =>
    run(process.execPath, [worker, folder, name, String(count)], { timeout: 120_000 }),
  )
  const ended = Promise.all(running)
  const ready = Promise.all(running.map(({ child }) => child.stdout && once(child.stdout, 'data')))
  // One that dies before it is ready is told as its own failure.
  await Promise.race([ready, ended])
  for (const { child } of running) child.stdin?.write('go')
  await ended
}

describe('several processes at one home', () => {
  it('lose nothing when they append at once, in either copy (I8)', async () => {
    const folder = newFolder()
    ;(await opened(folder)).close()
    await saveAtOnce(folder, ['a', 'b'], 60)
    const store = await opened(folder)
    expect(store.notices).toEqual([])
    const ids = store.receipts.list({}).map((r) => `${r.id} ${r.revision} ${r.phase}`)
    const expected = ['a', 'b'].flatMap((name) => Array.from({ length: 60 }, (_, n) => `${name}-${n} 2 cancelled`))
    expect(ids.sort()).toEqual(expected.sort())
    expect([...store.receipts.fromJournal().values()].map((r) => `${r.id} ${r.revision} ${r.phase}`).sort()).toEqual(
      expected,
    )
    const journal = new Journal(journalIn(folder))
    expect(journal.read().damaged).toEqual([])
    journal.close()
  })

  it('may make a new home at the same moment, and agree on whose it is', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    for (let round = 0; round < 4; round += 1) {
      const folder = newFolder()
      await saveAtOnce(folder, names, 1)
      const store = await opened(folder)
      expect(store.notices).toEqual([])
      expect(store.receipts.list({})).toHaveLength(names.length)
    }
  })

  it('waits for another one that is making the new database, though SQLite itself does not', async () => {
    const path = join(newFolder(), 'printroom.db')
    const other = new Database(path)
    other.exec('BEGIN IMMEDIATE')
    const opening = openDatabase(path)
    // The first try has been refused by then: it is made before anything is awaited.
    setImmediate(() => other.close())
    const { db, readOnly } = await opening
    expect([readOnly, db.pragma('journal_mode', { simple: true })]).toEqual([false, 'wal'])
    db.close()
  })

  it.each([
    ['says no', () => false, ClaimLostError],
    [
      'throws',
      () => {
        throw new RangeError('ordered already')
      },
      RangeError,
    ],
  ])(
    'see what one that died has ordered before they order it themselves, also where what asks %s (I2, I3)',
    async (_, refuse, error) => {
      const folder = newFolder()
      const store = await opened(folder)
      const watch = { id: 'new-photos', content: 'c'.repeat(64) }
      const dying = await bundle(join(import.meta.dirname, 'support', 'dying-worker.ts'))
      await expect(run(process.execPath, [dying, folder, idOf(1), watch.id, watch.content])).rejects.toThrow()
      const ordered = () => store.watches.orderedFor(watch.id, watch.content)
      expect(ordered(), 'it stands in the journal alone').toBeNull()
      expect([...store.receipts.fromJournal().keys()]).toEqual([idOf(1)])
      const before = store.version()
      const twice = stepOf(orderNumber(2, { watch }))
      expect(() => store.receipts.save([twice], () => ordered() === null || refuse())).toThrow(error)
      expect(
        store.receipts.list({}).map(({ id }) => id),
        'kept, for whoever looks next',
      ).toEqual([idOf(1)])
      expect(store.version()).not.toBe(before)
      expect([...store.receipts.fromJournal().keys()]).toEqual([idOf(1)])
    },
  )
})
