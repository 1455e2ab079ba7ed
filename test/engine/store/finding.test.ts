import Database from 'better-sqlite3'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { type LibraryFilter, librarySorts } from '../../../src/contract/library.ts'
import { dayKey } from '../../../src/domain/day.ts'
import { filterSql } from '../../../src/engine/store/library-filter.ts'
import { boundsAfter, queriesAfter } from '../../../src/engine/store/library-rows.ts'
import type { Store } from '../../../src/engine/store/store.ts'
import { newFolder } from '../../support/folders.ts'
import { receiptOf, t0 } from '../../support/receipts.ts'
import { assetOf } from './support/assets.ts'
import { databaseIn, opened } from './support/open.ts'

const dayMs = 86_400_000
const blue = '#2040c0:60 #ffffff:40'
const red = '#c02020:90'

interface Seen {
  n: number
  isBlue: boolean
  isLighthouse: boolean
  saysBlue: boolean
  rating: number
  isTall: boolean
  day: number
  size: number
  isPicked: boolean
  isIn: boolean
}

const seen = fc.record({
  isBlue: fc.boolean(),
  isLighthouse: fc.boolean(),
  saysBlue: fc.boolean(),
  rating: fc.integer({ min: 0, max: 5 }),
  isTall: fc.boolean(),
  day: fc.integer({ min: 0, max: 2 }),
  size: fc.integer({ min: 1, max: 4 }),
  isPicked: fc.boolean(),
  isIn: fc.boolean(),
})

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const asked = fc.record({
  words: fc.subarray(['lighthouse', 'blue', 'four stars', 'portrait', 'picked']),
  colour: maybe(fc.constantFrom('blue' as const, 'red' as const, 'green' as const)),
  shape: maybe(fc.constantFrom('portrait' as const, 'landscape' as const)),
  rating: maybe(fc.integer({ min: 1, max: 5 })),
  flag: maybe(fc.constantFrom('pick' as const, 'none' as const)),
  isIn: fc.boolean(),
  day: maybe(fc.integer({ min: 0, max: 3 })),
  sort: maybe(fc.constantFrom(...librarySorts)),
})
type Wanted = typeof asked extends fc.Arbitrary<infer T> ? T : never

/** What a list must have, by looking at each picture. */
function expected(all: readonly Seen[], wanted: Wanted): number[] {
  const tests: ((one: Seen) => boolean)[] = []
  const { words, colour, shape, rating, flag, day } = wanted
  if (words.includes('lighthouse')) tests.push((one) => one.isLighthouse)
  if (words.includes('blue')) tests.push((one) => one.isBlue || one.saysBlue)
  if (words.includes('four stars')) tests.push((one) => one.rating >= 4)
  if (words.includes('portrait')) tests.push((one) => one.isTall)
  if (words.includes('picked')) tests.push((one) => one.isPicked)
  if (colour !== undefined) tests.push((one) => colour === (one.isBlue ? 'blue' : 'red'))
  if (shape !== undefined) tests.push((one) => one.isTall === (shape === 'portrait'))
  if (rating !== undefined) tests.push((one) => one.rating >= rating)
  if (flag !== undefined) tests.push((one) => one.isPicked === (flag === 'pick'))
  if (wanted.isIn) tests.push((one) => one.isIn)
  if (day !== undefined) tests.push((one) => one.day === day)
  const found = all.filter((one) => tests.every((test) => test(one))).sort((a, b) => b.n - a.n)
  const by = {
    oldest: (a: Seen, b: Seen) => a.n - b.n,
    name: (a: Seen, b: Seen) => (a.size % 2) - (b.size % 2) || a.n - b.n,
    rating: (a: Seen, b: Seen) => b.rating - a.rating,
    size: (a: Seen, b: Seen) => b.size - a.size,
    price: () => 0,
  }
  return (wanted.sort === undefined ? found : found.sort(by[wanted.sort])).map(({ n }) => n)
}

describe('finding in a library', () => {
  let store: Store
  let folder: string

  beforeEach(async () => {
    folder = newFolder()
    store = await opened(folder)
  })

  const seqOf = (n: number): number => store.organise.seqsOf([`request-${n}.0.0`])[0] ?? 0
  const namesIn = (filter: LibraryFilter): number[] =>
    store.lists.open(filter, 50).items.map(({ asset }) => Number(asset.requestId.slice(8)))

  it('finds by any words, colours, shapes, stars, days and collections together what looking at each picture finds, in any order', () => {
    fc.assert(
      fc.property(
        fc.array(seen, { minLength: 1, maxLength: 12 }),
        fc.array(asked, { minLength: 6, maxLength: 12 }),
        (pictures, all) => {
          const first = store.assets.newest() + 1
          const collection = store.organise.makeCollection(`From ${first}`, t0)
          const tag = `run${first}`
          const known = pictures.map((one, at): Seen => ({ ...one, n: first + at }))
          for (const one of known) {
            const words = `${one.isLighthouse ? 'A lighthouse' : 'A pier'}${one.saysBlue ? ' in blue' : ''}`
            store.assets.add(
              assetOf(one.n, {
                title: words,
                name: `${one.size % 2 === 0 ? 'Anchor' : 'boat'}.png`,
                palette: one.isBlue ? blue : red,
                hasAlpha: false,
                width: one.isTall ? 100 : 300,
                height: 200,
                sizeBytes: one.size,
                createdMs: t0 + one.day * dayMs,
              }),
            )
            const seqs = [seqOf(one.n)]
            store.organise.mark(seqs, {
              rating: one.rating,
              addTag: tag,
              ...(one.isPicked && { flag: 'pick' as const }),
            })
            if (one.isIn) store.organise.mark(seqs, { addTo: collection })
          }
          for (const wanted of all) {
            const { words, isIn, day, ...rest } = wanted
            const filter: LibraryFilter = {
              ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
              tag,
              ...(words.length > 0 && { search: words.join(', ') }),
              ...(isIn && { collection }),
              ...(day !== undefined && { when: dayKey(t0 + day * dayMs) }),
            }
            const found = expected(known, wanted)
            expect(namesIn(filter), JSON.stringify(filter)).toEqual(found)
            expect(store.lists.count(filter, 100)).toBe(found.length)
            // Read in two parts it is the same.
            const { list, items } = store.lists.open(filter, 2)
            if (items.length === 2) store.lists.shape(list)
            expect(store.lists.slice(list, 0, 50)?.map(({ asset }) => Number(asset.requestId.slice(8)))).toEqual(found)
            expect(store.lists.sync(list), 'nothing has changed').toMatchObject({ removed: [], inserted: [] })
          }
        },
      ),
      { numRuns: 12 },
    )
  })

  it('puts a newcomer and one that fits again in their places, whatever the order', () => {
    for (const [n, sizeBytes] of [30, 10, 40, 20].entries()) store.assets.add(assetOf(n + 1, { sizeBytes }))
    const { list } = store.lists.open({ sort: 'size' }, 50)
    const shown = (): number[] | undefined => store.lists.slice(list, 0, 9)?.map(({ asset }) => asset.sizeBytes)
    expect(shown()).toEqual([40, 30, 20, 10])
    store.organise.trash([seqOf(1)], t0)
    for (const [n, sizeBytes] of [35, 5, 36].entries()) store.assets.add(assetOf(n + 5, { sizeBytes }))
    expect(store.lists.sync(list)).toMatchObject({ removed: [1], inserted: [{ place: 1 }, { place: 2 }, { place: 5 }] })
    expect(shown()).toEqual([40, 36, 35, 20, 10, 5])
    store.organise.restore([seqOf(1)])
    expect(store.lists.sync(list)?.inserted.map(({ place }) => place)).toEqual([3])
    expect(shown()).toEqual([40, 36, 35, 30, 20, 10, 5])
  })

  it('of a list by stars that is read on after one was rated, shows each picture once', () => {
    for (let n = 1; n <= 6; n += 1) {
      store.assets.add(assetOf(n))
      store.organise.mark([seqOf(n)], { rating: n % 6 })
    }
    const { list, items } = store.lists.open({ sort: 'rating' }, 3)
    expect(items.map(({ rating }) => rating)).toEqual([5, 4, 3])
    store.organise.mark([seqOf(5)], { rating: 1 })
    store.organise.mark([seqOf(2)], { rating: 5 })
    expect(store.lists.sync(list)).toMatchObject({ removed: [], inserted: [{ place: 1 }] })
    store.lists.shape(list)
    const names = store.lists.slice(list, 0, 9)?.map(({ asset }) => asset.requestId)
    expect([...new Set(names)].length).toBe(6)
    expect(names).toHaveLength(6)
  })

  it('knows the project and the charge of an order, whichever came first, and follows both', () => {
    const price = (n: number, creditsUsed: number | null) =>
      store.receipts.save([{ after: receiptOf({ id: `request-${n}`, creditsUsed }), timeline: [] }])
    price(1, 4)
    store.projects.file(['request-1'], 'Harbour', t0)
    for (const n of [1, 2, 3]) store.assets.add(assetOf(n))
    price(2, 9)
    store.projects.file(['request-2'], 'harbour', t0)
    expect(namesIn({ project: 'HARBOUR' })).toEqual([2, 1])
    expect(namesIn({ sort: 'price' })).toEqual([2, 1, 3])
    store.projects.file(['request-2'], 'Pier', t0)
    expect(namesIn({ project: 'Harbour' })).toEqual([1])
    expect(namesIn({ order: 'request-2' })).toEqual([2])
    store.projects.file(['request-1'], null, t0)
    expect(namesIn({ project: 'Harbour' })).toEqual([])
  })

  it('reads no more of a million than an index gives, whatever is asked', () => {
    store.assets.add(assetOf(1, { palette: blue }))
    const collection = store.organise.makeCollection('Spring', t0)
    const db = new Database(databaseIn(folder))
    const parts: LibraryFilter[] = [
      {},
      { search: 'lighthouse' },
      { search: 'blue' },
      { search: 'lighthouse, last week, blue, four stars' },
      { search: 'portrait cutout' },
      { colour: 'blue' },
      { shape: 'square' },
      { media: 'video' },
      { media: 'animation' },
      { cutout: true },
      { rating: 3 },
      { flag: 'reject' },
      { tag: 'spring' },
      { collection },
      { project: 'Harbour' },
      { order: 'request-1' },
      { model: 'Even' },
      { skill: 'cut' },
      { when: 'last week' },
    ]
    for (const filter of [...parts, ...parts.flatMap((part) => librarySorts.map((sort) => ({ ...part, sort })))]) {
      const sql = filterSql(db, filter, t0)
      const after = { seq: 9, key: sql.order.key === null ? null : 5 }
      for (const query of [...queriesAfter(sql, 'a.seq', null), ...queriesAfter(sql, 'a.seq', after)]) {
        const plan = db
          .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${query}`)
          .all({ ...sql.values, ...boundsAfter(sql, after), limit: 9 })
          .map(({ detail }) => detail)
        // An index in the order of the list is walked from its beginning; a table, or its rows without one, never.
        const scans = plan.filter(
          (line) =>
            /^SCAN (a|x|assets|asset_\w+)\b/.test(line) &&
            !/USING (COVERING )?INDEX assets_|VIRTUAL TABLE INDEX \d*:M/.test(line),
        )
        expect(scans, `${JSON.stringify(filter)}\n${query}`).toEqual([])
      }
    }
    db.close()
  })
})
