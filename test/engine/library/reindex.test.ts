import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Receipt } from '../../../src/domain/request/receipt.ts'
import { downloadResult } from '../../../src/engine/library/download-result.ts'
import { LibraryPlace } from '../../../src/engine/library/place.ts'
import { reindexLibrary } from '../../../src/engine/library/reindex.ts'
import { Downloader } from '../../../src/engine/remote/download.ts'
import { Thumbnails } from '../../../src/engine/sources/thumbnails.ts'
import type { Store } from '../../../src/engine/store/store.ts'
import { disc } from '../../practice/support/images.ts'
import { newFolder } from '../../support/folders.ts'
import { startImages } from '../../support/image-worker.ts'
import { madeJob, play, running, t0 } from '../../support/receipts.ts'
import { type Scripted, scriptedServer } from '../remote/support/server.ts'
import { databaseIn, idOf, opened, stepOf } from '../store/support/open.ts'
import { failingPath } from './support/failing-path.ts'
import { oddThings } from './support/odd-things.ts'

const images = startImages(join(import.meta.dirname, 'never-used'))
afterAll(() => images.close())

describe('the library after its database was made anew', () => {
  let server: Scripted
  let folder: string
  let library: string
  let finished: Receipt[]

  /** A home with two finished orders, the first of two pictures, whose database is gone. */
  beforeEach(async () => {
    const pictures = new Map<string, Buffer>()
    for (const [n, path] of ['/1', '/2', '/3'].entries()) pictures.set(path, await disc(40 + n * 10, 30))
    server = await scriptedServer((response, request) => void response.end(pictures.get(request.path)))
    folder = newFolder()
    library = join(folder, 'library')
    const store = await opened(folder)
    finished = []
    for (const [n, paths] of [['/1', '/2'], ['/3']].entries()) {
      const id = `${n}${idOf(n + 1).slice(1)}`
      const urls = paths.map((path) => server.url + path)
      let receipt: Receipt = { ...running([madeJob(urls)], { id, approvedAtMs: t0 }), revision: 1 }
      for (const outputIndex of paths.keys()) {
        const asset = await downloadResult(receipt, 0, outputIndex, {
          downloader: new Downloader(async () => server.url),
          images,
          assets: store.assets,
          thumbnails: new Thumbnails(images, join(folder, 'cache')),
          place: new LibraryPlace(store.settings, library),
          now: () => t0 + n,
        })
        const home = { assetId: asset.id, jobIndex: 0, outputIndex, sha256: asset.sha256 }
        receipt = { ...play(receipt, { type: 'broughtHome', atMs: t0, asset: home }).receipt, revision: 1 }
      }
      store.receipts.save([stepOf(receipt)])
      finished.push(receipt)
    }
    store.close()
    rmSync(databaseIn(folder))
  })

  const monthIn = () => join(library, '2026-11')

  it.skipIf(process.platform === 'win32')(
    'goes on past a link to itself and whatever else lies there (L7)',
    async () => {
      for (const [thing, put] of Object.entries(oddThings)) {
        writeFileSync(join(monthIn(), thing), 'to be put away')
        await put(join(monthIn(), thing))
      }
      expect(await reindex(await opened(folder))).toEqual({ found: 3, owed: 0 })
    },
  )

  it.each(['EIO', 'ESTALE'])(
    'a file whose bytes do not read now (%s) costs itself, is not fetched beside, and is found by the next start (L7, I7)',
    async (code) => {
      const store = await opened(folder)
      const [first = ''] = filesIn()
      const heal = failingPath(code, [join(monthIn(), first)], 'read')
      expect(await reindex(store)).toEqual({ found: 2, owed: 0 })
      heal()
      expect(await reindex(store)).toEqual({ found: 1, owed: 0 })
      expect(store.receipts.list({}).flatMap(({ owed }) => owed)).toEqual([])
    },
  )

  it('a file that cannot be looked at costs itself too (L7)', async () => {
    const [first = ''] = filesIn()
    failingPath('EIO', [join(monthIn(), first)], 'look')
    expect(await reindex(await opened(folder))).toEqual({ found: 2, owed: 0 })
  })

  const filesIn = () => readdirSync(join(library, '2026-11')).sort()
  const reindex = (store: Store, changes: { library?: string; signal?: AbortSignal } = {}) =>
    reindexLibrary({
      receipts: store.receipts,
      assets: store.assets,
      keyValues: store.keyValues,
      images,
      library,
      now: () => t0 + 5,
      signal: new AbortController().signal,
      ...changes,
    })

  it('has every result again, with what it is, and no file was touched (I7)', async () => {
    const before = filesIn().map((name) => ({ name, ...statSync(join(library, '2026-11', name)) }))
    const store = await opened(folder)
    expect(store.assets.page({ limit: 9 }).total).toBe(0)
    expect(await reindex(store)).toEqual({ found: 3, owed: 0 })
    const [first, second] = store.assets.ofRequest(finished[0]?.id ?? '')
    expect(first).toMatchObject({
      width: 40,
      height: 30,
      format: 'png',
      title: 'a lighthouse',
      jobIndex: 0,
      outputIndex: 0,
    })
    expect(second).toMatchObject({ width: 50, outputIndex: 1, relativePath: `2026-11/${second?.name}` })
    expect(store.assets.page({ search: 'lighthouse', limit: 9 }).total).toBe(3)
    expect(filesIn().map((name) => ({ name, ...statSync(join(library, '2026-11', name)) }))).toMatchObject(
      before.map(({ name, ino, mtimeMs, size }) => ({ name, ino, mtimeMs, size })),
    )
    expect(store.receipts.list({}).map((r) => r.revision)).toEqual([1, 1])
    expect(await reindex(store)).toBeNull()
  })

  it('finds files that were renamed or moved, by their content', async () => {
    const [name = ''] = filesIn()
    mkdirSync(join(library, 'For the client'))
    renameSync(join(library, '2026-11', name), join(library, 'For the client', 'final.png'))
    const store = await opened(folder)
    expect(await reindex(store)).toEqual({ found: 3, owed: 0 })
    expect(store.assets.page({ limit: 9 }).items.map((a) => a.relativePath)).toContain('For the client/final.png')
  })

  it('does not take another picture under the right name for the result: that one is owed (I7)', async () => {
    const name = filesIn().find((one) => one.includes('_01')) ?? ''
    writeFileSync(join(library, '2026-11', name), await disc(99, 99))
    const store = await opened(folder)
    expect(await reindex(store)).toEqual({ found: 2, owed: 1 })
    const receipt = store.receipts.get(finished[0]?.id ?? '')
    expect(receipt?.assets.map((a) => a.outputIndex)).toEqual([1])
    expect(receipt?.owed).toMatchObject([{ jobIndex: 0, outputIndex: 0, triedTimes: 0 }])
    expect(store.receipts.list({ open: true }).map((r) => r.id)).toContain(receipt?.id)
    const next = receipt ? play(receipt, { type: 'recovered', atMs: t0 }) : null
    expect(next?.effect).toMatchObject({ do: 'bringHome', jobIndex: 0, outputIndex: 0 })
    expect(readFileSync(join(library, '2026-11', name))).toEqual(await disc(99, 99))
  })

  it('owes nothing because its disk is not there, and looks again at the next start', async () => {
    const store = await opened(folder)
    await expect(reindex(store, { library: join(folder, 'unplugged') })).rejects.toThrow(/ENOENT/)
    expect(store.receipts.list({}).map((r) => r.revision)).toEqual([1, 1])
    expect(await reindex(store)).toEqual({ found: 3, owed: 0 })
  })

  it('that was stopped halfway owes nothing and begins anew', async () => {
    const store = await opened(folder)
    expect(await reindex(store, { signal: AbortSignal.abort() })).toBeNull()
    expect(store.receipts.list({}).map((r) => r.revision)).toEqual([1, 1])
    expect(await reindex(store)).toEqual({ found: 3, owed: 0 })
  })

  const breakDatabase = (): void => {
    const db = new Database(databaseIn(folder))
    db.exec('DROP TABLE caches')
    db.close()
  }

  it('has its rows from the damaged database itself where they can be read, trash included', async () => {
    const store = await opened(folder)
    await reindex(store)
    const [kept, trashed] = store.assets.page({ limit: 9 }).items
    store.assets.markTrashed([trashed?.id ?? ''], t0)
    store.close()
    breakDatabase()
    const again = await opened(folder)
    expect(again.notices.join(' ')).toContain('set aside')
    expect(again.assets.page({ limit: 9 }).total).toBe(2)
    expect(again.assets.get(kept?.id ?? '')).toEqual(kept)
    expect(await reindex(again)).toBeNull()
    expect(again.assets.page({ limit: 9 }).total).toBe(2)
  })

  it('has from there what people said about it: stars, tags, collections, and what can be put back', async () => {
    const store = await opened(folder)
    await reindex(store)
    const [first, second, third] = store.assets.page({ limit: 9 }).items.map(({ id }) => id)
    const seqsOf = (of: Store, ...ids: (string | undefined)[]) => of.organise.seqsOf(ids.map((id) => id ?? ''))
    store.organise.mark(seqsOf(store, first), { rating: 4, flag: 'pick', addTag: 'Campaign' })
    store.organise.mark(seqsOf(store, second), { flag: 'reject' })
    const spring = store.organise.makeCollection('Spring', t0)
    store.organise.mark(seqsOf(store, first, second), { addTo: spring })
    store.organise.trash(seqsOf(store, third), t0)
    store.close()
    breakDatabase()
    const again = await opened(folder)
    expect(
      again.lists
        .open({ rating: 4, flag: 'pick', tag: 'campaign', search: 'camp' }, 9)
        .items.map(({ asset }) => asset.id),
    ).toEqual([first])
    expect(again.lists.open({ flag: 'reject' }, 9).items.map(({ asset }) => asset.id)).toEqual([second])
    expect(again.organise.facets()).toMatchObject({ collections: [{ name: 'Spring', count: 2 }], trashed: 1 })
    expect(again.organise.restore(seqsOf(again, third)).count).toBe(1)
    expect(again.assets.page({ limit: 9 }).total).toBe(3)
  })
})
