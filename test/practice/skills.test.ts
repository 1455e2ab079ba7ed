import { randomUUID } from 'node:crypto'
import { Validator } from '@cfworker/json-schema'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { disc } from './support/images.ts'
import { type Body, type Client, download, startPractice, stillClock, until } from './support/practice.ts'

const run = (skill: string) => `/api/skills/${skill}/run`
const status = (skill: string, id: string) => `/api/skills/status?skill=${skill}&requestId=${id}`

interface Entry {
  endpoint: string
  tool: string
  materials: { field: string }[]
  pricing: unknown
  maxOutputImages: number
  inputSchema: { properties: Record<string, { format?: string }>; required: string[] }
}

async function finished(service: Client, skill: string, id: string): Promise<Body> {
  return until(async () => {
    const { body } = await service.get(status(skill, id))
    return body.status === 'processing' ? null : body
  })
}

test('lists the five Skills with exactly the documented fields, cached five minutes (§4.7)', async () => {
  const service = await startPractice()
  const { headers, body } = await service.get('/api/skills', null)
  expect(headers.get('cache-control')).toContain('max-age=300')
  const entries = body.skills as Entry[]
  expect(entries.map(({ endpoint }) => endpoint).toSorted()).toEqual(
    ['brand-poster', 'product-detail', 'remove-bg', 'upscale', 'white-bg'].map(run),
  )
  for (const entry of entries) {
    expect(Object.keys(entry).toSorted()).toEqual([
      'endpoint',
      'inputSchema',
      'materials',
      'maxOutputImages',
      'pricing',
      'tool',
    ])
    expect(entry.inputSchema.properties.requestId?.format).toBe('uuid')
    for (const { field } of entry.materials) expect(entry.inputSchema.properties).toHaveProperty(field)
  }
  const one = await service.get('/api/skills?skill=remove-bg', null)
  expect((one.body.skills as Entry[]).map(({ endpoint }) => endpoint)).toEqual([run('remove-bg')])
  expect((await service.get('/api/skills?skill=expand', null)).status).toBe(404)
})

test('its schemas mean to an independent validator what they mean here', async () => {
  const service = await startPractice()
  const entries = (await service.get('/api/skills', null)).body.skills as Entry[]
  const schema = entries.find(({ endpoint }) => endpoint === run('product-detail'))?.inputSchema ?? {}
  const validator = new Validator(schema, '2020-12')
  const good = { requestId: randomUUID(), productImage: 'https://a.org/p.png', modules: ['hero'] }
  expect(validator.validate(good).valid).toBe(true)
  expect(validator.validate({ ...good, modules: ['hero', 'hero'] }).valid).toBe(false)
  expect(validator.validate({ ...good, extra: 1 }).valid).toBe(false)
  expect(validator.validate({ requestId: good.requestId }).valid).toBe(false)
})

test('a cutout answers with its picture, and its receipt says what was paid (§4.9, §2.8)', async () => {
  const service = await startPractice()
  const imageUrl = await service.upload(await disc())
  const requestId = randomUUID()
  const answer = await service.post(run('remove-bg'), { requestId, imageUrl })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({
    success: true,
    status: 'completed',
    creditsUsed: 2,
    requestId,
    credits: { purchased: 998 },
  })
  const png = await download(answer.body.imageUrl)
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 120, height: 90, hasAlpha: true })
  const receipt = (await service.get(status('remove-bg', requestId))).body
  expect(receipt).toMatchObject({
    status: 'completed',
    submissionStatus: 'recorded',
    submission: answer.body,
    submissionHttpStatus: 200,
    retryable: false,
    items: [
      {
        generationId: answer.body.generationId,
        module: null,
        status: 'completed',
        imageUrls: [answer.body.imageUrl],
        error: null,
        creditsUsed: 2,
        creditsStatus: 'confirmed',
      },
    ],
  })
  expect((await service.ledger()).entries).toMatchObject([
    { account: 'Studio A', requestId, credits: 2, kind: 'charge' },
  ])
})

test('while the worker is at it, the receipt says processing and a repetition 409 in_progress (§3, §7.3)', async () => {
  const clock = stillClock()
  const service = await startPractice({ timeScale: 1, now: clock.now })
  const body = { requestId: randomUUID(), imageUrl: await service.upload(await disc()) }
  const first = service.post(run('remove-bg'), body)
  const receipt = await until(async () => {
    const seen = await service.get(status('remove-bg', body.requestId))
    return seen.status === 200 ? seen.body : null
  })
  expect(receipt).toMatchObject({ status: 'processing', submissionStatus: 'in_progress', submission: null })
  const again = await service.post(run('remove-bg'), body)
  expect(again).toMatchObject({ status: 409, body: { code: 'in_progress' } })
  expect(again.body.retryAfterSeconds).toBeGreaterThan(0)
  clock.pass(2)
  expect((await first).status).toBe(200)
})

test('the same id gives the stored result and starts nothing (§3)', async () => {
  const service = await startPractice()
  const body = { requestId: randomUUID(), imageUrl: await service.upload(await disc()) }
  const first = await service.post(run('remove-bg'), body)
  await service.change({ balances: { acc_a: { purchased: 0 } } })
  const again = await service.post(run('remove-bg'), { imageUrl: body.imageUrl, requestId: body.requestId })
  expect(again.status).toBe(200)
  expect(again.body).toEqual({ ...first.body, deduped: true })
  expect((await service.ledger()).entries).toHaveLength(1)
})

test('the same id with other parameters is a conflict; a default written out is the same (§7.3, §4.15)', async () => {
  const service = await startPractice()
  const productImage = await service.upload(await disc())
  const requestId = randomUUID()
  expect((await service.post(run('white-bg'), { requestId, productImage })).status).toBe(200)
  const spelled = await service.post(run('white-bg'), { requestId, productImage, mode: 'smart' })
  expect(spelled.body).toMatchObject({ deduped: true })
  const other = await service.post(run('white-bg'), { requestId, productImage, mode: 'white' })
  expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } })
})

test('receipts are apart for each key: another key cannot see one, and its use of the id collides (§4.15)', async () => {
  const service = await startPractice()
  const body = { requestId: randomUUID(), imageUrl: await service.upload(await disc()) }
  await service.post(run('remove-bg'), body)
  expect((await service.get(status('remove-bg', body.requestId), service.key(1))).status).toBe(404)
  expect((await service.get(status('white-bg', body.requestId))).status).toBe(404)
  const collided = await service.post(run('remove-bg'), body, service.key(1))
  expect(collided).toMatchObject({ status: 409, body: { code: 'request_id_collision' } })
  expect((await service.get(status('remove-bg', randomUUID()))).status).toBe(404)
  expect((await service.get(status('expand', body.requestId))).status).toBe(400)
  expect((await service.get(status('remove-bg', 'x'))).status).toBe(400)
})

test('refuses unknown fields, missing ids, foreign hosts and large bodies, and charges nothing (§4.9)', async () => {
  const service = await startPractice()
  const imageUrl = await service.upload(await disc())
  const requestId = randomUUID()
  const wrong: [number, unknown][] = [
    [400, { requestId, imageUrl, quality: 'low' }],
    [400, { imageUrl }],
    [400, { requestId: 'mine', imageUrl }],
    [400, { requestId }],
    [400, { requestId, imageUrl: 'https://elsewhere.org/a.png' }],
    [400, { requestId, imageUrl: 'http://127.0.0.1:1/media/a.png' }],
    [400, { requestId, imageUrl: 'https://user:pw@img.chirrupy.example/a.png' }],
    [400, { requestId, imageUrl: 'https://img.chirrupy.example:8443/a.png' }],
    [400, '{'],
    [413, { requestId, imageUrl: imageUrl + 'x'.repeat(33_000) }],
  ]
  for (const [expected, body] of wrong) {
    const answer = await service.post(run('remove-bg'), body)
    expect([body, answer.status]).toEqual([body, expected])
    expect(answer.body.error).toEqual(expect.any(String))
  }
  expect((await service.post(run('expand'), { requestId, imageUrl })).status).toBe(404)
  expect((await service.ledger()).entries).toEqual([])
  // A refusal starts no receipt: the corrected inputs may come under the same id.
  expect((await service.post(run('remove-bg'), { requestId, imageUrl })).status).toBe(200)
})

test('takes the result of an earlier job as its picture', async () => {
  const service = await startPractice()
  const first = await service.post(run('remove-bg'), {
    requestId: randomUUID(),
    imageUrl: await service.upload(await disc()),
  })
  const productImage = first.body.imageUrl
  expect((await service.post(run('white-bg'), { requestId: randomUUID(), productImage, mode: 'white' })).status).toBe(
    200,
  )
})

test('spends purchased credits only, and 1,000 runs a day for each Skill (§4.9, §8)', async () => {
  const service = await startPractice()
  const imageUrl = await service.upload(await disc())
  await service.change({ balances: { acc_a: { purchased: 1 } } })
  const poor = await service.post(run('remove-bg'), { requestId: randomUUID(), imageUrl })
  expect(poor).toMatchObject({ status: 402, body: { code: 'insufficient_credits' } })
  await service.change({
    balances: { acc_a: { purchased: 90 } },
    counts: [{ account: 'acc_a', what: 'remove-bg', by: 999 }],
  })
  const last = { requestId: randomUUID(), imageUrl }
  expect((await service.post(run('remove-bg'), last)).status).toBe(200)
  const refused = await service.post(run('remove-bg'), { requestId: randomUUID(), imageUrl })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBe(refused.body.retryAfterSeconds)
  expect((await service.post(run('remove-bg'), last)).body.deduped).toBe(true)
  expect((await service.post(run('white-bg'), { requestId: randomUUID(), productImage: imageUrl })).status).toBe(200)
})

test('an interrupted worker holds its lease 330 seconds, then the original parameters may be sent again (§3)', async () => {
  const service = await startPractice({ timeScale: 3000 })
  await service.faults({ match: { path: run('remove-bg') }, fault: 'interrupted', times: 1 })
  const body = { requestId: randomUUID(), imageUrl: await service.upload(await disc()) }
  expect(await service.post(run('remove-bg'), body)).toMatchObject({
    status: 503,
    body: { code: 'request_interrupted' },
  })
  const seen = (await service.get(status('remove-bg', body.requestId))).body
  expect(seen).toMatchObject({ status: 'processing', submissionStatus: 'interrupted', items: [] })
  const leased = await until(async () => {
    const now = (await service.get(status('remove-bg', body.requestId))).body
    return now.retryable === true ? now : null
  })
  expect(leased.retryParameters).toEqual(body)
  expect((await service.ledger()).entries).toEqual([])
  expect((await service.post(run('remove-bg'), body)).status).toBe(200)
  expect((await service.ledger()).entries).toHaveLength(1)
})

test('a failed cutout is refunded, and its receipt keeps the answer and its status', async () => {
  const service = await startPractice()
  await service.faults({ match: {}, fault: 'job-fails', times: 1 })
  const body = { requestId: randomUUID(), imageUrl: await service.upload(await disc()) }
  expect((await service.post(run('remove-bg'), body)).status).toBe(500)
  const receipt = (await service.get(status('remove-bg', body.requestId))).body
  expect(receipt).toMatchObject({ status: 'failed', submissionHttpStatus: 500, items: [{ creditsStatus: 'refunded' }] })
  expect((await service.ledger()).totals).toEqual({ charged: 2, refunded: 2, net: 0, requests: 1 })
})

test('a job that is gone answers 410 with its id (§7.3)', async () => {
  const service = await startPractice()
  const body = { requestId: randomUUID(), imageUrl: await service.upload(await disc()) }
  const { generationId } = (await service.post(run('remove-bg'), body)).body
  await service.change({ gone: [String(generationId)] })
  const gone = { status: 410, body: { code: 'generation_unavailable', generationId } }
  expect(await service.get(status('remove-bg', body.requestId))).toMatchObject(gone)
  expect(await service.post(run('remove-bg'), body)).toMatchObject(gone)
})

test('white background composites the subject on white, priced by mode and quality (§4.13)', async () => {
  const service = await startPractice()
  const productImage = await service.upload(await disc(400, 300))
  const requestId = randomUUID()
  const answer = await service.post(run('white-bg'), { requestId, productImage, mode: 'white', quality: 'hd' })
  expect(answer.body).toMatchObject({ success: true, status: 'processing', creditsUsed: 3 })
  const { items } = (await finished(service, 'white-bg', requestId)) as { items: { imageUrls: string[] }[] }
  const image = await download(items[0]?.imageUrls[0])
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([1024, 1024])
  expect([...data.subarray(0, 3)]).toEqual([255, 255, 255])
  const middle = (512 * 1024 + 512) * info.channels
  expect(data[middle]).toBeGreaterThan(180)
  expect(data[middle + 2]).toBeLessThan(110)

  const hd = await service.post(run('white-bg'), {
    requestId: randomUUID(),
    productImage,
    mode: 'custom',
    customPrompt: 'sea',
    quality: 'hd',
  })
  expect(hd.body.creditsUsed).toBe(8)
  const noPrompt = await service.post(run('white-bg'), {
    requestId: randomUUID(),
    productImage,
    mode: 'custom',
    customPrompt: '  ',
  })
  expect(noPrompt.status).toBe(400)
})

test('upscale is really larger, and asks before resizing or a higher price (§4.14)', async () => {
  const service = await startPractice()
  const imageUrl = await service.upload(await disc(200, 150), { purpose: 'upscale' })
  const requestId = randomUUID()
  const answer = await service.post(run('upscale'), { requestId, imageUrl, confirmedCredits: 5 })
  expect(answer.body).toMatchObject({ status: 'processing', creditsUsed: 5 })
  const { items } = (await finished(service, 'upscale', requestId)) as { items: { imageUrls: string[] }[] }
  expect(await sharp(await download(items[0]?.imageUrls[0])).metadata()).toMatchObject({ width: 400, height: 300 })

  const dear = await service.post(run('upscale'), {
    requestId: randomUUID(),
    imageUrl,
    mode: 'creative',
    confirmedCredits: 5,
  })
  expect(dear).toMatchObject({ status: 409, body: { code: 'price_changed', quotedCredits: 9, confirmedCredits: 5 } })
  const long = await sharp({ create: { width: 5000, height: 400, channels: 3, background: '#456' } })
    .png()
    .toBuffer()
  const large = { requestId: randomUUID(), imageUrl: await service.upload(long, { purpose: 'upscale' }) }
  const resize = await service.post(run('upscale'), large)
  expect(resize.status).toBe(409)
  expect(resize.body).toMatchObject({ code: 'upscale_resize_required', sourceWidth: 5000, sourceHeight: 400 })
  expect((await service.post(run('upscale'), { ...large, allowDownscale: true, requestId: randomUUID() })).status).toBe(
    200,
  )
  const fragment = await service.post(run('upscale'), { requestId: randomUUID(), imageUrl: `${imageUrl}#x` })
  expect(fragment.status).toBe(400)
  expect((await service.ledger()).entries).toHaveLength(2)
})
