import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { projects } from '../../../src/engine/store/migrations/0007-projects.ts'
import { migrations } from '../../../src/engine/store/migrations/all.ts'
import { restoreBackup } from '../../../src/engine/store/restore.ts'
import type { Store } from '../../../src/engine/store/store.ts'
import { newFolder } from '../../support/folders.ts'
import { t0 } from '../../support/receipts.ts'
import { backBefore } from './support/earlier.ts'
import { databaseIn, idOf, opened, orderNumber, stepOf } from './support/open.ts'

const origin = 'https://service.example'
let folder: string
let store: Store

beforeEach(async () => {
  folder = newFolder()
  store = await opened(folder)
  store.receipts.save([1, 2, 3].map((n) => stepOf(orderNumber(n))))
})

const filed = (from: Store) => [1, 2, 3].map((n) => from.projects.of(idOf(n)))

describe('what people file their requests under', () => {
  it('is one project for each request, until another one or none, and no step of the request', () => {
    const receipt = store.receipts.get(idOf(1))
    expect(store.projects.file([idOf(1), idOf(2), idOf(1)], 'Harbour Days', t0)).toEqual([idOf(1), idOf(2)])
    expect(filed(store)).toEqual(['Harbour Days', 'Harbour Days', null])
    store.projects.file([idOf(2)], 'Autumn', t0 + 1)
    expect(filed(store)).toEqual(['Harbour Days', 'Autumn', null])
    expect(store.projects.all()).toEqual(
      new Map([
        [idOf(1), 'Harbour Days'],
        [idOf(2), 'Autumn'],
      ]),
    )
    store.projects.file([idOf(1), idOf(3)], null, t0)
    expect(filed(store)).toEqual([null, 'Autumn', null])
    expect(store.receipts.get(idOf(1))).toEqual(receipt)
  })

  it('keeps nothing of requests that are not there', () => {
    expect(store.projects.file([idOf(9), "' OR 1=1 --"], 'Harbour Days', t0)).toEqual([])
    expect(store.projects.of(idOf(9))).toBeNull()
    expect(store.projects.list()).toEqual([])
  })

  it('is one project whatever its case, spelled as first, until all of it is filed anew', () => {
    store.projects.file([idOf(1)], 'Harbour Days', t0)
    store.projects.file([idOf(2)], 'HARBOUR days', t0)
    expect(filed(store)).toEqual(['Harbour Days', 'Harbour Days', null])
    store.projects.choose('harbour days')
    expect(store.projects.current).toBe('Harbour Days')
    store.projects.choose(null)
    store.projects.file([idOf(1), idOf(2)], 'harbour days', t0)
    expect(filed(store)).toEqual(['harbour days', 'harbour days', null])
  })

  it('is listed as long as it is used or chosen, what was filed under last before the others', () => {
    store.projects.file([idOf(1), idOf(2)], 'Harbour Days', t0)
    store.projects.file([idOf(3)], 'Autumn', t0 + 1)
    store.projects.choose('Winter')
    expect(store.projects.list()).toEqual([
      { name: 'Winter', requests: 0, usedMs: null },
      { name: 'Autumn', requests: 1, usedMs: t0 + 1 },
      { name: 'Harbour Days', requests: 2, usedMs: t0 },
    ])
    store.projects.file([idOf(3)], 'winter', t0 + 2)
    store.projects.choose(null)
    expect(store.projects.current).toBeNull()
    expect(store.projects.list().map(({ name }) => name)).toEqual(['Winter', 'Harbour Days'])
  })
})

describe('projects on disk', () => {
  it('are there at the next start, and in the backup that filing is worth', async () => {
    const first = await store.backups.make(t0)
    expect(await store.backups.make(t0 + 1)).toBeNull()
    store.projects.file([idOf(1)], 'Harbour Days', t0)
    store.projects.choose('Autumn')
    const backup = (await store.backups.make(t0 + 2)) ?? ''
    store.projects.file([idOf(1)], null, t0)
    store.close()
    for (const [path, expected] of [
      [backup, 'Harbour Days'],
      [first ?? '', null],
    ] as const) {
      const restored = await restoreBackup(folder, path)
      expect(restored.projects.of(idOf(1))).toBe(expected)
      expect(restored.projects.current).toBe(expected === null ? null : 'Autumn')
      restored.close()
    }
  })

  it('come out of a database that is damaged, for the requests that are there again, and no other name with them; curated pictures too', async () => {
    store.projects.file([idOf(1), idOf(2)], 'Harbour Days', t0)
    store.projects.choose('Autumn')
    store.gallery.keep(origin, 'dunes', { value: { text: 'a' }, label: 'Family', words: 'a', atMs: t0 })
    store.gallery.addFile(origin, 'dunes', { address: 'b', name: 'b.png', width: 2, height: null })
    store.close()
    const db = new Database(databaseIn(folder))
    const put = db.prepare('INSERT INTO request_projects VALUES (?, ?, ?)')
    put.run(idOf(9), 'Of a request that is gone', t0)
    put.run(idOf(3), 'No\nname', t0)
    // As damage would leave it: the tables are not those of this version.
    db.exec('DROP INDEX request_projects_named')
    db.close()
    const again = await opened(folder)
    expect(again.notices.join(' ')).toContain('The database was damaged')
    expect(filed(again)).toEqual(['Harbour Days', 'Harbour Days', null])
    expect(again.projects.of(idOf(9))).toBeNull()
    expect(again.projects.current).toBe('Autumn')
    expect(again.receipts.list({})).toHaveLength(3)
    expect(again.gallery.get(origin, 'dunes')).toMatchObject({ value: { text: 'a' }, keptMs: t0 })
    expect(again.gallery.labels(origin)).toEqual([{ name: 'Family', count: 1 }])
    expect(again.gallery.files(origin, 'dunes')).toHaveLength(1)
  })

  it('do not hold a start up that cannot read them, and cost no receipt (I8)', async () => {
    store.projects.file([idOf(1)], 'Harbour Days', t0)
    store.close()
    const fd = openSync(databaseIn(folder), 'r+')
    writeSync(fd, Buffer.alloc(4096), 0, 4096, 0)
    closeSync(fd)
    const again = await opened(folder)
    expect(again.receipts.list({})).toHaveLength(3)
    expect(again.projects.file([idOf(1)], 'Harbour Days', t0)).toEqual([idOf(1)])
  })

  it('are none in a database of the version before them, which is brought up with its receipts (I8)', async () => {
    store.close()
    const db = new Database(databaseIn(folder))
    db.exec(`DROP TABLE request_projects; ${backBefore(projects)}`)
    db.close()
    const upgraded = await opened(folder)
    expect(upgraded.notices).toEqual([])
    expect(upgraded.receipts.list({})).toHaveLength(3)
    expect(filed(upgraded)).toEqual([null, null, null])
    upgraded.projects.file([idOf(1)], 'Harbour Days', t0)
    upgraded.close()
    const versions = new Database(databaseIn(folder), { readonly: true })
    expect(versions.pragma('user_version', { simple: true })).toBe(migrations.length)
    versions.close()
    expect(filed(await opened(folder))).toEqual(['Harbour Days', null, null])
  })

  it('are none where the journal alone is left: it is for money', async () => {
    store.projects.file([idOf(1)], 'Harbour Days', t0)
    store.close()
    for (const end of ['', '-wal', '-shm']) rmSync(databaseIn(folder) + end, { force: true })
    const again = await opened(folder)
    expect(again.receipts.list({})).toHaveLength(3)
    expect(filed(again)).toEqual([null, null, null])
  })
})
