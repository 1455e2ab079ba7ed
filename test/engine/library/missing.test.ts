import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { Downloader } from '../../../src/engine/remote/download.ts'
import type { Store } from '../../../src/engine/store/store.ts'
import { newFolder } from '../../support/folders.ts'
import { madeJob, running } from '../../support/receipts.ts'
import { type Scripted, scriptedServer, serviceAt } from '../remote/support/server.ts'
import { idOf, opened, stepOf } from '../store/support/open.ts'
import { addFile, lostOf, tasksOf, usualIn } from './support/moving-home.ts'

describe('files that are missing', () => {
  let home: string
  let store: Store
  let run: ReturnType<typeof tasksOf>
  const pathOf = (n: number) => join(usualIn(home), n % 2 === 0 ? '2026-10' : '2026-11', `picture-${n}.png`)
  const wordsNow = async () => {
    await run.tasks.settled()
    return run.tasks.view().task?.words
  }
  const listed = () => store.lists.open({ show: 'missing' }, 50).items.map(({ asset }) => asset.id)

  beforeEach(async () => {
    home = newFolder()
    store = await opened(home)
    for (let n = 1; n <= 6; n += 1) addFile(store, usualIn(home), n)
    run = tasksOf(store, home)
  })

  it('are counted and listed by a look, which says so when there are none', async () => {
    expect(store.lists.missingCount).toBeNull()
    run.tasks.lookForMissing()
    expect(await wordsNow()).toBe('No file is missing.')
    rmSync(pathOf(2))
    rmSync(pathOf(5))
    run.tasks.lookForMissing()
    expect(await wordsNow()).toMatch(/^2 files are not in their places\./)
    expect(store.lists.missingCount).toBe(2)
    expect(listed()).toEqual(['request-5.0.0', 'request-2.0.0'])
  })

  it('none is missing where the library’s own disk is not there', async () => {
    renameSync(usualIn(home), join(home, 'unplugged'))
    run.tasks.lookForMissing()
    expect(await wordsNow()).toMatch(/The library’s folder .* is not there/)
    expect(store.lists.missingCount).toBeNull()
  })

  it('are found in a folder by size and content, whatever they are called there; a copy takes the place', async () => {
    const other = newFolder()
    mkdirSync(join(other, 'deep', 'down'), { recursive: true })
    renameSync(pathOf(1), join(other, 'deep', 'down', 'final FINAL.png'))
    copyFileSync(pathOf(2), join(other, 'same size, other bytes.png'))
    const bytes = readFileSync(join(other, 'same size, other bytes.png'))
    writeFileSync(join(other, 'same size, other bytes.png'), bytes.reverse())
    rmSync(pathOf(2))
    run.tasks.lookForMissing()
    await run.tasks.settled()
    const list = store.lists.open({ show: 'missing' }, 50)
    run.tasks.find(other, null)
    expect(await wordsNow()).toBe(
      `1 of 2 missing files was found in ${other}, by content, and is in the library again. Look in another folder, or fetch it again.`,
    )
    expect(lostOf(store, home)).toEqual(['2026-10/picture-2.png'])
    expect(readdirSync(join(other, 'deep', 'down'))).toEqual(['final FINAL.png'])
    expect(listed()).toEqual(['request-2.0.0'])
    expect(store.lists.sync(list.list), 'the open list lets it go').toMatchObject({ removed: [1] })
  })

  it('that only moved within the library are found where they are', async () => {
    mkdirSync(join(usualIn(home), 'For the client'))
    renameSync(pathOf(3), join(usualIn(home), 'For the client', 'chosen.png'))
    run.tasks.find(usualIn(home), null)
    expect(await wordsNow()).toMatch(/^The missing file was found in .*, by content/)
    expect(store.assets.get('request-3.0.0')?.relativePath).toBe('For the client/chosen.png')
    expect(existsSync(pathOf(3))).toBe(false)
    expect(lostOf(store, home)).toEqual([])
  })

  it('only the chosen ones are looked for, where some are chosen', async () => {
    const other = newFolder()
    for (const n of [1, 2]) renameSync(pathOf(n), join(other, `${n}.png`))
    run.tasks.find(other, store.organise.seqsOf(['request-1.0.0', 'request-4.0.0']))
    expect(await wordsNow()).toMatch(/^The missing file was found/)
    expect(lostOf(store, home)).toEqual(['2026-10/picture-2.png'])
  })

  it('one thing at once: another has to wait', async () => {
    run.tasks.lookForMissing()
    expect(() => run.tasks.check()).toThrow(/Something is under way with the library’s files/)
    await run.tasks.settled()
  })

  it('another process at work on them is waited for', async () => {
    const other = tasksOf(store, home, { holder: 'another' })
    run.tasks.lookForMissing()
    expect(() => other.tasks.check()).toThrow(/Another Printroom is at work/)
    await run.tasks.settled()
    other.tasks.check()
    await other.tasks.settled()
  })
})

describe('fetching missing files again', () => {
  let home: string
  let store: Store
  let server: Scripted
  let run: ReturnType<typeof tasksOf>
  const served = new Map<string, Buffer>()

  beforeEach(async () => {
    served.clear()
    server = await scriptedServer((response, request) => {
      const bytes = served.get(request.path)
      if (bytes === undefined) response.writeHead(404)
      response.end(bytes)
    })
    home = newFolder()
    store = await opened(home)
    run = tasksOf(store, home, {
      origin: 'https://service.test',
      service: serviceAt(server.url),
      downloader: new Downloader(async () => server.url),
    })
  })

  /** A result that came home from an address of the server and then went missing. */
  function lose(n: number, answers: Buffer | null): void {
    const receipt = running([madeJob([`${server.url}/${n}`])], { id: idOf(n) })
    store.receipts.save([stepOf(receipt)])
    const asset = addFile(
      store,
      usualIn(home),
      n,
      { id: `${idOf(n)}.0.0`, requestId: idOf(n), origin: receipt.origin },
      Buffer.from(`picture ${n}`),
    )
    rmSync(join(usualIn(home), asset.relativePath))
    if (answers !== null) served.set(`/${n}`, answers)
  }
  const ended = async () => {
    await run.tasks.settled()
    return run.tasks.view().task
  }

  it('brings the very bytes back to their places, and says that it cost nothing', async () => {
    lose(1, Buffer.from('picture 1'))
    lose(2, Buffer.from('picture 2'))
    run.tasks.fetch(null)
    expect(await ended()).toMatchObject({
      isTrouble: false,
      words: 'All 2 missing files came back, byte for byte. Nothing was charged.',
    })
    expect(lostOf(store, home)).toEqual([])
    expect(readdirSync(join(usualIn(home), '2026-11'))).toEqual(['picture-1.png'])
  })

  it('never takes another content for the missing one: it is kept beside, and said', async () => {
    lose(1, Buffer.from('GIF89a, another picture'))
    run.tasks.fetch(store.organise.seqsOf([`${idOf(1)}.0.0`]))
    expect((await ended())?.words).toBe(
      'The missing file did not come back. Nothing was charged. 1 file came with another content: kept beside as picture-1-fetched.png, and not taken for the missing one.',
    )
    expect(lostOf(store, home)).toEqual(['2026-11/picture-1.png'])
    expect(readFileSync(join(usualIn(home), '2026-11', 'picture-1-fetched.png'), 'utf8')).toBe(
      'GIF89a, another picture',
    )
    run.tasks.fetch(null)
    await run.tasks.settled()
    expect(readdirSync(join(usualIn(home), '2026-11')).sort()).toEqual([
      'picture-1-fetched-2.png',
      'picture-1-fetched.png',
    ])
  })

  it.each([
    ['a page', Buffer.from('<html><body>Expired</body></html>')],
    ['nothing', Buffer.alloc(0)],
  ])(
    'asks the job for another address where the old one gives %s, and no page is kept beside (M3)',
    async (_, given) => {
      lose(1, given)
      const fresh = { status: 'completed', mediaType: 'image', imageUrls: [`${server.url}/fresh`] }
      const job = store.receipts.get(idOf(1))?.jobs[0]?.generationId
      served.set(
        `/api/generate/v2/status/${job}`,
        Buffer.from(JSON.stringify({ success: true, generationId: job, ...fresh })),
      )
      served.set('/fresh', Buffer.from('picture 1'))
      run.tasks.fetch(null)
      expect((await ended())?.words).toBe('The missing file came back, byte for byte. Nothing was charged.')
      expect(readdirSync(join(usualIn(home), '2026-11'))).toEqual(['picture-1.png'])
      served.delete('/fresh')
      lose(1, given)
      run.tasks.fetch(null)
      expect((await ended())?.isTrouble).toBe(true)
      expect(readdirSync(join(usualIn(home), '2026-11'))).toEqual([])
    },
  )

  it('says of those that cannot be had why, and leaves nothing behind', async () => {
    lose(1, null)
    addFile(store, usualIn(home), 3)
    rmSync(join(usualIn(home), '2026-11', 'picture-3.png'))
    run.tasks.fetch(null)
    const words = (await ended())?.words
    expect(words).toContain('1 file could not be had: The file’s address answered 404.')
    expect(words).toContain('1 file could not be had: its receipt names no address.')
    expect(readdirSync(join(usualIn(home), '2026-11'))).toEqual([])
  })
})
