import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { flags } from '../../../src/engine/store/migrations/0011-flags.ts'
import type { Store } from '../../../src/engine/store/store.ts'
import { newFolder } from '../../support/folders.ts'
import { t0 } from '../../support/receipts.ts'
import { assetOf } from './support/assets.ts'
import { backBefore } from './support/earlier.ts'
import { databaseIn, opened } from './support/open.ts'

describe('what people do with their pictures', () => {
  let store: Store
  let folder: string

  beforeEach(async () => {
    folder = newFolder()
    store = await opened(folder)
    for (let n = 1; n <= 3; n += 1) store.assets.add(assetOf(n, { sha256: n < 3 ? 'same' : 'other' }))
  })

  const seqsOf = (...numbers: number[]): number[] => store.organise.seqsOf(numbers.map((n) => `request-${n}.0.0`))
  const shown = (search?: string): string[] =>
    store.lists.open(search === undefined ? {} : { search }, 50).items.map(({ asset }) => asset.id.slice(8, 9))
  const detailsOf = (n: number) => store.organise.details(seqsOf(n)[0] ?? 0)

  it('goes to the trash and comes back, by undo or by hand, and the receipt knows its file all the while', () => {
    const act = store.organise.trash(seqsOf(1, 2), t0)
    expect(act.count).toBe(2)
    expect(shown()).toEqual(['3'])
    expect(store.organise.facets().trashed).toBe(2)
    expect(store.assets.get('request-1.0.0')?.name).toBe('fox-1.png')
    expect(store.organise.undo(act.undo ?? '')).toBe(2)
    expect(shown()).toEqual(['3', '2', '1'])
    expect(store.organise.undo(act.undo ?? '')).toBeNull()
    store.organise.trash(seqsOf(1), t0)
    expect(store.organise.trash(seqsOf(1), t0)).toEqual({ count: 0, undo: null })
    const back = store.organise.restore(seqsOf(1, 2))
    expect(back.count).toBe(1)
    store.organise.undo(back.undo ?? '')
    expect(shown()).toEqual(['3', '2'])
  })

  it('that went on to the trash of the computer does not come back', () => {
    const act = store.organise.trash(seqsOf(1), t0)
    expect(store.organise.inTrash(seqsOf(1, 2)).map(({ id }) => id)).toEqual(['request-1.0.0'])
    store.organise.markRemoved(['request-1.0.0'], t0)
    expect(store.organise.restore(seqsOf(1))).toEqual({ count: 0, undo: null })
    store.organise.undo(act.undo ?? '')
    expect(shown()).toEqual(['3', '2'])
    expect(store.organise.facets().trashed).toBe(0)
  })

  it('of none of them no tag is made', () => {
    expect(store.organise.mark([], { addTag: 'harbour' })).toEqual({ count: 0, undo: null })
    store.organise.mark(seqsOf(1), { addTag: 'quay' })
    const db = new Database(databaseIn(folder), { readonly: true })
    expect(db.prepare('SELECT name FROM tags').pluck().all()).toEqual(['quay'])
    db.close()
  })

  it('carries stars, and an undo gives each picture its own back', () => {
    store.organise.mark(seqsOf(1), { rating: 2 })
    const act = store.organise.mark(seqsOf(1, 2, 3), { rating: 5 })
    expect(act.count).toBe(3)
    store.organise.undo(act.undo ?? '')
    expect(store.organise.itemsOf(seqsOf(1, 2, 3)).map(({ rating }) => rating)).toEqual([2, 0, 0])
  })

  it('is picked or rejected, apart from its stars, and an undo gives each picture its own back', () => {
    store.organise.mark(seqsOf(1), { flag: 'pick', rating: 2 })
    const act = store.organise.mark(seqsOf(1, 2), { flag: 'reject' })
    expect(act.count).toBe(2)
    const said = () => store.organise.itemsOf(seqsOf(1, 2, 3)).map(({ flag, rating }) => [flag, rating])
    expect(said()).toEqual([
      ['reject', 2],
      ['reject', 0],
      [null, 0],
    ])
    store.organise.undo(act.undo ?? '')
    expect(said()).toEqual([
      ['pick', 2],
      [null, 0],
      [null, 0],
    ])
    expect(store.organise.mark(seqsOf(1), { flag: 'pick' }), 'it has it already').toEqual({ count: 0, undo: null })
    expect(store.organise.mark(seqsOf(1), { flag: null }).count).toBe(1)
    expect(said()[0]).toEqual([null, 2])
  })

  it('of an older version is picked after it was brought up, and keeps its stars', async () => {
    const folder = newFolder()
    const old = await opened(folder)
    old.assets.add(assetOf(1))
    old.organise.mark(old.organise.seqsOf(['request-1.0.0']), { rating: 3 })
    old.close()
    const db = new Database(databaseIn(folder))
    db.exec(backBefore(flags))
    db.close()
    const upgraded = await opened(folder)
    const seqs = upgraded.organise.seqsOf(['request-1.0.0'])
    expect(upgraded.organise.itemsOf(seqs)).toMatchObject([{ rating: 3, flag: null }])
    expect(upgraded.organise.mark(seqs, { flag: 'pick' }).count).toBe(1)
    expect(upgraded.organise.itemsOf(seqs)).toMatchObject([{ rating: 3, flag: 'pick' }])
  })

  it('carries tags, which a search finds, whatever their case, until they are taken off', () => {
    store.organise.mark(seqsOf(1, 3), { addTag: 'Campaign SS27' })
    const again = store.organise.mark(seqsOf(1, 2), { addTag: 'campaign ss27' })
    expect(again.count).toBe(1)
    expect(shown('ss27 camp')).toEqual(['3', '2', '1'])
    expect(store.organise.facets().tags).toEqual([{ name: 'Campaign SS27', count: 3 }])
    store.organise.undo(again.undo ?? '')
    expect(shown('ss27')).toEqual(['3', '1'])
    store.organise.mark(seqsOf(3), { removeTag: 'CAMPAIGN SS27' })
    expect(shown('ss27')).toEqual(['1'])
    expect(shown('fox')).toEqual(['3', '2', '1'])
    expect(detailsOf(1).tags).toEqual(['Campaign SS27'])
  })

  it('lies in collections, which can be renamed and deleted without a picture being lost', () => {
    const spring = store.organise.makeCollection('Spring', t0)
    expect(store.organise.makeCollection('spring', t0)).toBe(spring)
    const autumn = store.organise.makeCollection('Autumn', t0)
    store.organise.mark(seqsOf(1, 2), { addTo: spring })
    store.organise.trash(seqsOf(2), t0)
    expect(store.organise.facets().collections).toEqual([
      { id: autumn, name: 'Autumn', count: 0 },
      { id: spring, name: 'Spring', count: 1 },
    ])
    expect(store.organise.renameCollection(autumn, 'Spring')).toBe(false)
    expect(store.organise.renameCollection(autumn, 'Winter')).toBe(true)
    expect(detailsOf(1).collections).toEqual([spring])
    store.organise.mark(seqsOf(1), { takeFrom: spring })
    expect(detailsOf(1).collections).toEqual([])
    store.organise.dropCollection(spring)
    expect(store.organise.mark(seqsOf(1), { addTo: spring })).toEqual({ count: 0, undo: null })
    expect(shown()).toEqual(['3', '1'])
  })

  it('that were in a collection which is gone go into no other one by an undo', () => {
    const [spring, keep] = [store.organise.makeCollection('Spring', t0), store.organise.makeCollection('Keep', t0)]
    store.organise.dropCollection(keep)
    store.organise.mark(seqsOf(1), { addTo: spring })
    const taken = store.organise.mark(seqsOf(1), { takeFrom: spring })
    const both = store.organise.mark(seqsOf(2), { addTo: spring, rating: 3 })
    store.organise.dropCollection(spring)
    const autumn = store.organise.makeCollection('Autumn', t0)
    expect(autumn, 'numbers are used again').toBe(spring)
    store.organise.mark(seqsOf(2), { addTo: autumn })
    expect(store.organise.undo(taken.undo ?? '')).toBeNull()
    expect(store.organise.undo(both.undo ?? ''), 'the stars alone').toBe(1)
    expect(store.organise.itemsOf(seqsOf(2)).map(({ rating }) => rating)).toEqual([0])
    expect([1, 2, 3].map((n) => detailsOf(n).collections)).toEqual([[], [autumn], []])
  })

  it('knows files of the very same content, and the names that there are', () => {
    expect(detailsOf(1).twins).toEqual([{ id: 'request-2.0.0', name: 'fox-2.png' }])
    expect(detailsOf(3).twins).toEqual([])
    store.assets.add(assetOf(4, { modelName: null, skill: 'cut' }))
    expect(store.organise.facets()).toMatchObject({ models: ['Épreuve'], skills: ['cut'] })
  })
})

it('makes a thousand collections and no endless number of them; whose name is there is there (W1)', async () => {
  const { organise } = await opened(newFolder())
  const ids = Array.from({ length: 1000 }, (_, n) => organise.makeCollection(`c ${n}`, t0))
  expect(organise.facets().collections).toHaveLength(1000)
  expect(() => organise.makeCollection('one more', t0)).toThrow(
    'There are 1000 collections. Delete one, then make one more.',
  )
  expect(organise.makeCollection('c 7', t0)).toBe(ids[7])
  organise.dropCollection(ids[7] ?? 0)
  expect(organise.makeCollection('one more', t0)).toBeGreaterThan(0)
})

it('what was done to more than a hundred pictures can be undone whatever was done to few afterwards, and the other way round; of each the newest fifty (W1)', async () => {
  const { organise, assets } = await opened(newFolder())
  const all = Array.from({ length: 101 }, (_, n) => n + 1)
  for (const n of all) assets.add(assetOf(n))
  const first = organise.mark([1], { flag: 'pick' })
  const large = Array.from({ length: 51 }, (_, n) => organise.mark(all, { rating: 1 + (n % 5) }))
  const small = Array.from({ length: 50 }, (_, n) => organise.mark([1], { flag: n % 2 === 0 ? 'reject' : 'pick' }))
  expect(organise.undo(first.undo ?? '')).toBeNull()
  for (const { undo } of small.toReversed()) expect(organise.undo(undo ?? '')).toBe(1)
  for (const { undo } of large.slice(1).toReversed()) expect(organise.undo(undo ?? '')).toBe(101)
  expect(organise.undo(large[0]?.undo ?? '')).toBeNull()
  expect(organise.itemsOf([1, 101])).toMatchObject([
    { rating: 1, flag: 'pick' },
    { rating: 1, flag: null },
  ])
})

describe('tags', () => {
  const many = async (pictures: number) => {
    const store = await opened(newFolder())
    for (let n = 1; n <= pictures; n += 1) store.assets.add(assetOf(n))
    return store.organise
  }

  it('are two thousand and no endless number of them; one that no picture has any more makes room (W1, W2)', async () => {
    const organise = await many(21)
    for (let n = 0; n < 2000; n += 1) organise.mark([1 + Math.trunc(n / 100)], { addTag: `t ${n}` })
    expect(organise.facets().tags).toHaveLength(2000)
    const refused = 'There are 2000 tags. Nothing was tagged. Take one off all its pictures, then add one more.'
    expect(() => organise.mark([21], { addTag: 'one more', rating: 3 })).toThrow(refused)
    expect(organise.itemsOf([21]), 'all or nothing').toMatchObject([{ rating: 0 }])
    expect(organise.mark([21], { addTag: 'T 7' }).count, 'a known one').toBe(1)
    const taken = organise.mark([1], { removeTag: 't 3' })
    expect(() => organise.mark([21], { addTag: 'one more' }), 'an undo may bring it back').toThrow(refused)
    expect(organise.undo(taken.undo ?? '')).toBe(1)
    expect(organise.details(1).tags).toContain('t 3')
    organise.mark([1], { removeTag: 't 3' })
    for (let n = 0; n < 50; n += 1) organise.mark([21], { rating: 1 + (n % 2) })
    expect(organise.mark([21], { addTag: 'one more' }).count).toBe(1)
    expect(organise.details(1).tags).not.toContain('one more')
  })

  it('of one picture are a hundred, and none of several gets one more where one of them has so many; an undo adds none either (W1, W2)', async () => {
    const organise = await many(2)
    for (let n = 0; n < 100; n += 1) organise.mark([1], { addTag: `t ${n}` })
    expect(() => organise.mark([1, 2], { addTag: 'one more' })).toThrow(
      'fox-1.png has 100 tags, as many as a picture can have. Nothing was tagged. Take one off it, then add one more.',
    )
    expect(organise.details(2).tags).toEqual([])
    expect(organise.facets().tags).toHaveLength(100)
    expect(organise.mark([1, 2], { addTag: 't 7' }).count, 'one that it has').toBe(1)
    const taken = organise.mark([1], { removeTag: 't 0' })
    organise.mark([1], { addTag: 'one more' })
    organise.undo(taken.undo ?? '')
    expect(organise.details(1).tags).toHaveLength(100)
    expect(organise.details(1).tags).not.toContain('t 0')
  })
})
