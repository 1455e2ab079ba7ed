import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { owedAfter } from '../../../src/domain/request/dead-address.ts'
import type { Receipt } from '../../../src/domain/request/receipt.ts'
import { createImages } from '../../../src/engine/images/client.ts'
import type { Images } from '../../../src/engine/images/port.ts'
import { forkImageWorker } from '../../../src/engine/images/spawn.ts'
import { type DownloadResultDeps, downloadResult } from '../../../src/engine/library/download-result.ts'
import { LibraryPlace } from '../../../src/engine/library/place.ts'
import { watchPoints } from '../../../src/engine/platform/failpoints.ts'
import { LibraryGoneError } from '../../../src/engine/platform/library-gone.ts'
import { practiceOrigin } from '../../../src/engine/remote/address.ts'
import { Downloader } from '../../../src/engine/remote/download.ts'
import { DownloadError } from '../../../src/engine/remote/download-error.ts'
import { Thumbnails } from '../../../src/engine/sources/thumbnails.ts'
import type { Store } from '../../../src/engine/store/store.ts'
import { largePng } from '../../../src/practice/http/large-png.ts'
import { disc } from '../../practice/support/images.ts'
import { eventually } from '../../support/eventually.ts'
import { newFolder } from '../../support/folders.ts'
import { imageWorkerEntry, startImages } from '../../support/image-worker.ts'
import { headless } from '../../support/media/films.ts'
import { madeJob, running, skillOrder, t0 } from '../../support/receipts.ts'
import { wholeMedia } from '../../support/whole-media.ts'
import { raw, type Scripted, scriptedServer } from '../remote/support/server.ts'
import { opened } from '../store/support/open.ts'

const stoppingWorkerEntry = join(import.meta.dirname, '../images/support/stopping-worker.ts')
const images = startImages(join(import.meta.dirname, 'never-used'))
afterAll(() => images.close())

describe('bringing a result home', () => {
  let server: Scripted
  let store: Store
  let folder: string
  let picture: Buffer

  beforeEach(async () => {
    picture = await disc()
    server = await scriptedServer((response) => void response.end(picture))
    folder = newFolder()
    store = await opened(folder)
  })

  const receipt = (urls = [`${server.url}/media/1`], changes: Partial<Receipt> = {}): Receipt =>
    running([madeJob(urls)], { approvedAtMs: Date.UTC(2026, 10, 3), ...changes })
  const filmReceipt = (): Receipt => {
    const { jobs, ...of } = receipt()
    return { ...of, jobs: jobs.map((job) => ({ ...job, mediaType: 'video' })) }
  }
  const fetchInto = (of: Receipt, outputIndex = 0, more: Partial<DownloadResultDeps> = {}, jobIndex = 0) =>
    downloadResult(of, jobIndex, outputIndex, {
      downloader: new Downloader(async () => server.url),
      images,
      assets: store.assets,
      thumbnails: new Thumbnails(images, join(folder, 'cache')),
      place: new LibraryPlace(store.settings, join(folder, 'library')),
      now: () => t0,
      ...more,
    })
  /** After a try that ended so. */
  const triedBefore = (reason: string, triedTimes = 1): Receipt =>
    receipt(undefined, { owed: [{ jobIndex: 0, outputIndex: 0, reason, triedTimes }] })
  /** As the receipt is after some looks in vain: by the rules that count them. */
  const lookedBefore = async (times: number, failing: Images): Promise<Receipt> => {
    let of = receipt()
    for (let n = 1; n <= times; n += 1) {
      const error: unknown = await fetchInto(of, 0, { images: failing }).catch((why) => why)
      if (!(error instanceof DownloadError)) throw error
      const failed = { jobIndex: 0, outputIndex: 0, ...error.failed }
      expect(failed).toMatchObject({ addressStale: false, isUnread: true })
      of = receipt(undefined, { owed: [owedAfter(of, failed, of.owed[0])] })
      expect(of.owed[0]?.unreadTimes).toBe(n)
    }
    return of
  }
  const files = () => readdirSync(join(folder, 'library', '2026-11')).sort()

  it('keeps the very bytes, under a readable name, with what they are (I7, A14)', async () => {
    const asset = await fetchInto(receipt())
    expect(asset).toMatchObject({
      name: 'a-lighthouse.png',
      format: 'png',
      width: 120,
      height: 90,
      mediaType: 'image',
    })
    expect(readFileSync(join(folder, 'library', asset.relativePath))).toEqual(picture)
    expect(store.assets.get(asset.id)).toMatchObject({ sha256: asset.sha256, sizeBytes: picture.length })
  })

  it('gives a silent address up soon, and after some tries waits for one that is slow each time (S1, I12)', async () => {
    const asked: (() => void)[] = []
    const slow = await scriptedServer((response) => void asked.push(() => response.end(picture)))
    const patient = new Downloader(async () => slow.url, { soonMs: 50, idleMs: 60_000 })
    onTestFinished(() => patient.close())
    const owed = (triedTimes: number) => [{ jobIndex: 0, outputIndex: 0, reason: 'It does not answer.', triedTimes }]
    const of = (triedTimes: number) => receipt([`${slow.url}/media/1`], { owed: owed(triedTimes) })
    const coming = fetchInto(of(4), 0, { downloader: patient })
    await eventually(() => expect(asked).toHaveLength(1))
    // Begun later, and given up before that one was.
    for (const triedTimes of [0, 3])
      await expect(fetchInto(of(triedTimes), 0, { downloader: patient })).rejects.toThrow(/does not answer/)
    asked[0]?.()
    expect((await coming).format).toBe('png')
  })

  it('gives one file however often a crash makes it begin again (I7)', async () => {
    const first = await fetchInto(receipt())
    const again = await fetchInto(receipt())
    expect(again).toMatchObject({ name: first.name, sha256: first.sha256 })
    expect(files()).toEqual([first.name])
    expect(store.assets.page({ limit: 9 }).total).toBe(1)
  })

  it('lands in the folder that the library has moved to while it came, and nowhere else (I7)', async () => {
    const place = new LibraryPlace(store.settings, join(folder, 'library'))
    const moved = join(folder, 'other disk')
    mkdirSync(moved)
    watchPoints((point, side) => {
      if (point === 'result rename' && side === 'after' && place.isUsual) place.change(() => ({ folder: moved }))
    })
    onTestFinished(() => watchPoints(null))
    const wanted: string[] = []
    const asset = await fetchInto(receipt(), 0, {
      wantCopy: ({ id }, assetId) => {
        // Told after the result is known to the library, whichever folder that is in.
        if (store.assets.get(assetId) !== null) wanted.push(id, assetId)
      },
    })
    expect(wanted, 'a copy that was wished is made all the same').toEqual([receipt().id, asset.id])
    expect(readFileSync(join(moved, asset.relativePath))).toEqual(picture)
    expect(store.assets.get(asset.id)).toMatchObject({ relativePath: asset.relativePath })
    expect(files()).toEqual([])
  })

  it('stays where it is when the library is pointed at the same folder by another name meanwhile (I7)', async () => {
    const place = new LibraryPlace(store.settings, join(folder, 'library'))
    const alias = join(folder, 'other name')
    watchPoints((point, side) => {
      if (point !== 'result rename' || side !== 'after' || !place.isUsual) return
      symlinkSync(join(folder, 'library'), alias, 'junction')
      place.change(() => ({ folder: alias }))
    })
    onTestFinished(() => watchPoints(null))
    const asset = await fetchInto(receipt())
    expect(place.folder).toBe(alias)
    expect(files()).toEqual([asset.name])
    expect(readFileSync(place.pathOf(asset))).toEqual(picture)
  })

  it('stays where it is when the library goes and comes back meanwhile (I7)', async () => {
    const [first, second] = [join(folder, 'first disk'), join(folder, 'second disk')]
    for (const disk of [first, second]) mkdirSync(disk)
    const place = new LibraryPlace(store.settings, join(folder, 'library'))
    place.change(() => ({ folder: first }))
    watchPoints((point, side) => {
      if (side !== 'after') return
      if (point === 'result rename') place.change(() => ({ folder: second }))
      if (point === 'library rename') place.change(() => ({ folder: first }))
    })
    onTestFinished(() => watchPoints(null))
    const asset = await fetchInto(receipt())
    expect(place.folder).toBe(first)
    expect(readFileSync(place.pathOf(asset))).toEqual(picture)
  })

  it('waits for a library whose disk is not there', async () => {
    const place = new LibraryPlace(store.settings, join(folder, 'library'))
    place.change(() => ({ folder: join(folder, 'unplugged') }))
    await expect(fetchInto(receipt())).rejects.toThrow(LibraryGoneError)
    expect(existsSync(join(folder, 'unplugged'))).toBe(false)
    expect(store.assets.page({ limit: 9 }).total).toBe(0)
  })

  it('never overwrites another file of that name: it is numbered', async () => {
    const first = await fetchInto(receipt())
    picture = await disc(60, 60)
    const second = await fetchInto(receipt(undefined, { id: '0b7c3a52-0000-4c39-9d6b-5a6f3f1f2a02' }))
    picture = await disc(50, 50)
    const third = await fetchInto(receipt(undefined, { id: '0b7c3a52-0000-4c39-9d6b-5a6f3f1f2a03' }))
    const names = ['a-lighthouse.png', 'a-lighthouse-2.png', 'a-lighthouse-3.png']
    expect([first, second, third].map(({ name }) => name)).toEqual(names)
    expect(files()).toEqual([...names].sort())
  })

  it('gives two requests a file each where both made the very same, also at once (I7)', async () => {
    const other = receipt(undefined, { id: '1c8d4b63-0000-4c39-9d6b-5a6f3f1f2a02' })
    const [one, two] = await Promise.all([fetchInto(receipt()), fetchInto(other)])
    const last = await fetchInto(receipt(undefined, { id: '2d9e5c74-0000-4c39-9d6b-5a6f3f1f2a03' }))
    expect(new Set([one, two, last].map(({ relativePath }) => relativePath)).size).toBe(3)
    expect(files()).toHaveLength(3)
    expect(files()).toContain('a-lighthouse.png')
  })

  it('gives the name of a result whose file was moved away to no other', async () => {
    const first = await fetchInto(receipt())
    renameSync(join(folder, 'library', first.relativePath), join(folder, 'elsewhere.png'))
    picture = await disc(60, 60)
    const second = await fetchInto(receipt(undefined, { id: '1c8d4b63-0000-4c39-9d6b-5a6f3f1f2a02' }))
    expect([first.name, second.name]).toEqual(['a-lighthouse.png', 'a-lighthouse-2.png'])
  })

  it('calls a cutout by its source and what it is', async () => {
    const pictures = [
      { field: 'image', source: { path: '/in/jolla.jpg', name: 'jolla.jpg', sha256: '1', sizeBytes: 1 } },
    ]
    const order = { kind: 'skill' as const, skill: 'remove-bg', fields: {}, pictures }
    expect((await fetchInto(receipt(undefined, { order }))).name).toBe('jolla-cutout.png')
  })

  it('calls what is made of a result by what it is too, however long the name of that, and practice’s once', async () => {
    const made = async (name: string, skill: string, origin: string, id = receipt().id) => {
      const pictures = [{ field: 'image', source: { path: `/in/${name}`, name, sha256: '1', sizeBytes: 1 } }]
      return (
        await fetchInto(receipt(undefined, { id, origin, order: { kind: 'skill', skill, fields: {}, pictures } }))
      ).name
    }
    expect(await made('practice-lamp-02-cutout.png', 'white-bg', practiceOrigin)).toBe(
      'practice-lamp-02-cutout-background.png',
    )
    const long = `${'a-very-long-name-of-a-photograph'.repeat(2)}.jpg`
    expect(await made(long, 'white-bg', 'https://service.test', '1c8d4b63-0000-4c39-9d6b-5a6f3f1f2a02')).toMatch(
      /^a-very-long-name-of-a-photograph.*-background\.png$/,
    )
  })

  it('numbers the candidates of one request (O15)', async () => {
    const of = receipt(['1', '2'].map((n) => `${server.url}/media/${n}`))
    expect((await fetchInto(of, 1)).name).toBe('a-lighthouse_02.png')
  })

  it('keeps the number of each output while others are made, and after a crash (I7, O15)', async () => {
    const bytes = await Promise.all([40, 50, 60].map((width) => disc(width, 40)))
    server.answer((response, request) => void response.end(bytes[Number(request.path.slice(-1)) - 1]))
    const order = { ...skillOrder, kind: 'skill' as const, skill: 'product-detail', pictures: [] }
    const of = { ...order, fields: { modules: ['a', 'b', 'c'] } }
    const making = madeJob([], { status: 'processing' })
    const made = (n: number) => madeJob([`${server.url}/media/${n}`])
    // The last one first, then the first, and the middle when all are there.
    const last = await fetchInto(running([making, making, made(3)], { order: of }), 0, {}, 2)
    const first = await fetchInto(running([made(1), making, made(3)], { order: of }), 0, {}, 0)
    const middle = await fetchInto(running([made(1), made(2), made(3)], { order: of }), 0, {}, 1)
    const stem = last.name.replace(/_03\.png$/, '')
    expect([first, middle, last].map(({ name }) => name)).toEqual(['01', '02', '03'].map((n) => `${stem}_${n}.png`))
    // A crash between the rename and the record: the same output again, with all of them known by now.
    const again = await fetchInto(running([made(1), made(2), made(3)], { order: of }), 0, {}, 2)
    expect(again.name).toBe(last.name)
    expect(readdirSync(join(folder, 'library', last.relativePath.slice(0, 7)))).toHaveLength(3)
  })

  it('tells several pictures of one job of several apart (I7)', async () => {
    const order = { ...skillOrder, kind: 'skill' as const, skill: 'product-detail', pictures: [] }
    const two = madeJob([`${server.url}/media/1`, `${server.url}/media/2`])
    const of = running([two, two], { order: { ...order, fields: { modules: ['a', 'b'] } } })
    const names: string[] = []
    for (const [job, output] of [
      [0, 1],
      [1, 0],
      [1, 1],
      [0, 0],
    ] as const)
      names.push((await fetchInto(of, output, {}, job)).name)
    expect(names.map((name) => name.replace(/^.*_/, ''))).toEqual(['01-2.png', '02.png', '02-2.png', '01.png'])
  })

  it('keeps a picture of more pixels than may be sent: nothing limits results (I7)', async () => {
    picture = largePng(8192)
    const asset = await fetchInto(receipt())
    expect(asset).toMatchObject({ format: 'png', width: 8192, height: 8192 })
    expect(readFileSync(join(folder, 'library', asset.relativePath))).toEqual(picture)
    expect(
      existsSync(join(folder, 'cache')) && readdirSync(join(folder, 'cache'), { recursive: true }).length,
    ).toBeGreaterThan(0)
  })

  it.each([
    ['a kind that is not decoded here', () => Buffer.from('\xff\x0a\xfa\x1f and more', 'latin1'), 'jxl'],
    // Large enough to be at work when the memory is looked at.
    ['a picture for which the memory does not suffice', () => largePng(9000), 'png'],
    ['a picture that makes the reader stop', () => picture, 'png'],
  ])('keeps %s, with what is known of it (I7)', async (what, bytes, format) => {
    const body = bytes()
    server.answer((response) => void response.end(body))
    const failing = createImages({
      spawn: forkImageWorker({
        nodePath: process.execPath,
        entry: what.includes('stop') ? stoppingWorkerEntry : imageWorkerEntry,
      }),
      outputFolder: join(folder, 'never'),
      workers: 1,
      ...(what.includes('memory') ? { memoryLimitBytes: 1 } : {}),
    })
    onTestFinished(() => failing.close())
    // A reader that stops may have been stopped by the system: only after some tries is that taken for the file's.
    const of = await lookedBefore(what.includes('stop') ? 2 : 0, failing)
    const asset = await fetchInto(of, 0, { images: failing })
    expect(asset).toMatchObject({ format, width: null, mediaType: 'image' })
    expect(readFileSync(join(folder, 'library', asset.relativePath))).toEqual(body)
  })

  it('is fetched again where the picture reader’s own trouble passes, so that it is kept with what it is (I7)', async () => {
    for (const entry of [stoppingWorkerEntry, join(folder, 'there is none')]) {
      const failing = createImages({
        spawn: forkImageWorker({ nodePath: process.execPath, entry }),
        outputFolder: join(folder, 'never'),
        workers: 1,
      })
      onTestFinished(() => failing.close())
      const of = await lookedBefore(2, failing)
      expect(of.owed[0]?.reason).toContain('fetched once more, at no cost')
      expect(files()).toEqual([])
      const other = { ...of, id: '0b7c3a52-0000-4c39-9d6b-5a6f3f1f2a02' }
      expect(await fetchInto(entry === stoppingWorkerEntry ? of : other)).toMatchObject({ width: 120, height: 90 })
      for (const name of files()) rmSync(join(folder, 'library', '2026-11', name))
    }
  })

  it('is looked into as often where it was long in coming: fetching it in vain is no look (I7)', async () => {
    const failing = createImages({
      spawn: forkImageWorker({ nodePath: process.execPath, entry: join(folder, 'there is none') }),
      outputFolder: join(folder, 'never'),
      workers: 1,
    })
    onTestFinished(() => failing.close())
    await expect(fetchInto(triedBefore('It did not come.', 9), 0, { images: failing })).rejects.toMatchObject({
      name: 'DownloadError',
      message: expect.stringContaining('fetched again, at no cost'),
    })
    expect(files()).toEqual([])
  })

  it.each([
    ['HTML', '<!doctype html><title>Gateway</title>'],
    ['half a picture', null],
    ['nothing', ''],
  ])('keeps nothing of %s, and leaves nothing behind (I7)', async (_, body) => {
    const whole = picture
    server.answer((response) => void response.end(body ?? whole.subarray(0, whole.length / 2)))
    await expect(fetchInto(receipt())).rejects.toMatchObject({ name: 'DownloadError' })
    expect(files()).toEqual([])
    expect(store.assets.page({ limit: 9 }).total).toBe(0)
  })

  it.each([
    ['mp4', 'mp4', (film: Buffer) => film],
    ['mp4', 'mp4', headless],
    ['mp4', 'mp4 with its table last', headless],
    ['mov', 'mov', (film: Buffer) => film],
    ['3gp', '3gp', (film: Buffer) => film],
    ['webm', 'webm', (film: Buffer) => film],
    ['mkv', 'mkv', (film: Buffer) => film],
  ])(
    'keeps a film packed as %s as it came, under a name that players know (%s) (O16, D10)',
    async (format, sample, made) => {
      const film = made((await wholeMedia()).find(({ name }) => name === sample)?.bytes ?? Buffer.alloc(0))
      server.answer((response) => void response.end(film))
      const asset = await fetchInto(filmReceipt())
      expect(asset).toMatchObject({ format, mediaType: 'video', width: null, sizeBytes: film.length, isChecked: true })
      expect(asset.name).toBe(`a-lighthouse.${format}`)
    },
  )

  it.each([
    ['avi', 'RIFF\x30\0\0\0AVI LIST'],
    ['mpg', '\0\0\x01\xba\x44\0\x04\0'],
    ['wmv', '\x30\x26\xb2\x75\x8e\x66\xcf\x11'],
    ['flv', 'FLV\x01\x05\0\0\0'],
  ])(
    'keeps a film packed as %s that nobody here can judge, and never calls it checked (M4, I11)',
    async (format, head) => {
      server.answer((response) => void response.end(Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(40)])))
      const asset = await fetchInto(filmReceipt())
      const name = `a-lighthouse.${format}`
      expect(asset).toMatchObject({ format, mediaType: 'video', name, isChecked: false })
    },
  )

  it.each(['mp4', 'mov', 'webm'])('a cut %s on a line without a length is fetched again (M4, I11)', async (sample) => {
    const film = (await wholeMedia()).find(({ name }) => name === sample)?.bytes ?? Buffer.alloc(0)
    const head = Buffer.from('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n')
    server.answer((response) => void response.socket?.end(Buffer.concat([head, film.subarray(0, -9)])))
    const error: unknown = await fetchInto(filmReceipt()).catch((why) => why)
    expect(error).toMatchObject({
      name: 'DownloadError',
      message: 'What came is cut off: a part of the video is missing.',
    })
    expect(files()).toEqual([])
    server.answer((response) => void response.end(film))
    expect(await fetchInto(filmReceipt())).toMatchObject({ isChecked: true })
  })

  it.each([
    ['jp2', '\0\0\0\x0cjP  \r\n\x87\n'],
    ['ps', '%!PS-Adobe-3.0'],
    ['jxl', '\xff\x0a\xfa\x1f'],
    ['xcf', 'gimp xcf file'],
  ])('keeps a picture of a kind that is not decoded here under its usual ending, .%s', async (ending, head) => {
    server.answer((response) => void response.end(Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(40)])))
    expect((await fetchInto(receipt())).name).toBe(`a-lighthouse.${ending}`)
  })

  it('makes no path of what the prompt says', async () => {
    const order = { ...receipt().order, fields: { prompt: '../../../etc/passwd\u0000' } } as Receipt['order']
    const asset = await fetchInto(receipt(undefined, { order }))
    expect(asset.relativePath).toBe('2026-11/etc-passwd.png')
  })

  it('asks for a fresh address where the job names none (A14)', async () => {
    await expect(fetchInto(receipt(), 7)).rejects.toMatchObject({ addressStale: true })
    server.answer(raw(404, 'gone'))
    await expect(fetchInto(receipt())).rejects.toMatchObject({ addressStale: true })
  })
})
