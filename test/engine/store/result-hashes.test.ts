import { rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { sha256Of } from '../../../src/engine/platform/checksum.ts'
import { resultHashes } from '../../../src/engine/store/migrations/0009-result-hashes.ts'
import { restoreBackup } from '../../../src/engine/store/restore.ts'
import { openStore, type Store } from '../../../src/engine/store/store.ts'
import { newFolder } from '../../support/folders.ts'
import { t0 } from '../../support/receipts.ts'
import { backBefore } from './support/earlier.ts'
import { databaseIn, journalIn, nextOf, opened, orderNumber, stepOf } from './support/open.ts'

const [owedAgain, atHome, never] = [sha256Of('owed again'), sha256Of('at home'), sha256Of('a photograph')]
const home = (sha256: string, outputIndex: number) => ({
  assetId: `${sha256.slice(0, 8)}`,
  jobIndex: 0,
  outputIndex,
  sha256,
})

let folder: string
let backup: string

/** A backup of before, then an order with two results, one of which is owed again: its receipt does not name it any more. */
beforeEach(async () => {
  folder = newFolder()
  const store = await opened(folder)
  store.receipts.save([stepOf(orderNumber(2))])
  backup = (await store.backups.make(t0)) ?? ''
  const first = orderNumber(1)
  const both = nextOf(first, { assets: [home(owedAgain, 0), home(atHome, 1)] })
  for (const step of [first, both, nextOf(both, { assets: [home(atHome, 1)] })]) store.receipts.save([stepOf(step)])
  store.close()
})

const knowsAll = ({ watches }: Store): boolean[] => [owedAgain, atHome, never].map((sha256) => watches.isResult(sha256))

describe('what has come home once', () => {
  it('stays known as a result though its file is owed again and its receipt names it no more (I13, L1)', async () => {
    expect(knowsAll(await opened(folder))).toEqual([true, true, false])
  })

  it('is known after a restore, by every step that the journal tells (I13, L1)', async () => {
    const store = await restoreBackup(folder, backup)
    expect(knowsAll(store)).toEqual([true, true, false])
    store.close()
  })

  it('is known after the database was lost (I13, L1)', async () => {
    for (const end of ['', '-wal', '-shm']) rmSync(databaseIn(folder) + end, { force: true })
    expect(knowsAll(await opened(folder))).toEqual([true, true, false])
  })

  it('is known where the journal was lost, by the database (I13)', async () => {
    rmSync(journalIn(folder))
    expect(knowsAll(await opened(folder))).toEqual([true, true, false])
  })

  it('is known in a home of a version that kept no such table, by its rows and its journal (I13)', async () => {
    const db = new Database(databaseIn(folder))
    db.exec(`DROP TABLE result_hashes; DELETE FROM meta WHERE key = 'results_known'; ${backBefore(resultHashes)}`)
    db.close()
    const store = await openStore(folder)
    expect(knowsAll(store)).toEqual([true, true, false])
    store.close()
  })
})
