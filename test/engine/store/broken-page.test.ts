import { readFileSync, writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/engine/store/store.ts'
import { newFolder } from '../../support/folders.ts'
import { t0 } from '../../support/receipts.ts'
import { databaseIn, idOf, opened } from './support/open.ts'
import { breakPages, withPictures } from './support/pictures.ts'

const count = 120
const idsOf = (...numbers: number[]): string[] => numbers.map((n) => `request-${n}.0.0`)

let folder: string

/** Many pictures: of the first and the last ones the first is in the app's trash, the second went on to the system's. */
beforeEach(async () => {
  folder = newFolder()
  const store = await withPictures(folder, count)
  const { organise } = store
  const seqs = (...numbers: number[]) => organise.seqsOf(idsOf(...numbers))
  organise.mark(seqs(3, count - 2), { rating: 4, addTag: 'Campaign', addTo: organise.makeCollection('Spring', t0) })
  organise.trash(seqs(1, 2, count - 1, count), t0)
  organise.markRemoved(idsOf(2, count - 1), t0 + 1)
  store.close()
})

/** Zeroes the pages of a table, or some of them, and opens the home. */
async function withBrokenPages(table: string, choose: (pages: number[]) => number[] = (all) => all): Promise<Store> {
  breakPages(folder, table, { choose })
  const store = await opened(folder)
  expect(store.notices.join(' ')).toContain('The database was damaged')
  return store
}

const namesOf = (store: Store, filter: Parameters<Store['lists']['open']>[0]) =>
  store.lists.open(filter, 500).items.map(({ asset }) => asset.id)

describe('a broken page', () => {
  it.each([
    ['collections', { collections: [], tags: ['Campaign'] }],
    ['tags', { collections: ['Spring'], tags: [] }],
    // Its index has all of it too.
    ['collection_assets', { collections: ['Spring'], tags: ['Campaign'] }],
    ['assets_rated', { collections: ['Spring'], tags: ['Campaign'] }],
  ])('of %s costs what stood on it, and neither trash nor stars', async (table, left) => {
    const store = await withBrokenPages(table)
    expect(namesOf(store, { show: 'trash' })).toEqual(idsOf(count, 1))
    expect(namesOf(store, { rating: 4 })).toEqual(idsOf(count - 2, 3))
    expect(namesOf(store, {})).toHaveLength(count - 4)
    const { organise } = store
    expect(organise.facets().collections.map(({ name }) => name)).toEqual(left.collections)
    expect(organise.facets().tags).toEqual(left.tags.map((name) => ({ name, count: 2 })))
    expect(namesOf(store, { search: 'camp' })).toEqual(left.tags.length === 0 ? [] : idsOf(count - 2, 3))
    expect(store.assets.filesAfter(0, 500), 'files that are the library’s').toHaveLength(count - 2)
    const back = organise.restore(organise.seqsOf(idsOf(1, 2)))
    expect(back.count, 'what went on to the system’s does not come back').toBe(1)
  })

  it('of the pictures themselves costs those on it alone: what comes before and after is as it was', async () => {
    const store = await withBrokenPages('assets', (pages) => [pages[Math.floor(pages.length / 2)] ?? 0])
    expect(namesOf(store, { show: 'trash' })).toEqual(idsOf(count, 1))
    expect(namesOf(store, { rating: 4, tag: 'Campaign' })).toEqual(idsOf(count - 2, 3))
    expect(store.organise.facets().collections).toMatchObject([{ name: 'Spring', count: 2 }])
    const numbers = namesOf(store, {}).map((id) => Number(/\d+/.exec(id)?.[0]))
    expect(numbers.length).toBeGreaterThan(count / 2)
    expect(numbers.length).toBeLessThan(count - 4)
    expect(numbers, 'newest first').toEqual(numbers.toSorted((a, b) => b - a))
  })

  it('whose values are of another kind than their columns costs those pictures: the home opens with the others', async () => {
    const path = databaseIn(folder)
    const bytes = readFileSync(path)
    // A row's header says of each value what it is (SQLite's file format, 2.1): the model's name becomes bytes that are no text.
    // Also where a row that was moved left itself behind.
    const start = `request-7.0.0https://service.test${idOf(7)}`
    const [text, blob] = [13 + 2 * Buffer.byteLength('Épreuve'), 12 + 2 * Buffer.byteLength('Épreuve')]
    for (let at = bytes.indexOf(start); at >= 0; at = bytes.indexOf(start, at + 1)) {
      const kinds = bytes.subarray(at - 32, at)
      kinds[kinds.lastIndexOf(text)] = blob
    }
    writeFileSync(path, bytes)
    const store = await opened(folder)
    expect(store.notices.join(' ')).toContain('The database was damaged')
    expect(store.assets.get('request-7.0.0')).toBeNull()
    expect(namesOf(store, {})).toHaveLength(count - 5)
    expect(namesOf(store, { show: 'trash' })).toEqual(idsOf(count, 1))
  })
})
