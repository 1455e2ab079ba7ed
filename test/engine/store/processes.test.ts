import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { Journal } from '../../../src/engine/store/journal.ts'
import { newFolder } from '../../support/folders.ts'
import { journalIn, opened } from './support/open.ts'

const run = promisify(execFile)
const worker = join(import.meta.dirname, 'support', 'saving-worker.ts')
const save = (folder: string, name: string, count: number, atMs = 0) =>
  run(process.execPath, [worker, folder, name, String(count), String(atMs)], { timeout: 60_000 })
/** So long a process takes to be ready, more or less: then all begin in the same moment. */
const readyMs = 1500

describe('several processes at one home', () => {
  it('lose nothing when they append at once, in either copy (I8)', async () => {
    const folder = newFolder()
    ;(await opened(folder)).close()
    await Promise.all([save(folder, 'a', 60), save(folder, 'b', 60)])
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
      await Promise.all(names.map((name) => save(folder, name, 1, Date.now() + readyMs)))
      const store = await opened(folder)
      expect(store.notices).toEqual([])
      expect(store.receipts.list({})).toHaveLength(names.length)
    }
  })
})
