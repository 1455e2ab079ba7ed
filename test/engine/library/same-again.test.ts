import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { owedAfter } from '../../../src/domain/request/dead-address.ts'
import { homeWords } from '../../../src/domain/request/home-words.ts'
import type { Receipt } from '../../../src/domain/request/receipt.ts'
import { downloadResult } from '../../../src/engine/library/download-result.ts'
import { LibraryPlace } from '../../../src/engine/library/place.ts'
import { Downloader } from '../../../src/engine/remote/download.ts'
import { DownloadError } from '../../../src/engine/remote/download-error.ts'
import { Thumbnails } from '../../../src/engine/sources/thumbnails.ts'
import type { Store } from '../../../src/engine/store/store.ts'
import { disc } from '../../practice/support/images.ts'
import { newFolder } from '../../support/folders.ts'
import { startImages } from '../../support/image-worker.ts'
import { madeJob, running, t0 } from '../../support/receipts.ts'
import { wholeMedia } from '../../support/whole-media.ts'
import { type Scripted, scriptedServer } from '../remote/support/server.ts'
import { opened } from '../store/support/open.ts'

const images = startImages(join(import.meta.dirname, 'never-used'))
afterAll(() => images.close())

const film = (await wholeMedia()).find(({ name }) => name === 'mp4')?.bytes ?? Buffer.alloc(0)

describe('what comes the same each time', () => {
  let server: Scripted
  let store: Store
  let folder: string
  let body: Buffer
  let saysLength: boolean
  let receipt: Receipt

  beforeEach(async () => {
    body = film.subarray(0, -9)
    saysLength = true
    server = await scriptedServer((response) => {
      if (saysLength) response.setHeader('content-length', body.length)
      response.write(body)
      response.end()
    })
    folder = newFolder()
    store = await opened(folder)
    receipt = running([madeJob([`${server.url}/a`], { mediaType: 'video' })], { approvedAtMs: t0 })
  })

  /** One try, as the queue makes it: what failed is kept in the receipt. Null where it did. */
  const fetched = async (path = '/a') => {
    const jobs = receipt.jobs.map((job) => ({ ...job, urls: [server.url + path] }))
    receipt = { ...receipt, jobs }
    try {
      return await downloadResult(receipt, 0, 0, {
        downloader: new Downloader(async () => server.url),
        images,
        assets: store.assets,
        thumbnails: new Thumbnails(images, join(folder, 'cache')),
        place: new LibraryPlace(store.settings, join(folder, 'library')),
        now: () => t0,
      })
    } catch (error) {
      if (!(error instanceof DownloadError)) throw error
      const failed = { jobIndex: 0, outputIndex: 0, ...error.failed }
      receipt = { ...receipt, owed: [owedAfter(receipt, failed, receipt.owed[0])] }
      return null
    }
  }
  const timesInVain = async (times: number, path?: string): Promise<void> => {
    for (let n = 0; n < times; n += 1) expect(await fetched(path), `try ${n + 1}`).toBeNull()
  }

  it('is kept at the tenth time, from whatever addresses, and never called checked (M4, I12)', async () => {
    // A file that is still being written where it lies comes the same a few times, from new addresses too.
    await timesInVain(3)
    await timesInVain(6, '/b')
    expect(await fetched('/c')).toMatchObject({ isChecked: false, doubt: 'damaged', format: 'mp4', mediaType: 'video' })
  })

  it('is a picture as well, cut as it was made (M4, I12)', async () => {
    const picture = await disc()
    body = picture.subarray(0, picture.length / 2)
    receipt = running([madeJob([`${server.url}/a`], { mediaType: 'image' })], { approvedAtMs: t0 })
    await timesInVain(9)
    expect(await fetched()).toMatchObject({ isChecked: false, doubt: 'damaged', format: 'png', mediaType: 'image' })
  })

  it('counts only while it is the same (M4)', async () => {
    await timesInVain(9)
    body = film.subarray(0, -10)
    await timesInVain(9, '/b')
    body = film
    expect(await fetched('/b')).toMatchObject({ isChecked: true, doubt: null })
  })

  it('is never kept where the line does not say how long it is (M4)', async () => {
    saysLength = false
    await timesInVain(12)
    await timesInVain(12, '/b')
  })

  it.each(['<!doctype html><title>Sign in</title>', '{"error":"ExpiredToken"}', '\0'.repeat(5000)])(
    'is never kept where it is no picture and no film (M3): %#',
    async (text) => {
      body = Buffer.from(text)
      await timesInVain(6)
      await timesInVain(6, '/b')
      expect(store.assets.page({ limit: 9 }).total).toBe(0)
    },
  )

  it.each([
    ['a picture', 'video', () => disc()],
    ['a film', 'image', async () => film],
  ])(
    'as %s where the job made another kind is no result, and the job is asked at once (M3)',
    async (_, made, other) => {
      body = await other()
      receipt = running([madeJob([`${server.url}/a`], { mediaType: made })], { approvedAtMs: t0 })
      await timesInVain(9)
      expect(receipt.owed[0]).toMatchObject({ failedHere: expect.any(Number), came: { times: 9 } })
      expect(receipt.owed[0]?.failedHere).toBeGreaterThan(2 * 8)
      expect(await fetched('/b')).toMatchObject({ isChecked: false, doubt: 'other-kind' })
    },
  )

  it('is told with what speaks against it (M4, I11)', () => {
    const asset = { assetId: 'a', jobIndex: 0, outputIndex: 0, sha256: 'b', isUnchecked: true as const }
    const words = (doubt: 'damaged' | 'other-kind') => homeWords({ ...receipt, assets: [{ ...asset, doubt }] })
    expect(words('damaged')).toContain('It may be damaged')
    expect(words('other-kind')).toContain('a different file type than ordered')
  })
})
