import { appendFileSync, ftruncateSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '../../../src/engine/store/folders.ts'
import { Journal } from '../../../src/engine/store/journal.ts'
import { NotTakenBackError } from '../../../src/engine/store/receipts.ts'
import { newFolder } from '../../support/folders.ts'
import { failing, watching } from './support/failing-disk.ts'
import { idOf, journalIn, nextOf, opened, openedParts, orderNumber, stepOf } from './support/open.ts'

const first = orderNumber(1)
const second = nextOf(first, { phase: 'cancelled' })

describe('after a failed sync of the journal (fsyncgate)', () => {
  it('nothing is saved until the file was opened anew, written and synced once more', async () => {
    const { receipts, journal } = await openedParts(newFolder())
    receipts.save([stepOf(first)])
    const disk = failing(['fdatasyncSync'])
    for (let tries = 1; tries <= 3; tries += 1) {
      expect(() => receipts.save([stepOf(second)])).toThrow(/EIO/)
      expect(disk.count()).toBe(tries)
      expect(receipts.get(idOf(1))).toEqual(first)
    }
    disk.heal()
    const synced = watching('fdatasyncSync')
    receipts.save([stepOf(second)])
    expect(synced.length).toBeGreaterThan(0)
    expect(receipts.get(idOf(1))).toEqual(second)
    expect(journal.read().entries.map((e) => e.revision)).toEqual([1, 2])
    expect(journal.read().damaged).toEqual([])
  })

  it('a step whose pages were lost with the sync is written again', async () => {
    const folder = newFolder()
    const { receipts } = await openedParts(folder)
    receipts.save([stepOf(first)])
    const size = readFileSync(journalIn(folder)).length
    const disk = failing(['fdatasyncSync'], (fd) => ftruncateSync(fd, size + 30))
    expect(() => receipts.save([stepOf(second)])).toThrow(/EIO/)
    disk.heal()
    receipts.save([stepOf(second)])
    expect(receipts.fromJournal().get(idOf(1))).toEqual(second)
  })

  it('a new order that was refused does not come true later, though it could not be cut off at once (I2)', async () => {
    const folder = newFolder()
    const { receipts } = await openedParts(folder)
    receipts.save([stepOf(first)])
    const disk = failing(['fdatasyncSync', 'fsyncSync', 'ftruncateSync'])
    expect(() => receipts.save([stepOf(orderNumber(2))])).toThrow(NotTakenBackError)
    disk.heal()
    receipts.save([stepOf(second)])
    expect(receipts.list({})).toEqual([second])
    expect((await opened(folder)).receipts.fromJournal().has(idOf(2))).toBe(false)
  })

  it('a journal in doubt takes nothing by itself', () => {
    const journal = new Journal(join(newFolder(), 'j'))
    const disk = failing(['fdatasyncSync'])
    const entry = { v: 1 as const, id: 'a', revision: 1, set: {}, happenings: [] }
    expect(() => journal.append([entry])).toThrow(/EIO/)
    disk.heal()
    expect(() => journal.append([entry])).toThrow(/not made sound/)
    const synced = watching('fdatasyncSync')
    journal.makeSound(0)
    expect(synced).toEqual([journal.path])
    journal.append([entry])
    expect(journal.read().entries).toHaveLength(2)
    journal.close()
  })

  it('what a process that died left unsynced is synced before SQLite takes it in', async () => {
    const folder = newFolder()
    const store = await opened(folder)
    store.receipts.save([stepOf(first)])
    store.close()
    const other = new Journal(join(newFolder(), 'j'))
    other.append([{ v: 1, id: idOf(1), revision: 2, set: { revision: 2, phase: 'cancelled' }, happenings: [] }])
    appendFileSync(journalIn(folder), readFileSync(other.path))
    other.close()
    const disk = failing(['fdatasyncSync'])
    await expect(opened(folder)).rejects.toThrow(/EIO/)
    disk.heal()
    expect((await opened(folder)).receipts.get(idOf(1))).toEqual(second)
  })
})

describe.runIf(process.platform === 'linux')('a new folder', () => {
  it('is made durable with every folder above it that was new', () => {
    const root = newFolder()
    const synced = watching('fsyncSync')
    makeFolder(join(root, 'a', 'b', 'c'))
    expect(synced.sort()).toEqual([root, join(root, 'a'), join(root, 'a', 'b')])
    makeFolder(join(root, 'a', 'b', 'c'))
    expect(synced).toHaveLength(3)
  })
})
