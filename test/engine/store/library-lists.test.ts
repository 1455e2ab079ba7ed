import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { LibraryFilter } from '../../../src/contract/library.ts'
import { dayKey } from '../../../src/domain/day.ts'
import { ratioCode } from '../../../src/domain/library/ratio.ts'
import { SeqList } from '../../../src/engine/store/seq-list.ts'
import type { Store } from '../../../src/engine/store/store.ts'
import { newFolder } from '../../support/folders.ts'
import { t0 } from '../../support/receipts.ts'
import { assetOf } from './support/assets.ts'
import { opened } from './support/open.ts'

const dayMs = 86_400_000

describe('a list of the library', () => {
  let store: Store

  beforeEach(async () => {
    store = await opened(newFolder())
  })

  const fill = (count: number): void => {
    for (let n = 1; n <= count; n += 1)
      store.assets.add(assetOf(n, { width: 100 + n, height: 100, createdMs: t0 + n * dayMs, sha256: `${n}` }))
  }
  const seqsOf = (...numbers: number[]): number[] => store.organise.seqsOf(numbers.map((n) => `request-${n}.0.0`))
  const open = (filter: LibraryFilter = {}, limit = 100) => store.lists.open(filter, limit)
  const names = (filter: LibraryFilter): string[] => open(filter).items.map(({ asset }) => asset.name)

  it('gives its first pictures at once and the form of the rest stretch by stretch', () => {
    fill(10)
    const first = open({}, 4)
    expect(first).toMatchObject({ total: null, next: 4 })
    expect(first.items.map(({ asset }) => asset.name)).toEqual(['fox-10.png', 'fox-9.png', 'fox-8.png', 'fox-7.png'])
    const rest = store.lists.shape(first.list)
    expect(rest).toMatchObject({ next: null, total: 10 })
    expect([...first.ratios, ...(rest?.ratios ?? [])]).toEqual(
      [10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((n) => ratioCode(100 + n, 100)),
    )
    expect([...first.days, ...(rest?.days ?? [])].reduce((sum, { count }) => sum + count, 0)).toBe(10)
    expect(store.lists.slice(first.list, 7, 2)?.map(({ asset }) => asset.name)).toEqual(['fox-3.png', 'fox-2.png'])
    expect(store.lists.placeOf(first.list, 'request-3.0.0')).toBe(7)
    expect(store.lists.placeOf(first.list, 'nobody')).toBeNull()
  })

  it('stands still until it is brought up to date, and then says what came, went and came back', () => {
    fill(4)
    const { list } = open()
    store.assets.add(assetOf(5, { createdMs: t0 }))
    store.organise.trash(seqsOf(2), t0)
    expect(store.lists.slice(list, 0, 9)).toHaveLength(4)
    expect(store.lists.sync(list)).toMatchObject({ removed: [2], inserted: [{ place: 0 }] })
    expect(store.lists.slice(list, 0, 9)?.map(({ asset }) => asset.name)).toEqual([
      'fox-5.png',
      'fox-4.png',
      'fox-3.png',
      'fox-1.png',
    ])
    expect(store.lists.seqsAt(list, 1, [[0, 1]])).toEqual(seqsOf(5))
    expect(store.lists.seqsAt(list, 0, [[0, 1]]), 'places of before').toBeNull()
    store.organise.restore(seqsOf(2))
    expect(store.lists.sync(list)).toMatchObject({ removed: [], inserted: [{ place: 3 }], revision: 2 })
    expect(store.lists.sync(list)).toEqual({ removed: [], inserted: [], revision: 2 })
  })

  it('of twins loses the other one with the first, and has it again with a new one', () => {
    fill(5)
    for (const n of [6, 7]) store.assets.add(assetOf(n, { sha256: '2' }))
    store.organise.trash(seqsOf(7), t0)
    const twins = { show: 'twins' } as const
    const { list, items } = open(twins)
    expect(items.map(({ asset }) => asset.name)).toEqual(['fox-6.png', 'fox-2.png'])
    const act = store.organise.trash(seqsOf(6), t0)
    expect(store.lists.sync(list)).toEqual({ removed: [0, 1], inserted: [], revision: 1 })
    expect(store.lists.slice(list, 0, 9)).toEqual([])
    store.organise.undo(act.undo ?? '')
    expect(store.lists.sync(list)).toMatchObject({ removed: [], inserted: [{ place: 0 }, { place: 1 }] })
    store.assets.add(assetOf(8, { sha256: '4' }))
    expect(store.lists.sync(list)?.inserted.map(({ place }) => place)).toEqual([0, 2])
    expect(store.lists.slice(list, 0, 9)?.map(({ asset }) => asset.name)).toEqual(names(twins))
    expect(names(twins)).toEqual(['fox-8.png', 'fox-6.png', 'fox-4.png', 'fox-2.png'])
  })

  it('tells of no change in a part that was not read yet: it is read as it is then', () => {
    fill(6)
    const { list } = open({}, 2)
    store.organise.trash(seqsOf(1, 6), t0)
    expect(store.lists.sync(list)).toEqual({ removed: [0], inserted: [], revision: 1 })
    store.lists.shape(list)
    expect(store.lists.slice(list, 0, 9)?.map(({ asset }) => asset.name)).toEqual([
      'fox-5.png',
      'fox-4.png',
      'fox-3.png',
      'fox-2.png',
    ])
  })

  it('is not kept for ever: one that is gone says so', () => {
    fill(1)
    const { list } = open()
    for (let n = 0; n < 8; n += 1) open()
    expect(store.lists.shape(list)).toBeNull()
    expect(store.lists.slice(list, 0, 1)).toBeNull()
    expect(store.lists.sync(list)).toBeNull()
    expect(store.lists.seqsAt(list, 0, [[0, 1]])).toBeNull()
  })

  it('holds what its filter says, in every combination, newest first', () => {
    store.assets.add(assetOf(1, { mediaType: 'video', sha256: 'one', createdMs: t0 }))
    store.assets.add(assetOf(2, { modelName: null, skill: 'cut', kind: 'skill', createdMs: t0 + dayMs }))
    store.assets.add(assetOf(3, { sha256: 'twin', createdMs: t0 + 2 * dayMs }))
    store.assets.add(assetOf(4, { sha256: 'twin', createdMs: t0 + 3 * dayMs, title: 'A lighthouse' }))
    store.organise.mark(seqsOf(2, 4), { rating: 4 })
    store.organise.mark(seqsOf(3), { addTag: 'campaign', flag: 'reject' })
    store.organise.mark(seqsOf(1, 2), { flag: 'pick' })
    const collection = store.organise.makeCollection('Spring', t0)
    store.organise.mark(seqsOf(1, 3), { addTo: collection })
    expect(names({ media: 'video' })).toEqual(['fox-1.png'])
    expect(names({ skill: 'cut' })).toEqual(['fox-2.png'])
    expect(names({ model: 'Épreuve' })).toEqual(['fox-4.png', 'fox-3.png', 'fox-1.png'])
    expect(names({ rating: 3 })).toEqual(['fox-4.png', 'fox-2.png'])
    expect(names({ rating: 5 })).toEqual([])
    expect(names({ flag: 'pick' })).toEqual(['fox-2.png', 'fox-1.png'])
    expect(names({ flag: 'reject' })).toEqual(['fox-3.png'])
    expect(names({ flag: 'none' })).toEqual(['fox-4.png'])
    expect(names({ flag: 'pick', rating: 1, search: 'dusk' })).toEqual(['fox-2.png'])
    expect(names({ tag: 'CAMPAIGN' })).toEqual(['fox-3.png'])
    expect(names({ search: 'camp' })).toEqual(['fox-3.png'])
    expect(names({ collection })).toEqual(['fox-3.png', 'fox-1.png'])
    expect(names({ when: dayKey(t0 + 2 * dayMs) })).toEqual(['fox-3.png'])
    expect(names({ show: 'twins' })).toEqual(['fox-4.png', 'fox-3.png'])
    expect(names({ search: 'dusk', rating: 1, model: 'Épreuve' })).toEqual([])
    expect(names({ search: 'light', rating: 1 })).toEqual(['fox-4.png'])
    store.organise.trash(seqsOf(4), t0)
    expect(names({ show: 'trash' })).toEqual(['fox-4.png'])
    expect(names({ search: 'light' })).toEqual([])
  })

  it('holds nothing for a search of signs alone, also as pictures come (L15)', () => {
    store.assets.add(assetOf(1))
    const { list, items, total } = store.lists.open({ search: '!!!' }, 9)
    expect([items, total]).toEqual([[], 0])
    store.assets.add(assetOf(2))
    expect(store.lists.sync(list)).toMatchObject({ removed: [], inserted: [] })
    expect(names({ search: '…', rating: 0 })).toEqual([])
  })

  it('finds pictures by their day and month', () => {
    const at = new Date(2026, 10, 20, 12).getTime()
    store.assets.add(assetOf(1, { createdMs: at }))
    store.assets.add(assetOf(2, { createdMs: new Date(2026, 9, 3, 12).getTime() }))
    expect(names({ search: '2026-11-20' })).toEqual(['fox-1.png'])
    expect(names({ search: '2026-11' })).toEqual(['fox-1.png'])
    expect(names({ search: 'october' })).toEqual(['fox-2.png'])
  })
})

describe('falling numbers', () => {
  it('are the same as a sorted list, whatever is taken out and put in', () => {
    const set = fc.uniqueArray(fc.integer({ min: 1, max: 5000 }), { maxLength: 1500 })
    fc.assert(
      fc.property(set, set, fc.nat({ max: 9 }), (start, more, part) => {
        const falling = (numbers: number[]): number[] => [...numbers].sort((a, b) => b - a)
        const list = new SeqList()
        for (const seq of falling(start)) list.push(seq)
        const gone = falling(start).flatMap((_, place) => (place % 10 <= part ? [place] : []))
        list.removeAt(gone)
        const left = falling(start).filter((_, place) => place % 10 > part)
        const come = falling(more.filter((seq) => !left.includes(seq)))
        const places = list.insert(come)
        const whole = falling([...left, ...come])
        expect(list.slice(0, whole.length + 5)).toEqual(whole)
        expect(places).toEqual(come.map((seq) => whole.indexOf(seq)))
        for (const seq of whole.slice(0, 5)) expect(list.placeOf(seq)).toBe(whole.indexOf(seq))
        expect(list.placeOf(6000)).toBeNull()
      }),
      { numRuns: 60 },
    )
  })
})
