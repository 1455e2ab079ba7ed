import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LibraryPlace } from '../../../src/engine/library/place.ts'
import { holdsLibrary } from '../../../src/engine/library/pointed.ts'
import { watchPoints } from '../../../src/engine/platform/failpoints.ts'
import { LibraryGoneError } from '../../../src/engine/platform/library-gone.ts'
import type { Store } from '../../../src/engine/store/store.ts'
import { newFolder } from '../../support/folders.ts'
import { opened } from '../store/support/open.ts'
import { addFile, tasksOf, usualIn } from './support/moving-home.ts'

async function movable(count: number): Promise<{ home: string; disk: string; store: Store }> {
  const home = newFolder()
  const store = await opened(home)
  for (let n = 1; n <= count; n += 1) addFile(store, usualIn(home), n)
  return { home, disk: newFolder(), store }
}

/** As the engine makes it (engine.ts). */
const placeOf = (store: Store, home: string): LibraryPlace =>
  new LibraryPlace(store.settings, usualIn(home), false, null, () => store.assets.hasAny())
const settle = (place: LibraryPlace, store: Store): Promise<void> =>
  place.settle((hadMarker) => holdsLibrary(place.folder, store.assets, hadMarker))

/** The disk at the library's folder is taken away: what is left is the empty folder that it was mounted at. */
function unplug(folder: string): () => void {
  renameSync(folder, `${folder} pulled out`)
  mkdirSync(folder)
  return () => {
    rmSync(folder, { recursive: true })
    renameSync(`${folder} pulled out`, folder)
  }
}

describe('a library on a disk that is not there', () => {
  it('is away, nothing is put at its mount point, and it comes back by itself (S4)', async () => {
    const { home, store } = await movable(4)
    const place = placeOf(store, home)
    await settle(place, store)
    expect(await place.isThere()).toBe(true)
    expect(await place.forWriting()).toBe(usualIn(home))
    const plug = unplug(usualIn(home))
    expect([await place.isThere(), await place.isAway()]).toEqual([false, true])
    await expect(place.forWriting()).rejects.toThrow(LibraryGoneError)
    // Nor by the next life, nor where the folder itself is missing.
    await settle(placeOf(store, home), store)
    await expect(placeOf(store, home).forWriting()).rejects.toThrow(LibraryGoneError)
    expect(readdirSync(usualIn(home))).toEqual([])
    rmSync(usualIn(home), { recursive: true })
    await expect(placeOf(store, home).forWriting()).rejects.toThrow(LibraryGoneError)
    mkdirSync(usualIn(home))
    plug()
    expect(await place.isThere()).toBe(true)
    expect(await place.forWriting()).toBe(usualIn(home))
  })

  it('of a version that knew no markers is away too, until a file of it is seen there (S4)', async () => {
    const { home, store } = await movable(4)
    const plug = unplug(usualIn(home))
    const place = placeOf(store, home)
    await settle(place, store)
    await expect(place.forWriting()).rejects.toThrow(LibraryGoneError)
    plug()
    await settle(place, store)
    expect(await place.forWriting()).toBe(usualIn(home))
    expect(readdirSync(usualIn(home))).toContain('.printroom-library')
  })

  it('is known again where only its marker is lost, and not by a few files that were put at the mount point (S4)', async () => {
    const { home, store } = await movable(6)
    const place = placeOf(store, home)
    await settle(place, store)
    rmSync(join(usualIn(home), '.printroom-library'))
    await settle(place, store)
    expect(await place.isThere()).toBe(true)
    const whole = unplug(usualIn(home))
    const [first] = store.assets.filesAfter(0, 1)
    const path = first?.relativePath ?? ''
    cpSync(join(`${usualIn(home)} pulled out`, path), join(usualIn(home), path))
    await settle(place, store)
    expect(await place.isAway()).toBe(true)
    whole()
    expect(await place.isAway()).toBe(false)
  })

  it('is not carried anywhere, and no file of it is said to be missing (S4)', async () => {
    const { home, disk, store } = await movable(3)
    const place = placeOf(store, home)
    await settle(place, store)
    const { tasks } = tasksOf(store, home, { place })
    unplug(usualIn(home))
    await expect(tasks.move(disk)).rejects.toThrow(LibraryGoneError)
    tasks.lookForMissing()
    await tasks.settled()
    expect(tasks.view()).toMatchObject({ isThere: false, task: { isTrouble: true } })
    expect(tasks.view().task?.words).toMatch(/is not there\. Connect its disk/)
    expect(store.lists.missingCount).toBeNull()
    expect(readdirSync(disk)).toEqual([])
  })

  it('begins anew in an empty folder that a person chooses, and in no other one (S4)', async () => {
    const { home, disk, store } = await movable(3)
    const place = placeOf(store, home)
    await settle(place, store)
    const { tasks } = tasksOf(store, home, { place })
    await expect(tasks.pointTo(disk), 'it is there').rejects.toThrow(/none is this library’s/)
    unplug(usualIn(home))
    const others = join(disk, 'others')
    mkdirSync(others)
    writeFileSync(join(others, 'theirs.png'), '')
    await expect(tasks.pointTo(others)).rejects.toThrow(/none is this library’s/)
    mkdirSync(join(disk, 'anew'))
    await tasks.pointTo(join(disk, 'anew'))
    await tasks.settled()
    expect(await place.forWriting()).toBe(join(disk, 'anew'))
    expect(store.lists.missingCount).toBe(3)
  })
})

describe('the marker of a library', () => {
  it('is carried by a move, and leaves nothing behind (S4)', async () => {
    const { home, disk, store } = await movable(3)
    const place = placeOf(store, home)
    await settle(place, store)
    const marker = readFileSync(join(usualIn(home), '.printroom-library'), 'utf8')
    const { tasks } = tasksOf(store, home, { place })
    await tasks.move(disk)
    await tasks.settled()
    expect(place.folder).toBe(join(disk, 'Printroom'))
    expect(readFileSync(join(place.folder, '.printroom-library'), 'utf8')).toBe(marker)
    expect(await place.isThere()).toBe(true)
    expect(readdirSync(home)).not.toContain('library')
    unplug(place.folder)
    await expect(place.forWriting()).rejects.toThrow(LibraryGoneError)
  })

  it('of an empty library is made where it belongs, and one that is there is taken on (S4)', async () => {
    const { home, store } = await movable(0)
    rmSync(usualIn(home), { recursive: true, force: true })
    const place = placeOf(store, home)
    await settle(place, store)
    expect(await place.forWriting()).toBe(usualIn(home))
    const { id } = place.note
    // Another home that has the same library, or this one made anew.
    const other = await movable(0)
    cpSync(usualIn(home), usualIn(other.home), { recursive: true })
    const second = placeOf(other.store, other.home)
    await settle(second, other.store)
    expect(second.note.id).toBe(id)
  })

  it('that a crash or a disk kept from being made is made by the next life (S4)', async () => {
    const { home, store } = await movable(3)
    for (const wished of ['library mark write', 'library mark sync', 'library mark rename'] as const)
      for (const at of ['before', 'after'] as const) {
        rmSync(join(usualIn(home), '.printroom-library'), { force: true })
        watchPoints((point, side) => {
          if (point === wished && side === at) throw new Error(`died ${at} ${wished}`)
        })
        await expect(settle(placeOf(store, home), store)).rejects.toThrow('died')
        watchPoints(null)
        const next = placeOf(store, home)
        await settle(next, store)
        expect(await next.isThere(), `${at} ${wished}`).toBe(true)
        expect(await next.forWriting()).toBe(usualIn(home))
      }
  })
})
