import { describe, expect, it } from 'vitest'
import { NearDuplicates } from '../../../src/engine/library/near-duplicates.ts'
import { newFolder } from '../../support/folders.ts'
import { opened } from '../store/support/open.ts'
import { addFile, usualIn } from './support/moving-home.ts'

describe('pictures that look the same', () => {
  it('are found by their hashes, shapes and colours, and newer ones too', async () => {
    const home = newFolder()
    const store = await opened(home)
    const nearDuplicates = new NearDuplicates(store.assets)
    const add = (n: number, perceptualHash: string, dominantColour = '#8a6a4a', width = 1000) =>
      addFile(store, usualIn(home), n, { perceptualHash, dominantColour, width, height: (width * 4) / 5 })
    add(1, '00ff00ff00ff00ff')
    add(2, '00ff00ff00ff00fe', '#8a6a4a', 2000)
    add(3, '80ff00ff01ff00f7')
    add(4, '00ff00ff00ff00f0')
    add(5, '00ff00ff00ff00ff', '#10c040')
    addFile(store, usualIn(home), 6, { perceptualHash: '00ff00ff00ff00ff', dominantColour: '#8a6a4a', width: 800 })
    addFile(store, usualIn(home), 7)
    expect(await nearDuplicates.of(1)).toEqual([3, 2])
    expect(await nearDuplicates.of(4), 'four bits are too many; three of another are not').toEqual([2])
    expect(await nearDuplicates.of(7)).toEqual([])
    const all = async () => [...(await nearDuplicates.all((seqs) => store.lists.trashedOf(seqs)))].sort()
    expect(await all()).toEqual([1, 2, 3, 4])
    add(8, 'ffffffffffffffff')
    add(9, '7ffffffffffffffe')
    expect(await nearDuplicates.of(8)).toEqual([9])
    expect(await all()).toEqual([1, 2, 3, 4, 8, 9])
    const details = store.organise.details(1, await nearDuplicates.of(1))
    expect(details).toMatchObject({ twins: [], alike: [{ name: 'picture-3.png' }, { name: 'picture-2.png' }] })
    store.organise.trash([3], Date.now())
    expect(store.organise.details(1, await nearDuplicates.of(1)).alike).toHaveLength(1)
  })

  it('stand in the list of duplicates beside those of the same bytes', async () => {
    const home = newFolder()
    const store = await opened(home)
    const look = { perceptualHash: '0123456789abcdef', dominantColour: '#8a6a4a' }
    addFile(store, usualIn(home), 1, look)
    addFile(store, usualIn(home), 2)
    addFile(store, usualIn(home), 3, look)
    store.lists.setAlike(await new NearDuplicates(store.assets).all((seqs) => store.lists.trashedOf(seqs)))
    expect(store.lists.open({ show: 'twins' }, 9).items.map(({ asset }) => asset.id)).toEqual([
      'request-3.0.0',
      'request-1.0.0',
    ])
  })

  it('leave the list of duplicates with the last one they looked like, and come back with it', async () => {
    const home = newFolder()
    const store = await opened(home)
    const { lists, organise } = store
    const nearDuplicates = new NearDuplicates(store.assets)
    const look = { perceptualHash: '0123456789abcdef', dominantColour: '#8a6a4a' }
    for (const n of [1, 2, 3]) addFile(store, usualIn(home), n, look)
    const lookAgain = async () => lists.setAlike(await nearDuplicates.all((seqs) => lists.trashedOf(seqs)))
    await lookAgain()
    const { list, items } = lists.open({ show: 'twins' }, 9)
    expect(items).toHaveLength(3)
    expect([list, lists.open({}, 9).list].map((id) => lists.isOfAlike(id))).toEqual([true, false])
    organise.trash([2], Date.now())
    await lookAgain()
    expect(lists.sync(list), 'two are left').toMatchObject({ removed: [1], inserted: [] })
    const { undo } = organise.trash([3], Date.now())
    await lookAgain()
    expect(lists.sync(list), 'one is left').toMatchObject({ removed: [0, 1], inserted: [] })
    organise.undo(undo ?? '')
    await lookAgain()
    expect(lists.sync(list)).toMatchObject({ removed: [], inserted: [{ place: 0 }, { place: 1 }] })
    organise.markRemoved(['request-3.0.0'], Date.now())
    await lookAgain()
    expect(lists.sync(list), 'for good').toMatchObject({ removed: [0, 1], inserted: [] })
  })
})
