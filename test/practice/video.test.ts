import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { expect, test } from 'vitest'
import { practiceModels } from '../../src/practice/models/find-model.ts'
import type { FilmRecipe } from '../../src/practice/pictures/recipe.ts'
import { film } from '../../src/practice/video/film.ts'
import { disc } from './support/images.ts'
import { boxAt, boxesIn } from './support/mp4.ts'
import { type Body, type Client, download, startPractice } from './support/practice.ts'

const path = '/api/generate/v2'
const idOf = (role: string) => practiceModels.find((model) => model.role === role)?.id ?? ''
const order = (role: string, more: Body = {}): Body => ({
  prompt: 'a sea at dusk',
  modelId: idOf(role),
  aspectRatio: '16:9',
  idempotencyKey: randomUUID(),
  ...more,
})

const recipe: Omit<FilmRecipe, 'seconds'> = { kind: 'film', prompt: 'forest in fog', seed: 'a', tints: [] }

/** Width, height, and seconds from the file's own table of contents. */
function lookOf(bytes: Buffer) {
  const header = boxAt(bytes, 'moov/mvhd')
  const track = boxAt(bytes, 'moov/trak/tkhd')
  return {
    seconds: header.readUInt32BE(16) / header.readUInt32BE(12),
    width: track.readUInt32BE(76) / 65_536,
    height: track.readUInt32BE(80) / 65_536,
  }
}

const charges: [string, string, Body, number][] = [
  ['VID-S mini with video', 'VID-S', { tier: 'mini', resolution: '480p', duration: 5, ...reference(3) }, 63],
  ['VID-S fast with video', 'VID-S', { tier: 'fast', resolution: '480p', duration: 5, ...reference(3) }, 72],
  ['VID-S mini without', 'VID-S', { tier: 'mini', resolution: '720p', duration: 5 }, 80],
  ['VID-S with a long reference', 'VID-S', { resolution: '480p', duration: 4, ...reference(20) }, 168],
  ['VID-S with a reference of no stated length', 'VID-S', { resolution: '480p', duration: 5, ...reference() }, 63],
  ['VID-V per call', 'VID-V', { tier: 'pro', duration: 8 }, 210],
  ['VID-V flat', 'VID-V', { tier: 'fast' }, 200],
  ['VID-K per second', 'VID-K', { resolution: '1080p', duration: 15 }, 210],
  ['VID-H per second', 'VID-H', { resolution: '480p', duration: 3 }, 15],
  ['VID-A per second', 'VID-A', { duration: 5 }, 35],
  ['VID-A flat', 'VID-A', {}, 60],
]

function reference(seconds?: number): Body {
  return { referenceVideo: 'https://films.museum.org/a.mp4', referenceVideoDuration: seconds }
}

test('charges by §4.1: 63, 72 and 80 for its worked examples, the flat price without a duration', async () => {
  const service = await startPractice()
  let total = 0
  for (const [what, role, body, credits] of charges) {
    await service.change({ balances: { acc_a: { purchased: 300 } } })
    const answer = await service.post(path, order(role, body))
    expect([what, answer.status, answer.body.creditsUsed]).toEqual([what, 200, credits])
    expect(answer.body.credits).toMatchObject({ purchased: 300 - credits })
    total += credits
  }
  expect((await service.ledger()).totals.charged).toBe(total)
})

async function made(service: Client, body: Body) {
  const { generationId } = (await service.post(path, body)).body
  const job = await service.finished(generationId)
  return { job, bytes: await download(job.videoUrl) }
}

test('a finished job has a film of the asked length and no images (§2.2)', async () => {
  const service = await startPractice()
  const { job, bytes } = await made(service, order('VID-H', { duration: 7, resolution: '480p' }))
  expect(job).toMatchObject({ status: 'completed', mediaType: 'video', imageUrl: null, imageUrls: null, error: null })
  expect(lookOf(bytes)).toEqual({ seconds: 7, width: 256, height: 144 })
  const head = await fetch(String(job.videoUrl), { headers: { range: 'bytes=0-7' } })
  expect([head.status, head.headers.get('content-type')]).toEqual([206, 'video/mp4'])
})

test('without a duration the film has the default length, though the flat price was paid (§4.1, rule 1)', async () => {
  const service = await startPractice()
  expect(lookOf((await made(service, order('VID-K'))).bytes).seconds).toBe(4)
  expect(lookOf((await made(service, order('VID-A'))).bytes).seconds).toBe(5)
})

test('adaptive follows the reference picture', async () => {
  const service = await startPractice()
  const referenceImages = [await service.upload(await disc(90, 120))]
  const { job, bytes } = await made(service, order('VID-S', { aspectRatio: 'adaptive', duration: 4, referenceImages }))
  expect(job.aspectRatio).toBe('adaptive')
  expect(lookOf(bytes)).toMatchObject({ width: 192, height: 256 })
})

test('a film that overruns twelve minutes fails with a full refund (§3)', async () => {
  const service = await startPractice({ timeScale: 10_000 })
  await service.faults({ match: {}, fault: 'job-stalls', times: 1 })
  const { generationId } = (await service.post(path, order('VID-A', { duration: 5 }))).body
  expect(await service.finished(generationId)).toMatchObject({
    status: 'failed',
    mediaType: 'video',
    videoUrl: null,
    creditsStatus: 'refunded',
  })
  const { entries, totals } = await service.ledger()
  const [charge, refund] = entries.map(({ at }) => Date.parse(at))
  expect((refund ?? 0) - (charge ?? 0)).toBe(720_000)
  expect(totals).toMatchObject({ charged: 35, refunded: 35 })
})

test('the file is what its boxes say: one track of H.264, each sample where the table has it', async () => {
  const bytes = film({ ...recipe, seconds: 4 }, { width: 320, height: 180, contentType: 'video/mp4' })
  expect(boxesIn(bytes).map(({ name }) => name)).toEqual(['ftyp', 'moov', 'mdat'])
  const table = (name: string) => boxAt(bytes, `moov/trak/mdia/minf/stbl/${name}`)
  const sizes = table('stsz')
  const count = sizes.readUInt32BE(8)
  expect([count, table('stts').readUInt32BE(8), table('stts').readUInt32BE(12)]).toEqual([32, 32, 125])
  expect(table('stsd').toString('latin1')).toContain('avcC')
  let at = table('stco').readUInt32BE(8)
  for (let i = 0; i < count; i++) {
    const size = sizes.readUInt32BE(12 + i * 4)
    expect(bytes.readUInt32BE(at)).toBe(size - 4)
    // The first is a picture of its own (5), the others are predicted (1).
    expect((bytes[at + 4] ?? 0) & 31).toBe(i === 0 ? 5 : 1)
    at += size
  }
  expect(at).toBe(bytes.length)
  expect(film({ ...recipe, seconds: 4 }, { width: 320, height: 180, contentType: 'video/mp4' })).toEqual(bytes)
})

test('even the longest and largest has less than 2 MB', async () => {
  const bytes = film({ ...recipe, seconds: 15 }, { width: 448, height: 448, contentType: 'video/mp4' })
  expect(bytes.length).toBeLessThan(2_000_000)
  expect(lookOf(bytes).seconds).toBe(15)
})

const browser = '/usr/bin/chromium'
if (!existsSync(browser)) console.warn(`skipped: films in a browser, there is no ${browser}`)

test.skipIf(!existsSync(browser))('a browser plays it, to its end, and sees it move', async () => {
  const service = await startPractice()
  const { job } = await made(service, order('VID-H', { duration: 3, aspectRatio: '9:16' }))
  const chrome = await chromium.launch({ executablePath: browser, args: ['--no-sandbox'] })
  try {
    const page = await chrome.newPage()
    await page.goto(`${service.practice.url}/api/models`)
    const seen = await page.evaluate(async (url) => {
      const video = document.createElement('video')
      video.muted = true
      video.src = url
      await new Promise((resolve, reject) => {
        video.onloadeddata = resolve
        video.onerror = () => reject(new Error(video.error?.message))
      })
      const paper = document.createElement('canvas')
      Object.assign(paper, { width: video.videoWidth, height: video.videoHeight })
      const look = () => {
        const brush = paper.getContext('2d')
        brush?.drawImage(video, 0, 0)
        return brush?.getImageData(0, 0, paper.width, paper.height).data ?? new Uint8ClampedArray()
      }
      const lookAt = async (seconds: number) => {
        const shown = new Promise((resolve) => video.requestVideoFrameCallback(resolve))
        video.currentTime = seconds
        await shown
        return look()
      }
      const first = await lookAt(0.05)
      const { videoWidth, videoHeight, duration } = video
      const last = await lookAt(2.9)
      /** Mean difference to the first picture moved to the left, on the green of every pixel that both show. */
      const differenceMovedBy = (pixels: number) => {
        let [sum, count] = [0, 0]
        for (let i = 0; i < videoWidth * videoHeight; i++) {
          if ((i % videoWidth) + pixels >= videoWidth) continue
          sum += Math.abs((last[i * 4 + 1] ?? 0) - (first[(i + pixels) * 4 + 1] ?? 0))
          count++
        }
        return sum / count
      }
      return { videoWidth, videoHeight, duration, moved: differenceMovedBy(46), still: differenceMovedBy(0) }
    }, String(job.videoUrl))
    expect(seen).toMatchObject({ videoWidth: 144, videoHeight: 256, duration: 3 })
    // At 2.9 seconds it is the 24th of 8 pictures a second, each two pixels further than the one before.
    expect(seen.still).toBeGreaterThan(4)
    expect(seen.moved).toBeLessThan(seen.still / 3)
  } finally {
    await chrome.close()
  }
})
