import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { exifOf, gifOfTwoFrames } from './support/formats.ts'
import { disc } from './support/images.ts'
import { download, startPractice } from './support/practice.ts'

const path = '/api/skills/upload'

test('prepares an image and gives an address on its own origin (§2.7)', async () => {
  const service = await startPractice()
  const answer = await service.post(path, { imageBase64: (await disc()).toString('base64') })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.body).toEqual({
    success: true,
    imageUrl: expect.stringContaining(`${service.practice.url}/media/`),
    width: 120,
    height: 90,
    firstFrameOnly: false,
  })
  expect((await service.ledger()).entries).toEqual([])
})

test('turns a picture upright and removes its metadata', async () => {
  const service = await startPractice()
  const turned = await sharp(await disc(120, 90))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(turned).metadata()).orientation).toBe(6)
  const answer = await service.post(path, { imageBase64: turned.toString('base64') })
  expect(answer.body).toMatchObject({ width: 90, height: 120 })
  const kept = await download(answer.body.imageUrl)
  expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 90, height: 120 })
  expect((await sharp(kept).metadata()).orientation).toBeUndefined()
  expect(await exifOf(turned)).not.toBeNull()
  expect(await exifOf(kept)).toBeNull()
})

test('keeps transparency', async () => {
  const service = await startPractice()
  const glass = await sharp({
    create: { width: 40, height: 30, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.4 } },
  })
    .webp()
    .toBuffer()
  const kept = await download(await service.upload(glass))
  expect((await sharp(kept).stats()).isOpaque).toBe(false)
})

test('a reference is at most 4096 pixels long, an upscale source keeps its size (§4.8)', async () => {
  const service = await startPractice()
  const long = await sharp({ create: { width: 5000, height: 500, channels: 3, background: '#456' } })
    .png()
    .toBuffer()
  const imageBase64 = long.toString('base64')
  expect((await service.post(path, { imageBase64 })).body).toMatchObject({ width: 4096, height: 410 })
  expect((await service.post(path, { imageBase64, purpose: 'upscale' })).body).toMatchObject({
    width: 5000,
    height: 500,
  })
})

test('takes the first frame of an animation as a reference, and refuses it for upscaling', async () => {
  const service = await startPractice()
  const imageBase64 = gifOfTwoFrames().toString('base64')
  expect((await service.post(path, { imageBase64 })).body).toMatchObject({ success: true, firstFrameOnly: true })
  expect((await service.post(path, { imageBase64, purpose: 'upscale' })).status).toBe(422)
})

test('takes its own addresses as sourceUrl, and refuses those that are not public HTTPS', async () => {
  const service = await startPractice()
  const own = await service.upload(await disc())
  expect((await service.post(path, { sourceUrl: own })).status).toBe(200)
  for (const sourceUrl of [
    'http://pictures.museum.org/a.png',
    'https://user:secret@pictures.museum.org/a.png',
    'https://127.0.0.1/a.png',
    'https://10.0.0.7/a.png',
    'https://localhost/a.png',
    'file:///etc/passwd',
    'no address',
  ]) {
    expect([sourceUrl, (await service.post(path, { sourceUrl })).status]).toEqual([sourceUrl, 400])
  }
})

test('wants exactly one source, raw base64, a known purpose and no other field', async () => {
  const service = await startPractice()
  const imageBase64 = (await disc()).toString('base64')
  const wrong = [
    {},
    { imageBase64, sourceUrl: 'https://pictures.museum.org/a.png' },
    { imageBase64: `data:image/png;base64,${imageBase64}` },
    { imageBase64: 'not base64!' },
    { imageBase64: 5 },
    { imageBase64, purpose: 'poster' },
    { imageBase64, size: 5 },
  ]
  for (const body of wrong) expect((await service.post(path, body)).status).toBe(400)
})

test('refuses more than 3 MiB decoded, and what is larger still, with 413 (§8)', async () => {
  const service = await startPractice()
  const noise = randomBytes(3 * 1024 * 1024 + 1)
  expect((await service.post(path, { imageBase64: noise.toString('base64') })).status).toBe(413)
  expect((await service.post(path, { imageBase64: Buffer.alloc(8_000_000).toString('base64') })).status).toBe(413)
})

test('refuses more than 64 million pixels with 413', async () => {
  const service = await startPractice()
  const bomb = await sharp({
    create: { width: 9000, height: 9000, channels: 3, background: '#000' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer()
  expect((await service.post(path, { imageBase64: bomb.toString('base64') })).status).toBe(413)
})

test('refuses other formats and broken files with 422', async () => {
  const service = await startPractice()
  const whole = await sharp(await disc())
    .jpeg()
    .toBuffer()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  for (const bytes of [svg, Buffer.from('II*\0 tiff'), whole.subarray(0, 90), Buffer.from('hello')]) {
    expect((await service.post(path, { imageBase64: bytes.toString('base64') })).status).toBe(422)
  }
})

test('wants a positive purchased balance before it looks at the body (§4.8)', async () => {
  const service = await startPractice()
  await service.change({ balances: { acc_a: { purchased: 0 } } })
  expect((await service.post(path, 'not even JSON')).status).toBe(402)
  await service.change({ balances: { acc_a: { purchased: 1 } } })
  expect((await service.post(path, 'not even JSON')).status).toBe(400)
})

test('takes 1,000 uploads a day for each account (§8)', async () => {
  const service = await startPractice()
  await service.change({ counts: [{ account: 'acc_a', what: 'upload', by: 999 }] })
  const body = { imageBase64: (await disc()).toString('base64') }
  expect((await service.post(path, body)).status).toBe(200)
  const refused = await service.post(path, body, service.key(1))
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await service.post(path, body, service.key(2))).status).toBe(200)
})
