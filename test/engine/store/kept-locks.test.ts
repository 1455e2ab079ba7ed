import { spawnSync } from 'node:child_process'
import { linkSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { watchPoints } from '../../../src/engine/platform/failpoints.ts'
import type { Store } from '../../../src/engine/store/store.ts'
import { newFolder } from '../../support/folders.ts'
import { fill, mayMount, smallDisk } from '../../support/small-disk.ts'
import { databaseIn, nextOf, opened, orderNumber, stepOf } from './support/open.ts'

const first = orderNumber(1)
const second = nextOf(first, { phase: 'cancelled' })

/**
 * Another process wants the database's file for itself alone, by another name, so that no log and no shared memory
 * beside it says anything. SQLite's locks are POSIX's: a process loses them with the first descriptor of the file that
 * it closes, and whoever comes then takes itself for the last one, and the log for its own to remove.
 */
function whatAnotherHears(folder: string): string {
  const alias = join(mkdtempSync(join(folder, 'other-')), 'alias.db')
  linkSync(databaseIn(folder), alias)
  const script = `
    const db = new (require('better-sqlite3'))(process.argv[1], { timeout: 0 })
    try { console.log(db.pragma('journal_mode = DELETE', { simple: true })) } catch (error) { console.log(error.code) }
  `
  const ran = spawnSync(process.execPath, ['-e', script, alias], { encoding: 'utf8' })
  return ran.stdout.trim() || ran.stderr
}

const isHeldBy = (store: Store): void => {
  expect(store.receipts.list({})).toHaveLength(1)
  expect(whatAnotherHears(store.paths.folder)).toBe('SQLITE_BUSY')
}

describe('the lock on the database', () => {
  it('is held as long as it is open, whatever is looked up in it, and given back at the end', async () => {
    const folder = newFolder()
    const store = await opened(folder)
    store.receipts.save([stepOf(first)])
    isHeldBy(store)
    await store.backups.make(Date.now())
    store.noteTrouble(Object.assign(new Error(''), { code: 'SQLITE_CORRUPT' }))
    store.version()
    isHeldBy(store)
    store.close()
    expect(whatAnotherHears(folder)).toBe('delete')
  })

  it('is held after the disk refused a write and took the next one (S8)', async () => {
    const store = await opened(newFolder())
    store.receipts.save([stepOf(first)])
    onTestFinished(() => watchPoints(null))
    watchPoints((point, side) => {
      if (side === 'before' && point === 'receipts commit')
        throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' })
    })
    expect(() => store.receipts.save([stepOf(second)])).toThrow(/I\/O/)
    watchPoints(null)
    store.receipts.verifyConnection()
    isHeldBy(store)
  })

  it.runIf(mayMount('tests of locks on a small disk'))('is held after a full disk that healed (S8)', async () => {
    const disk = smallDisk()
    const store = await opened(join(disk, 'service'))
    store.receipts.save([stepOf(first)])
    fill(disk)
    const fillUp = (): void => {
      for (let n = 2; n < 2000; n += 1) store.keyValues.setNote(`note ${n}`, 'x'.repeat(20_000))
    }
    expect(fillUp).toThrow(/full/)
    rmSync(join(disk, 'filler'))
    store.receipts.verifyConnection()
    store.receipts.save([stepOf(second)])
    isHeldBy(store)
  })
})
