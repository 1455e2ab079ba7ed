import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { watchPoints } from '../../../src/engine/platform/failpoints.ts'
import { type Asset, putAsset } from '../../../src/engine/store/assets.ts'
import { openStore, type Store } from '../../../src/engine/store/store.ts'
import { newFolder } from '../../support/folders.ts'
import { t0 } from '../../support/receipts.ts'
import { assetOf } from './support/assets.ts'
import { databaseIn, idOf, opened, orderNumber, stepOf } from './support/open.ts'

const count = 2500
const idsOf = (...numbers: number[]): string[] => numbers.map((n) => `request-${n}.0.0`)

let folder: string

/** A closed home with pictures, a hundred to an order, and with all that people can say of them. */
async function homeWith(pictures = 4): Promise<void> {
  folder = newFolder()
  const store = await opened(folder)
  const assets = Array.from({ length: pictures }, (_, n) =>
    assetOf(n + 1, { requestId: idOf(Math.floor(n / 100) + 1), outputIndex: n % 100 }),
  )
  const orders = Map.groupBy(assets, ({ requestId }) => requestId).values()
  store.receipts.save(
    [...orders].map((of, n) => stepOf(orderNumber(n + 1, { phase: 'completed', assets: of.map(broughtHomeOf) }))),
  )
  const db = new Database(databaseIn(folder))
  db.transaction(() => {
    for (const asset of assets) putAsset(db, asset)
  })()
  db.close()
  const { organise } = store
  const seqs = (...of: number[]) => organise.seqsOf(idsOf(...of))
  organise.mark(seqs(2), { rating: 4, addTag: 'Campaign', addTo: organise.makeCollection('Spring', t0) })
  organise.trash(seqs(1), t0)
  store.projects.file([idOf(1)], 'Harbour Days', t0)
  store.keyValues.saveDraft('create', { prompt: 'half a th' }, t0)
  store.close()
}

const broughtHomeOf = ({ id: assetId, jobIndex, outputIndex, sha256 }: Asset) => ({
  assetId,
  jobIndex,
  outputIndex,
  sha256,
})

/** So that the next start sets the database aside: a table that no version has made. */
function damage(more = ''): void {
  const db = new Database(databaseIn(folder))
  db.exec(`CREATE TABLE damage (of_it); ${more}`)
  db.close()
}

/** What is there again of what people have said. */
function saidIn(store: Store): object {
  const { organise, lists } = store
  const idsIn = (filter: Parameters<Store['lists']['open']>[0]) =>
    lists.open(filter, 50).items.map(({ asset }) => asset.id)
  return {
    trash: idsIn({ show: 'trash' }),
    rated: idsIn({ rating: 4, tag: 'Campaign' }),
    found: idsIn({ search: 'camp' }),
    collections: organise.facets().collections.map(({ name, count: n }) => [name, n]),
    project: store.projects.of(idOf(1)),
    draft: store.keyValues.draft('create'),
  }
}

const allSaid = {
  trash: idsOf(1),
  rated: idsOf(2),
  found: idsOf(2),
  collections: [['Spring', 1]],
  project: 'Harbour Days',
  draft: { prompt: 'half a th' },
}

const salvageNotes = (): unknown[] => {
  const db = new Database(databaseIn(folder), { readonly: true })
  const rows = db.prepare("SELECT * FROM meta WHERE key LIKE 'salvage%'").all()
  db.close()
  return rows
}

/** Opens the home and ends at one of the writes of the refilling; false where it came to its end. */
async function endsAt(write: number, side: 'before' | 'after'): Promise<boolean> {
  let n = 0
  watchPoints((point, at) => {
    if (point !== 'refill commit' || at !== side) return
    n += 1
    if (n === write) throw new Error('the end')
  })
  try {
    const store = await openStore(folder)
    store.close()
    return false
  } catch (error) {
    expect(error).toMatchObject({ message: 'the end' })
    return true
  } finally {
    watchPoints(null)
  }
}

describe('taking over what can be read of a database that was set aside', () => {
  beforeEach(() => onTestFinished(() => watchPoints(null)))

  it('goes on at the next start, whichever of its writes it ended at (I8)', async () => {
    let ended = 0
    for (const side of ['after', 'before'] as const)
      for (let write = 1; ; write += 1) {
        await homeWith()
        damage()
        if (!(await endsAt(write, side))) break
        ended += 1
        const store = await opened(folder)
        // Before the first write nothing knows of the file yet.
        if (write > 1 || side === 'after') expect(saidIn(store), `ended ${side} write ${write}`).toEqual(allSaid)
        store.close()
        expect(salvageNotes()).toEqual([])
        const again = await opened(folder)
        expect(again.notices).toEqual([])
        again.close()
      }
    expect(ended).toBeGreaterThan(6)
  })

  it('is told of when it goes on, and not when there is nothing left to take over', async () => {
    await homeWith()
    damage()
    await endsAt(2, 'after')
    const store = await opened(folder)
    expect(store.notices.join(' ')).toMatch(/had ended before .* “printroom\.db\.set-aside-/)
  })

  it('is given up after three tries, with a word, and the file is kept: a home must open', async () => {
    await homeWith()
    damage()
    for (let n = 1; n <= 3; n += 1) expect(await endsAt(2, 'before')).toBe(true)
    const store = await opened(folder)
    expect(store.notices.join(' ')).toContain('could not be taken over')
    expect(store.receipts.list({})).toHaveLength(1)
    store.close()
    expect(readdirSync(folder).some((name) => name.includes('.set-aside-'))).toBe(true)
    expect((await opened(folder)).notices).toEqual([])
  })

  it('is not given up for a full disk, however often: the program lived, and the file is not at fault (I8)', async () => {
    await homeWith()
    damage()
    for (let start = 1; start <= 4; start += 1) {
      // Whatever is read anew finds no room, and what stands already does.
      let n = 0
      watchPoints((point, side) => {
        if (point !== 'refill commit' || side !== 'before') return
        n += 1
        if (n === 2) throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
      })
      rmSync(join(folder, 'ballast'), { force: true })
      const store = await opened(folder)
      watchPoints(null)
      expect(store.readOnly).toBe(true)
      store.close()
      expect(salvageNotes()).toMatchObject([{ key: 'salvage_begun', value: '0' }, { key: 'salvage_from' }])
    }
    const store = await opened(folder)
    expect(saidIn(store)).toEqual(allSaid)
    store.close()
    expect(salvageNotes()).toEqual([])
  })

  it('reads both, where what it was filling is damaged in its turn (I8)', async () => {
    await homeWith()
    damage()
    await endsAt(2, 'before')
    damage()
    expect(await endsAt(2, 'before'), 'and that one ends too').toBe(true)
    const store = await opened(folder)
    expect(store.notices.join(' ')).toMatch(/“printroom\.db\.set-aside-.*” and “printroom\.db\.set-aside-/)
    expect(saidIn(store)).toEqual(allSaid)
    expect(store.receipts.list({})).toHaveLength(1)
    store.close()
    expect(salvageNotes()).toEqual([])
  })

  it('lets the newer one hold where both say something (I8)', async () => {
    await homeWith()
    damage()
    await endsAt(2, 'before')
    const db = new Database(databaseIn(folder))
    db.exec('INSERT INTO drafts VALUES (\'create\', \'{"prompt":"later"}\', 1); CREATE TABLE damage (of_it)')
    db.close()
    const store = await opened(folder)
    expect(saidIn(store)).toEqual({ ...allSaid, draft: { prompt: 'later' } })
  })

  it('does not wait for a file that somebody has taken away', async () => {
    await homeWith()
    damage()
    await endsAt(2, 'before')
    for (const name of readdirSync(folder)) if (name.includes('.set-aside-')) rmSync(join(folder, name))
    const store = await opened(folder)
    expect(store.notices).toEqual([])
    store.close()
    expect(salvageNotes()).toEqual([])
  })

  it('writes many rows at once: a large library is not a synced write for each picture', async () => {
    await homeWith(count)
    damage()
    let writes = 0
    watchPoints((point, side) => {
      if (side === 'before' && (point === 'refill commit' || point === 'assets commit')) writes += 1
    })
    const store = await opened(folder)
    watchPoints(null)
    expect(store.assets.extent().count).toBe(count)
    expect(saidIn(store)).toEqual(allSaid)
    expect(writes).toBeLessThan(10)
  })
})

describe('a picture whose day is none', () => {
  it.each([9e18, -9e18, 8.64e15 + 1])(
    '%d does not keep the home from opening, and has a day again (I8)',
    async (ms) => {
      await homeWith()
      damage(`UPDATE assets SET created_ms = ${ms} WHERE id = 'request-2.0.0'`)
      const store = await opened(folder)
      expect(saidIn(store)).toEqual(allSaid)
      expect(store.assets.get('request-2.0.0')?.createdMs).toBe(t0)
    },
  )

  it('is found by its words where it stands in a database that is whole', async () => {
    await homeWith()
    const db = new Database(databaseIn(folder))
    db.exec(
      "UPDATE assets SET created_ms = 9e15 WHERE id = 'request-3.0.0'; INSERT INTO meta VALUES ('words_of_before', 'yes')",
    )
    db.exec("UPDATE assets SET title = '灯台' WHERE id = 'request-3.0.0'")
    db.close()
    const store = await opened(folder)
    expect(store.assets.find('灯台', 9).map(({ id }) => id)).toEqual(idsOf(3))
  })
})
