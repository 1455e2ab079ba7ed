import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LibraryPlace } from '../../../src/engine/library/place.ts'
import { watchPoints } from '../../../src/engine/platform/failpoints.ts'
import { diskTrouble } from '../../../src/engine/platform/files.ts'
import { openStore, type Store } from '../../../src/engine/store/store.ts'
import { bundle } from '../../support/bundle.ts'
import { newFolder } from '../../support/folders.ts'
import { opened } from '../store/support/open.ts'
import { addFile, lostOf, sha256Of, tasksOf, usualIn } from './support/moving-home.ts'

/** A home with so many files, and an empty folder on "another disk". */
async function movable(count: number): Promise<{ home: string; disk: string; store: Store }> {
  const home = newFolder()
  const store = await opened(home)
  for (let n = 1; n <= count; n += 1) addFile(store, usualIn(home), n)
  return { home, disk: newFolder(), store }
}

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== '.printroom-library')
        .map(({ name }) => name)
        .sort()
    : []

describe('moving the library to another folder', () => {
  it('carries every file over, byte for byte with its times, and takes away what it left (I7)', async () => {
    const { home, disk, store } = await movable(7)
    const before = filesBelow(usualIn(home))
    const own = join(usualIn(home), '2026-11', 'notes of mine.txt')
    writeFileSync(own, 'not the library’s')
    const times = statSync(join(usualIn(home), '2026-11', 'picture-1.png')).mtimeMs
    const { tasks, place, told } = tasksOf(store, home)
    expect(await tasks.move(disk)).toMatchObject({
      folder: usualIn(home),
      task: { kind: 'move', state: 'running', total: 7 },
    })
    await tasks.settled()
    expect(place.folder).toBe(join(disk, 'Printroom'))
    expect(filesBelow(join(disk, 'Printroom'))).toEqual(before)
    expect(lostOf(store, home)).toEqual([])
    expect(statSync(join(place.folder, '2026-11', 'picture-1.png')).mtimeMs).toBe(times)
    expect(filesBelow(usualIn(home)), 'what is not the library’s stays').toEqual(['notes of mine.txt'])
    expect(existsSync(join(usualIn(home), '2026-10'))).toBe(false)
    expect(tasks.view().task).toMatchObject({ state: 'ended', isTrouble: false })
    expect(tasks.view().task?.words).toMatch(/^The library is in .*Printroom now\. Every file was compared/)
    expect(told.length).toBeGreaterThan(1)
  })

  it('and back again; a form that named a file finds it wherever it is', async () => {
    const { home, disk, store } = await movable(2)
    const { tasks, place } = tasksOf(store, home)
    const named = join(usualIn(home), '2026-11', 'picture-1.png')
    await tasks.move(disk)
    await tasks.settled()
    expect((await place.resolveMovedPaths([named]))(named)).toBe(join(disk, 'Printroom', '2026-11', 'picture-1.png'))
    const third = newFolder()
    await tasks.move(third)
    await tasks.settled()
    expect((await place.resolveMovedPaths([named]))(named)).toBe(join(third, 'Printroom', '2026-11', 'picture-1.png'))
    expect(filesBelow(disk)).toEqual([])
    expect(lostOf(store, home)).toEqual([])
  })

  it('what is missing stays missing, what was changed is copied as it is and left, and both are said', async () => {
    const { home, disk, store } = await movable(3)
    rmSync(join(usualIn(home), '2026-10', 'picture-2.png'))
    writeFileSync(join(usualIn(home), '2026-11', 'picture-3.png'), 'drawn over')
    const { tasks, place } = tasksOf(store, home)
    await tasks.move(disk)
    await tasks.settled()
    expect(readFileSync(join(place.folder, '2026-11', 'picture-3.png'), 'utf8')).toBe('drawn over')
    expect(readFileSync(join(usualIn(home), '2026-11', 'picture-3.png'), 'utf8')).toBe('drawn over')
    expect(tasks.view().task?.words).toMatch(/1 file had been missing before\. 1 file of the library was left in /)
  })

  it('two results that are one file are moved once', async () => {
    const { home, disk, store } = await movable(0)
    const bytes = Buffer.from('the same')
    for (const n of [1, 2])
      addFile(store, usualIn(home), n, { name: 'same.png', relativePath: '2026-11/same.png' }, bytes)
    const { tasks } = tasksOf(store, home)
    await tasks.move(disk)
    await tasks.settled()
    expect(lostOf(store, home)).toEqual([])
    expect(filesBelow(usualIn(home))).toEqual([])
  })

  it('results that come home meanwhile are carried over before the switch, and after it land in the new folder', async () => {
    const { home, disk, store } = await movable(3)
    const { tasks, place } = tasksOf(store, home)
    let come = 0
    watchPoints((point, side) => {
      if (point !== 'library rename' || side !== 'after' || come >= 3) return
      come += 1
      addFile(store, place.folder, 100 + come)
    })
    onTestFinished(() => watchPoints(null))
    await tasks.move(disk)
    await tasks.settled()
    expect(store.assets.extent().count).toBe(6)
    expect(lostOf(store, home)).toEqual([])
    expect(filesBelow(place.folder)).toHaveLength(6)
    expect(filesBelow(usualIn(home))).toEqual([])
    // One that was downloaded into the old folder is not recorded as being there.
    const late = { ...addFile(store, place.folder, 200), id: 'late', requestId: 'late' }
    expect(store.assets.add(late, () => place.folder === usualIn(home))).toBe(false)
    expect(store.assets.get('late')).toBeNull()
  })

  it('files that an open order reads are left until it is sent', async () => {
    const { home, disk, store } = await movable(2)
    const used = join(usualIn(home), '2026-11', 'picture-1.png')
    const { tasks } = tasksOf(store, home, { inUse: () => new Set([used]) })
    const held = new Promise<void>((resolve) => {
      watchPoints((point, side) => {
        if (point === 'library removal' && side === 'after') setTimeout(resolve, 50)
      })
    })
    onTestFinished(() => watchPoints(null))
    await tasks.move(disk)
    await held
    expect(tasks.view().task?.words).toMatch(/^1 file in the old folder is kept until the orders that use it are sent/)
    expect(existsSync(used)).toBe(true)
    await tasks.close()
    const next = tasksOf(store, home)
    next.tasks.resume()
    await next.tasks.settled()
    expect(existsSync(used)).toBe(false)
    expect(lostOf(store, home)).toEqual([])
  })
})

describe('a move that is stopped', () => {
  const begun = async (): Promise<Awaited<ReturnType<typeof movable>> & ReturnType<typeof tasksOf>> => {
    const made = await movable(5)
    const parts = tasksOf(made.store, made.home)
    let stopping: Promise<unknown> = Promise.resolve()
    watchPoints((point, side) => {
      if (point === 'library rename' && side === 'after') stopping = parts.tasks.stop()
    })
    onTestFinished(() => watchPoints(null))
    await parts.tasks.move(made.disk)
    await parts.tasks.settled()
    await stopping
    watchPoints(null)
    return { ...made, ...parts }
  }

  it('stands still over a restart, and is gone on with by a person', async () => {
    const { home, store, place, tasks, disk } = await begun()
    expect(tasks.view().task).toMatchObject({ kind: 'move', state: 'stopped', canGiveUp: true })
    expect(place.folder).toBe(usualIn(home))
    const next = tasksOf(store, home)
    next.tasks.resume()
    await next.tasks.settled()
    expect(next.tasks.view().task).toMatchObject({ state: 'stopped', words: expect.stringContaining('stands still') })
    await expect(next.tasks.move(disk)).rejects.toThrow(/A move of the library is not at its end/)
    next.tasks.goOn()
    await next.tasks.settled()
    expect(next.place.folder).toBe(join(disk, 'Printroom'))
    expect(lostOf(store, home)).toEqual([])
    expect(filesBelow(usualIn(home))).toEqual([])
  })

  it('is given up: the library stays, the copies go', async () => {
    const { home, store, place, tasks, disk } = await begun()
    expect(filesBelow(disk)).toHaveLength(1)
    await tasks.giveUp()
    await tasks.settled()
    expect(tasks.view().task).toMatchObject({
      state: 'ended',
      words: expect.stringMatching(/^The move was given up\./),
    })
    expect(place.folder).toBe(usualIn(home))
    expect(readdirSync(disk)).toEqual([])
    expect(lostOf(store, home)).toEqual([])
    await tasks.move(disk)
    await tasks.settled()
    expect(lostOf(store, home)).toEqual([])
  })
})

describe('a move that dies', () => {
  it('at any of its durable moments loses nothing and is ended by the next life (I7)', async () => {
    const names = new Set<string>()
    for (let at = 0, isWhole = false; !isWhole; at += 1) {
      const { home, disk, store } = await movable(2)
      let reached = 0
      const first = tasksOf(store, home)
      watchPoints((point, side) => {
        if (point === 'claim commit') return
        names.add(`${point}, ${side}`)
        reached += 1
        if (reached > at) throw new Error('dead')
      })
      try {
        await first.tasks.move(disk)
      } catch {
        // It died before it began.
      }
      await first.tasks.settled()
      isWhole = reached <= at
      watchPoints(null)
      store.close()
      const again = await openStore(home)
      expect(lostOf(again, home), `after moment ${at}`).toEqual([])
      const next = tasksOf(again, home, { holder: 'the next life' })
      next.tasks.resume()
      await next.tasks.settled()
      expect(lostOf(again, home), `moment ${at}, gone on with`).toEqual([])
      const kept = next.place.isUsual ? usualIn(home) : join(disk, 'Printroom')
      expect(filesBelow(home).filter((name) => name.endsWith('.png')).length).toBe(next.place.isUsual ? 2 : 0)
      expect(filesBelow(kept)).toEqual(['picture-1.png', 'picture-2.png'])
      again.close()
    }
    expect([...names]).toEqual(
      expect.arrayContaining(['library copy, after', 'library removal, after', 'notes rename, after']),
    )
  })

  it('removes nothing whose copy does not read any more as it should (I7)', async () => {
    const { home, disk, store } = await movable(2)
    const first = tasksOf(store, home)
    watchPoints((point) => {
      if (point === 'library removal') throw new Error('dead')
    })
    onTestFinished(() => watchPoints(null))
    await first.tasks.move(disk)
    await first.tasks.settled()
    watchPoints(null)
    const copy = join(disk, 'Printroom', '2026-11', 'picture-1.png')
    const times = statSync(copy)
    writeFileSync(copy, readFileSync(copy).reverse())
    utimesSync(copy, times.atime, times.mtime)
    const next = tasksOf(store, home)
    next.tasks.resume()
    await next.tasks.settled()
    expect(filesBelow(usualIn(home))).toEqual(['picture-1.png'])
    expect(next.tasks.view().task?.words).toMatch(/1 file of the library was left in .*, since it is not as it came\.$/)
  })

  it('by SIGKILL at random instants, again and again: every file is found by its hash each time (I7)', async () => {
    const { home, disk, store } = await movable(40)
    const { tasks } = tasksOf(store, home)
    await tasks.move(disk)
    await tasks.close()
    store.close()
    const worker = await bundle(join(import.meta.dirname, 'support', 'move-worker.ts'))
    let said = ''
    let lives = 0
    for (; !said.includes('moved') && lives < 20; lives += 1) {
      const child = spawn(process.execPath, [worker, home], { stdio: ['ignore', 'pipe', 'inherit'] })
      said = ''
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      child.stdout.on('data', (chunk: Buffer) => {
        const isFirst = said === ''
        said += chunk.toString()
        if (isFirst)
          setTimeout(() => child.kill('SIGKILL'), lives > 8 ? 60_000 : Math.random() * 60 * (1 + lives / 4)).unref()
      })
      await ended
      const look = await openStore(home)
      expect(lostOf(look, home), `after life ${lives}`).toEqual([])
      look.close()
    }
    expect(said).toContain('moved')
    expect(lives, 'it was killed at least once').toBeGreaterThan(1)
    const look = await openStore(home)
    expect(new LibraryPlace(look.settings, usualIn(home)).folder).toBe(join(disk, 'Printroom'))
    expect(filesBelow(usualIn(home))).toEqual([])
    expect(filesBelow(disk)).toHaveLength(40)
    look.close()
  })
})

describe('what a move refuses or stops for, in sentences', () => {
  it('folders that cannot be meant', async () => {
    const { home, disk, store } = await movable(1)
    const { tasks, place } = tasksOf(store, home)
    await expect(tasks.move(join(usualIn(home), '2026-11'))).rejects.toThrow(/lies in the library itself/)
    await expect(tasks.move(join(disk, 'nowhere'))).rejects.toThrow(/is not there/)
    mkdirSync(join(disk, 'Printroom'))
    writeFileSync(join(disk, 'Printroom', 'other.png'), '')
    await expect(tasks.move(disk)).rejects.toThrow(/There are files in .* already/)
    expect(place.note.plan).toBeNull()
    expect(lostOf(store, home)).toEqual([])
  })

  it('a library that needs more room than there is, with what is to stay free beside it (S3)', async () => {
    const { home, disk, store } = await movable(0)
    addFile(store, usualIn(home), 1, { sizeBytes: 2 ** 60 })
    await expect(tasksOf(store, home).tasks.move(disk)).rejects.toThrow(
      /The library needs .* TB and 67\.1 MB to spare, and .* free on the disk/,
    )
  })

  it('a full disk, a read-only one, one that is gone: it stands still, whole, and goes on when that is mended', async () => {
    const { home, disk, store } = await movable(4)
    const { tasks, place } = tasksOf(store, home)
    for (const [code, words] of [
      ['ENOSPC', /^The disk of .* is full\. Make room/],
      ['EROFS', /is read-only\. Make it writable/],
      ['EIO', /does not read or write as it should/],
    ] as const) {
      watchPoints((point, side) => {
        if (point === 'library copy' && side === 'after' && filesBelow(disk).length > 1)
          throw Object.assign(new Error(code), { code, path: join(disk, 'Printroom') })
      })
      onTestFinished(() => watchPoints(null))
      if (place.note.plan === null) await tasks.move(disk)
      else tasks.goOn()
      await tasks.settled()
      watchPoints(null)
      expect(tasks.view().task).toMatchObject({
        state: 'stopped',
        isTrouble: true,
        words: expect.stringMatching(words),
      })
      expect(place.folder).toBe(usualIn(home))
      expect(lostOf(store, home)).toEqual([])
    }
    // The old disk goes in the middle of it: what is not there then is not taken for missing.
    let copies = 0
    watchPoints((point, side) => {
      if (point !== 'library rename' || side !== 'after') return
      copies += 1
      if (copies === 1) renameSync(usualIn(home), join(home, 'unplugged'))
    })
    tasks.goOn()
    await tasks.settled()
    watchPoints(null)
    expect(tasks.view().task?.words).toMatch(/library is not there\. Connect its disk, then go on/)
    renameSync(join(home, 'unplugged'), usualIn(home))
    renameSync(disk, `${disk}-unplugged`)
    tasks.goOn()
    await tasks.settled()
    expect(tasks.view().task?.words).toMatch(/is not there\. Connect its disk, then go on/)
    renameSync(`${disk}-unplugged`, disk)
    tasks.goOn()
    await tasks.settled()
    expect(place.folder).toBe(join(disk, 'Printroom'))
    expect(lostOf(store, home)).toEqual([])
  })

  it.skipIf(process.getuid?.() === 0)('a folder that may not be written', async () => {
    const { home, disk, store } = await movable(1)
    chmodSync(disk, 0o500)
    await expect(tasksOf(store, home).tasks.move(disk)).rejects.toThrow(/This account may not use/)
    chmodSync(disk, 0o700)
  })

  it('a library whose disk is gone takes nothing in and makes no folder in its stead', async () => {
    const { home, disk, store } = await movable(1)
    const { tasks, place } = tasksOf(store, home)
    await tasks.move(disk)
    await tasks.settled()
    renameSync(join(disk, 'Printroom'), join(disk, 'elsewhere'))
    let words: string | null = null
    try {
      await place.forWriting()
    } catch (error) {
      words = diskTrouble(error)
    }
    expect(words).toMatch(/^The library’s folder .* is not there\. Connect its disk/)
    expect(tasks.view().isThere).toBe(false)
    expect(readdirSync(disk)).toEqual(['elsewhere'])
  })
})

describe('a library that was moved by hand', () => {
  it('is known by its files, used where it is, and then checked as a whole', async () => {
    const { home, disk, store } = await movable(5)
    renameSync(usualIn(home), join(disk, 'my pictures'))
    const { tasks, place } = tasksOf(store, home)
    await expect(tasks.pointTo(disk)).rejects.toThrow(/Of 5 files that were looked for there, none is this library’s/)
    expect(place.isUsual).toBe(true)
    await tasks.pointTo(join(disk, 'my pictures'))
    expect(place.folder).toBe(join(disk, 'my pictures'))
    await tasks.settled()
    expect(tasks.view().task?.words).toMatch(/^5 files checked: every one is there, byte for byte/)
    expect(lostOf(store, home)).toEqual([])
  })

  it('with gaps is taken all the same, and the gaps are said', async () => {
    const { home, disk, store } = await movable(5)
    renameSync(usualIn(home), join(disk, 'Printroom'))
    rmSync(join(disk, 'Printroom', '2026-10', 'picture-2.png'))
    writeFileSync(join(disk, 'Printroom', '2026-11', 'picture-5.png'), 'other')
    const { tasks, place } = tasksOf(store, home)
    await tasks.pointTo(disk)
    expect(place.folder).toBe(join(disk, 'Printroom'))
    await tasks.settled()
    expect(tasks.view().task).toMatchObject({ isTrouble: true })
    expect(tasks.view().task?.words).toMatch(/1 file missing, 1 file not as they came \(2026-11\/picture-5\.png\)/)
    expect(store.lists.missingCount, 'both can be had again').toBe(2)
  })

  it('where it is outlives the database', async () => {
    const { home, disk, store } = await movable(2)
    const { tasks } = tasksOf(store, home)
    await tasks.move(disk)
    await tasks.settled()
    store.close()
    rmSync(join(home, 'printroom.db'))
    const again = await opened(home)
    expect(new LibraryPlace(again.settings, usualIn(home)).folder).toBe(join(disk, 'Printroom'))
    expect(sha256Of(readFileSync(join(disk, 'Printroom', '2026-11', 'picture-1.png')))).toHaveLength(64)
  })
})
