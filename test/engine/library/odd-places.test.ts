import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { Downloader } from '../../../src/engine/remote/download.ts'
import type { Store } from '../../../src/engine/store/store.ts'
import { bundle } from '../../support/bundle.ts'
import { killedAtEveryReach } from '../../support/dying.ts'
import { newFolder } from '../../support/folders.ts'
import { madeJob, running } from '../../support/receipts.ts'
import { type Scripted, scriptedServer } from '../remote/support/server.ts'
import { idOf, opened, stepOf } from '../store/support/open.ts'
import { failingPath } from './support/failing-path.ts'
import { addFile, lostOf, tasksOf, usualIn } from './support/moving-home.ts'
import { oddThings, untoldThings } from './support/odd-things.ts'

const count = 5
/** The one that something is wrong with; its neighbours are on both sides. */
const odd = 3

let home: string
let store: Store
let server: Scripted
let run: ReturnType<typeof tasksOf>

/** One more than there are is a picture, and none of them. */
const bytesOf = (n: number): Buffer => (n > count ? another : Buffer.from(`the bytes of picture ${n}`))
const another = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')
const month = (): string => join(usualIn(home), '2026-11')
const pathOf = (n: number): string => join(usualIn(home), n % 2 === 0 ? '2026-10' : '2026-11', `picture-${n}.png`)
const ended = async () => {
  await run.tasks.settled()
  return run.tasks.view().task
}
const listed = () => store.lists.open({ show: 'missing' }, 50).items.map(({ asset }) => asset.name)
const rowNow = () => store.assets.get(`${idOf(odd)}.0.0`)

/** A library of a few results that the service still has. */
async function filledHome(): Promise<{ home: string; store: Store }> {
  const folder = newFolder()
  const filled = await opened(folder)
  for (let n = 1; n <= count; n += 1) {
    const receipt = running([madeJob([`${server.url}/${n}`])], { id: idOf(n) })
    filled.receipts.save([stepOf(receipt)])
    const names = { id: `${idOf(n)}.0.0`, requestId: idOf(n), origin: receipt.origin }
    addFile(filled, usualIn(folder), n, names, bytesOf(n))
  }
  return { home: folder, store: filled }
}

const runIn = (filled: Store, folder: string): ReturnType<typeof tasksOf> =>
  tasksOf(filled, folder, { origin: 'https://service.test', downloader: new Downloader(async () => server.url) })

beforeEach(async () => {
  server = await scriptedServer((response, request) => void response.end(bytesOf(Number(request.path.slice(1)))))
  const filled = await filledHome()
  home = filled.home
  store = filled.store
  run = runIn(store, home)
})

describe('a file of the library that was changed', () => {
  it.each(['the same size as the picture', 'shorter'])(
    'comes back, and what it was changed to is kept beside: %s (L5)',
    async (words) => {
      const other = Buffer.alloc(words === 'shorter' ? 5 : bytesOf(odd).length, 'x')
      writeFileSync(pathOf(odd), other)
      run.tasks.check()
      expect((await ended())?.words).toContain(
        '5 files checked: 1 file not as they came (2026-11/picture-3.png). Nothing was changed. Fetch it again to have the original back',
      )
      expect(listed()).toEqual(['picture-3.png'])
      run.tasks.fetch(null)
      expect(await ended()).toMatchObject({
        isTrouble: false,
        words:
          'The changed file came back, byte for byte. Nothing was charged. The changed file is kept beside as picture-3 (changed).png.',
      })
      expect(lostOf(store, home)).toEqual([])
      expect(readFileSync(join(month(), 'picture-3 (changed).png'))).toEqual(other)
      expect(listed()).toEqual([])
      expect(readdirSync(month()).filter((name) => name.startsWith('.'))).toEqual([])
    },
  )

  it('is found changed too where it alone is chosen, without a check before (L5)', async () => {
    writeFileSync(pathOf(odd), Buffer.alloc(bytesOf(odd).length, 'x'))
    run.tasks.fetch(store.organise.seqsOf([`${idOf(odd)}.0.0`]))
    expect((await ended())?.words).toMatch(/^The changed file came back, byte for byte\./)
    run.tasks.fetch(store.organise.seqsOf([`${idOf(odd)}.0.0`]))
    expect((await ended())?.words).toBe('None of these files is missing or changed, so nothing was fetched.')
    expect(server.seen).toHaveLength(1)
  })

  it('each change is kept, whatever was kept before (L5)', async () => {
    for (const [n, words] of ['first', 'second'].entries()) {
      writeFileSync(pathOf(odd), words)
      run.tasks.fetch(null)
      await ended()
      expect(readdirSync(month()).filter((name) => name.includes('changed'))).toHaveLength(n + 1)
    }
    expect(readFileSync(join(month(), 'picture-3 (changed).png'), 'utf8')).toBe('first')
    expect(readFileSync(join(month(), 'picture-3 (changed 2).png'), 'utf8')).toBe('second')
    expect(lostOf(store, home)).toEqual([])
  })

  it('whose bytes the disk has lost comes back as well (L5, L7)', async () => {
    failingPath('EIO', [pathOf(odd)], 'read')
    run.tasks.check()
    expect((await ended())?.words).toContain('1 file not as they came (2026-11/picture-3.png)')
    run.tasks.fetch(null)
    await ended()
    expect(existsSync(join(month(), 'picture-3 (changed).png'))).toBe(true)
  })

  it('is not touched where another content comes for it (L5)', async () => {
    writeFileSync(pathOf(odd), 'mine')
    store.assets.setPlace(`${idOf(1)}.0.0`, '2026-11/picture-1.png')
    const receipt = store.receipts.get(idOf(odd))
    store.receipts.save([
      stepOf({ ...(receipt ?? never()), revision: 2, jobs: [madeJob([`${server.url}/${count + 1}`])] }),
    ])
    run.tasks.fetch(null)
    expect((await ended())?.words).toMatch(/^The changed file did not come back\..*kept beside as picture-3-fetched\./)
    expect(readFileSync(pathOf(odd), 'utf8')).toBe('mine')
  })

  it('and another place that is a folder: killed at every reach nothing is lost, and the next try brings both (L5, L6)', async () => {
    const worker = await bundle(join(import.meta.dirname, 'support', 'fetch-worker.ts'))
    const setUp = async () => {
      const filled = await filledHome()
      const folder = join(usualIn(filled.home), '2026-11')
      writeFileSync(join(folder, 'picture-3.png'), 'mine')
      rmSync(join(folder, 'picture-5.png'))
      mkdirSync(join(folder, 'picture-5.png'))
      filled.store.close()
      return { args: [filled.home, server.url], made: filled.home }
    }
    const killed = await killedAtEveryReach(worker, setUp, async (made, nth) => {
      const folder = join(usualIn(made), '2026-11')
      const kept = () =>
        readdirSync(folder, { withFileTypes: true }).flatMap(({ name }) =>
          /^picture-3.*\.png$/.test(name) ? [readFileSync(join(folder, name), 'utf8')] : [],
        )
      expect(kept(), `after a kill at ${nth}`).toContain('mine')
      const again = await opened(made)
      const next = runIn(again, made)
      next.tasks.fetch(null)
      await next.tasks.settled()
      expect(lostOf(again, made), `after a kill at ${nth}, and another try`).toEqual([])
      expect(kept().sort()).toEqual(['mine', bytesOf(3).toString()])
      expect(lstatSync(join(folder, 'picture-5.png')).isDirectory()).toBe(true)
      again.close()
    })
    expect(killed, 'kills that were tried').toBeGreaterThan(7)
  })

  it('comes back from a folder that has it, and what it was changed to is kept (L5)', async () => {
    const other = newFolder()
    writeFileSync(join(other, 'from a backup.png'), bytesOf(odd))
    writeFileSync(pathOf(odd), 'mine')
    run.tasks.find(other, null)
    expect((await ended())?.words).toBe(
      `The changed file was found in ${other}, by content, and is in the library again. The changed file is kept beside as picture-3 (changed).png.`,
    )
    expect(lostOf(store, home)).toEqual([])
    expect(readFileSync(join(month(), 'picture-3 (changed).png'), 'utf8')).toBe('mine')
  })
})

describe.skipIf(process.platform === 'win32')('where a file of the library belongs stands', () => {
  it.each(Object.keys(oddThings))(
    '%s: the rest is checked, and it comes back where it can be read (L6, L7)',
    async (thing) => {
      await oddThings[thing]?.(pathOf(odd))
      const before = thing === 'nothing' ? null : lstatSync(pathOf(odd)).ino
      run.tasks.check()
      expect((await ended())?.words).toMatch(/^5 files checked: 1 file missing\. Nothing was changed\./)
      run.tasks.lookForMissing()
      expect((await ended())?.words).toBe('1 file is not in its place. Find it in a folder, or fetch it again.')
      run.tasks.fetch(null)
      const task = await ended()
      expect(task).toMatchObject({ isTrouble: false })
      expect(task?.words).toMatch(/^The missing file came back, byte for byte\. Nothing was charged\./)
      expect(lostOf(store, home)).toEqual([])
      expect(listed()).toEqual([])
      if (before === null) return
      expect(lstatSync(pathOf(odd)).ino, 'what stood there is somebody’s').toBe(before)
      expect(rowNow()?.relativePath).toBe('2026-11/picture-3-2.png')
      expect(task?.words).toContain('1 file is called picture-3-2.png now, since something else has its place')
    },
  )

  it.each(Object.keys(oddThings))('%s: the file is found in another folder (L6, L7)', async (thing) => {
    const other = newFolder()
    writeFileSync(join(other, 'elsewhere.png'), bytesOf(odd))
    symlinkSync(join(other, 'loop'), join(other, 'loop'))
    await oddThings[thing]?.(pathOf(odd))
    run.tasks.find(other, null)
    expect((await ended())?.words).toMatch(/^The missing file was found in /)
    expect(lostOf(store, home)).toEqual([])
  })

  it('a name that another row has is nobody else’s (L6)', async () => {
    oddThings['a folder']?.(pathOf(odd))
    addFile(store, usualIn(home), 6, { name: 'picture-3-2.png', relativePath: '2026-11/picture-3-2.png' })
    rmSync(join(month(), 'picture-3-2.png'))
    run.tasks.fetch(store.organise.seqsOf([`${idOf(odd)}.0.0`]))
    await ended()
    expect(rowNow()?.relativePath).toBe('2026-11/picture-3-3.png')
  })

  it('a month’s folder that is a link to itself costs its own files alone (L7)', async () => {
    rmSync(join(usualIn(home), '2026-10'), { recursive: true })
    symlinkSync(join(usualIn(home), '2026-10'), join(usualIn(home), '2026-10'))
    rmSync(pathOf(odd))
    run.tasks.check()
    const words = (await ended())?.words
    expect(words).toContain('1 file missing')
    expect(words).toContain(
      '2 files could not be looked at (2026-10/picture-2.png, 2026-10/picture-4.png): a folder above it is a link that leads nowhere.',
    )
    run.tasks.fetch(null)
    expect((await ended())?.words).toMatch(/^The missing file came back, byte for byte\./)
    expect(existsSync(pathOf(odd))).toBe(true)
  })

  it('what was written and reads otherwise is never said to be back (L6)', async () => {
    rmSync(pathOf(odd))
    failingPath('EIO', [pathOf(odd)], 'read')
    run.tasks.fetch(null)
    const task = await ended()
    expect(task?.isTrouble).toBe(true)
    expect(task?.words).toMatch(/^The missing file did not come back\..*reads otherwise/)
  })
})

describe('a file that cannot be looked at', () => {
  it.each(Object.keys(untoldThings))('%s: costs a line, and the rest is checked and comes back (L7)', async (thing) => {
    rmSync(pathOf(1))
    untoldThings[thing]?.(pathOf(odd))
    run.tasks.check()
    const words = (await ended())?.words
    expect(words).toMatch(/^5 files checked: 1 file missing\./)
    expect(words).toMatch(/1 file could not be looked at \(2026-11\/picture-3\.png\): (this account|its disk)/)
    expect(listed(), 'nobody knows whether it is missing').toEqual(['picture-1.png'])
    run.tasks.fetch(null)
    expect((await ended())?.words).toMatch(/^The missing file came back, byte for byte\./)
    expect(existsSync(join(dirname(pathOf(odd)), 'picture-3 (changed).png'))).toBe(false)
  })

  it('holds no move up: it stays where it is, and that is said (L7)', async () => {
    const disk = newFolder()
    failingPath('EIO', [pathOf(odd)], 'read')
    await run.tasks.move(disk)
    const task = await ended()
    expect(run.place.note.plan).toBeNull()
    expect(run.place.folder).toBe(join(disk, 'Printroom'))
    expect(task?.words).toMatch(/1 file had to stay in .* \(2026-11\/picture-3\.png\): its disk does not read there\.$/)
    expect(readdirSync(join(disk, 'Printroom', '2026-11')).sort()).toEqual(['picture-1.png', 'picture-5.png'])
    expect(lstatSync(pathOf(odd)).isFile()).toBe(true)
  })

  it.skipIf(process.platform === 'win32').each(Object.keys(oddThings))(
    'nor does %s hold a move up (L7)',
    async (thing) => {
      const disk = newFolder()
      await oddThings[thing]?.(pathOf(odd))
      await run.tasks.move(disk)
      expect((await ended())?.words).toMatch(/^The library is in .* 1 file had been missing before\./)
      expect(run.place.note.plan).toBeNull()
      expect(readdirSync(join(disk, 'Printroom', '2026-11')).sort()).toEqual(['picture-1.png', 'picture-5.png'])
      if (thing !== 'nothing') expect(lstatSync(pathOf(odd)).isFile()).toBe(false)
    },
  )

  it('many of them hold it up: that is a disk, and no library is left on it (L7)', async () => {
    const many = Array.from({ length: 25 }, (_, n) => addFile(store, usualIn(home), n + 10))
    const bad = many.map(({ relativePath }) => join(usualIn(home), relativePath))
    failingPath('EIO', bad, 'read')
    await run.tasks.move(newFolder())
    expect((await ended())?.words).toMatch(/^More than 20 files in .* cannot be read .* Nothing is lost/)
    expect(run.place.isUsual).toBe(true)
  })
})

it('a place that is found for one row is not the file of another one, which may go to the trash (L5)', async () => {
  mkdirSync(month(), { recursive: true })
  const twin = addFile(store, usualIn(home), 7, { name: 'twin.png', relativePath: '2026-11/twin.png' }, bytesOf(odd))
  rmSync(pathOf(odd))
  run.tasks.find(usualIn(home), null)
  await ended()
  expect(rowNow()?.relativePath).not.toBe(twin.relativePath)
  expect(lostOf(store, home)).toEqual([])
})

it('a note of a move that nobody here knows does not make the library’s folder the usual one (L11)', () => {
  const disk = newFolder()
  store.settings.changeLibrary(() => JSON.stringify({ folder: disk, former: 5, plan: { do: 'something newer' } }))
  const { place } = tasksOf(store, home)
  expect(place.folder).toBe(disk)
  expect(place.note).toEqual({ folder: disk, former: [], plan: null, id: null })
})

function never(): never {
  throw new Error('not there')
}
