import { createHash } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { disc } from './support/images.ts'
import { download, newHome, startPractice } from './support/practice.ts'

test('serves whole files and parts of them, with a strong ETag', async () => {
  const service = await startPractice()
  const url = await service.upload(await disc())
  const whole = await fetch(url)
  const bytes = Buffer.from(await whole.arrayBuffer())
  expect(whole.headers.get('content-type')).toBe('image/png')
  expect(whole.headers.get('content-length')).toBe(String(bytes.length))
  const etag = whole.headers.get('etag') ?? ''
  expect(etag).toBe(`"${createHash('sha256').update(bytes).digest('hex')}"`)

  const part = await fetch(url, { headers: { range: 'bytes=10-19' } })
  expect(part.status).toBe(206)
  expect(part.headers.get('content-range')).toBe(`bytes 10-19/${bytes.length}`)
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(10, 20))
  expect(await download(url, { range: 'bytes=-5' })).toEqual(bytes.subarray(-5))
  expect(await download(url, { range: `bytes=${bytes.length - 3}-` })).toEqual(bytes.subarray(-3))
  expect((await fetch(url, { headers: { range: `bytes=${bytes.length}-` } })).status).toBe(416)
  expect((await fetch(url, { headers: { range: 'bytes=0-4', 'if-range': '"other"' } })).status).toBe(200)
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  const head = await fetch(url, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
})

test('shows no picture before its job is completed, and none under another name', async () => {
  const service = await startPractice()
  expect((await fetch(`${service.practice.url}/media/m_none.png`)).status).toBe(404)
  const url = await service.upload(await disc())
  expect((await fetch(url.replace('.png', '.jpg'))).status).toBe(404)
  expect((await fetch(`${service.practice.url}/media/..%2Fpractice.db`)).status).toBe(404)
})

test('makes a picture again, byte for byte, when its file was lost in a crash', async () => {
  const home = newHome()
  const service = await startPractice({ home })
  const answer = await service.post('/api/generate/v2', { prompt: 'dunes', modelId: 'tessel-flash-11' })
  const { imageUrl } = await service.finished(answer.body.generationId)
  const first = await download(imageUrl)
  for (const file of readdirSync(join(home, 'media'))) rmSync(join(home, 'media', file))
  expect(await download(imageUrl)).toEqual(first)
})
