import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { imageModels } from '../../src/practice/models/image-models.ts'
import { videoModels } from '../../src/practice/models/video-models.ts'
import { disc } from './support/images.ts'
import { type Body, type Client, download, startPractice, stillClock } from './support/practice.ts'

const submitPath = '/api/generate/v2'
const quick = 'tessel-flash-11'

const idOf = (role: string) => [...imageModels, ...videoModels].find((model) => model.role === role)?.id ?? ''

async function submit(service: Client, body: Body, key?: string) {
  return service.post(submitPath, { prompt: 'hills at dawn', modelId: quick, ...body }, key ?? service.key())
}

test('a prompt becomes a picture and one charge (§2.1, §2.2)', async () => {
  const clock = stillClock()
  const service = await startPractice({ timeScale: 1, now: clock.now })
  const answer = await service.post(submitPath, { prompt: 'a sea at night', idempotencyKey: randomUUID() })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.body).toMatchObject({ success: true, status: 'processing', creditsUsed: 6 })
  expect(answer.body.credits).toEqual({ daily: 20, purchased: 994, unlimited: false })
  const first = await service.get(`${submitPath}/status/${answer.body.generationId}`)
  expect(first.body).toMatchObject({
    status: 'processing',
    imageUrl: null,
    imageUrls: null,
    videoUrl: null,
    error: null,
  })
  expect(first.body.expectedWaitSeconds).toBeGreaterThan(0)
  expect(first.body.pollHintSeconds).toBeGreaterThan(300)
  clock.pass(9)
  const job = await service.finished(answer.body.generationId)
  expect(job).toMatchObject({ status: 'completed', mediaType: 'image', videoUrl: null, error: null })
  expect(job).not.toHaveProperty('creditsStatus')
  expect(job.imageUrls).toEqual([job.imageUrl])
  expect((await download(job.imageUrl)).length).toBeGreaterThan(1000)
  expect((await service.ledger()).totals).toEqual({ charged: 6, refunded: 0, net: 6, requests: 1 })
})

test('gives four candidates for IMG-B and takes its predecessor id (§2.2, §9)', async () => {
  const service = await startPractice()
  const answer = await submit(service, { modelId: 'sumire-6r9', aspectRatio: '1:1' })
  expect(answer.body).toMatchObject({ modelId: idOf('IMG-B'), creditsUsed: 10 })
  const job = await service.finished(answer.body.generationId)
  expect(new Set(job.imageUrls as string[]).size).toBe(4)
  expect((job.imageUrls as string[])[0]).toBe(job.imageUrl)
})

test('resolves auto to a ratio of the model', async () => {
  const service = await startPractice()
  const model = imageModels.find(({ id }) => id === quick)
  for (const body of [{}, { aspectRatio: 'auto' }, { prompt: 'a tall tower, portrait' }]) {
    const { aspectRatio } = (await submit(service, body)).body
    expect(model?.supported_ratios).toContain(aspectRatio)
  }
})

const refusals: [string, Body, Body][] = [
  ['no prompt', { prompt: undefined }, {}],
  ['an empty prompt', { prompt: '  ' }, {}],
  ['a prompt that is no text', { prompt: 7 }, {}],
  ['an unknown model', { modelId: 'nobody-1' }, {}],
  ['a retired model', { modelId: 'quillon-2c' }, {}],
  ['an idempotency key that is no UUID', { idempotencyKey: 'once' }, {}],
  ['a ratio not listed', { aspectRatio: '5:1' }, { supportedRatios: ['1:1', '4:3', '3:4', '16:9', '9:16'] }],
  ['adaptive outside VID-S', { aspectRatio: 'adaptive' }, { supportedRatios: ['1:1', '4:3', '3:4', '16:9', '9:16'] }],
  ['a resolution not listed', { resolution: '4K' }, {}],
  ['a resolution in the wrong case', { modelId: idOf('IMG-A'), resolution: '4k' }, {}],
  ['a quality unknown to IMG-A', { modelId: idOf('IMG-A'), quality: 'best' }, {}],
  ['references where none are taken', { referenceImages: ['https://pictures.museum.org/a.png'] }, {}],
  [
    'too many references',
    { modelId: idOf('IMG-B'), referenceImages: ['https://a.org/1.png', 'https://a.org/2.png'] },
    {},
  ],
  ['a local path', { modelId: idOf('IMG-A'), referenceImages: ['/home/me/a.png'] }, { received: '/home/me/a.png' }],
  ['a file address', { modelId: idOf('IMG-A'), referenceImages: ['file:///a.png'] }, { received: 'file:///a.png' }],
  [
    'a loopback address',
    { modelId: idOf('IMG-A'), referenceImages: ['http://127.0.0.1:9/a.png'] },
    { code: 'invalid_reference_url' },
  ],
  [
    'a private address',
    { modelId: idOf('IMG-A'), referenceImages: ['http://192.168.1.4/a.png'] },
    { code: 'invalid_reference_url' },
  ],
  [
    'inline bytes that are no image',
    { modelId: idOf('IMG-A'), referenceImages: ['data:image/png;base64,QUJD'] },
    { code: 'invalid_reference_url' },
  ],
  [
    'inline data that is not base64',
    { modelId: idOf('IMG-A'), referenceImages: ['data:image/png,abc'] },
    { code: 'invalid_reference_url' },
  ],
  ['a niji7 option out of range', { modelId: idOf('IMG-B'), niji7Options: { stylize: 1001 } }, {}],
  ['a niji7 quality that is a number', { modelId: idOf('IMG-B'), niji7Options: { quality: 4 } }, {}],
  ['an unknown reference type', { modelId: idOf('IMG-B'), referenceType: 'colour' }, {}],
  ['a reference video outside VID-S', { referenceVideo: 'https://a.org/v.mp4' }, {}],
  [
    'a reference video over http',
    { modelId: idOf('VID-S'), referenceVideo: 'http://a.org/v.mp4' },
    { code: 'invalid_reference_url', received: 'http://a.org/v.mp4' },
  ],
  ['1080p without tier pro on VID-S', { modelId: idOf('VID-S'), resolution: '1080p', duration: 4 }, {}],
  ['a duration VID-V does not have', { modelId: idOf('VID-V'), aspectRatio: '16:9', duration: 5 }, {}],
  ['an unknown tier', { modelId: idOf('VID-V'), aspectRatio: '16:9', tier: 'mini' }, {}],
]

test.each(refusals)('refuses %s with 400 and charges nothing (§4.1, §7.1)', async (_what, body, extra) => {
  const service = await startPractice()
  const answer = await submit(service, body)
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ success: false, error: expect.any(String), ...extra })
  if ('supportedRatios' in extra) expect(answer.body).not.toHaveProperty('code')
  if ('received' in extra) expect(answer.body.code).toBe('invalid_reference_url')
  expect((await service.ledger()).entries).toEqual([])
})

test('ignores what belongs to another model (§4.1)', async () => {
  const service = await startPractice()
  const body = { quality: 'best', niji7Options: { stylize: -1 }, referenceType: 'x', duration: 99, tier: 'x' }
  expect((await submit(service, body)).status).toBe(200)
})

test('refuses a body that is not JSON, not an object, or sent as something else', async () => {
  const service = await startPractice()
  expect((await service.post(submitPath, '{')).status).toBe(400)
  expect((await service.post(submitPath, '[]')).status).toBe(400)
  const plain = await fetch(service.practice.url + submitPath, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key()}`, 'content-type': 'text/plain' },
    body: '{"prompt":"x"}',
  })
  expect(plain.status).toBe(400)
})

test('takes references inline and by an address it issued itself, and paints towards their colour', async () => {
  const service = await startPractice()
  const image = await disc()
  const uploaded = await service.upload(image)
  const inline = `data:image/png;base64,${image.toString('base64')}`
  for (const reference of [uploaded, inline, 'https://pictures.museum.org/a.png']) {
    const { status, body } = await submit(service, { modelId: idOf('IMG-A'), referenceImages: [reference] })
    expect(status).toBe(200)
    // `auto` follows the first reference that can be read: the disc is 4:3.
    if (reference !== 'https://pictures.museum.org/a.png') expect(body.aspectRatio).toBe('4:3')
  }
})

test('the same key and inputs give the existing result without a second charge', async () => {
  const service = await startPractice()
  const id = randomUUID()
  const first = await submit(service, { idempotencyKey: id, aspectRatio: '1:1' })
  const again = await service.post(submitPath, {
    aspectRatio: '1:1',
    idempotencyKey: id,
    modelId: quick,
    prompt: 'hills at dawn',
  })
  expect(again.body).toMatchObject({ generationId: first.body.generationId, deduped: true, creditsUsed: 2 })
  expect(first.body).not.toHaveProperty('deduped')
  const twins = await Promise.all([
    submit(service, { idempotencyKey: id, aspectRatio: '1:1' }),
    submit(service, { idempotencyKey: id, aspectRatio: '1:1' }),
  ])
  expect(new Set(twins.map(({ body }) => body.generationId))).toEqual(new Set([first.body.generationId]))
  expect((await service.ledger()).entries).toHaveLength(1)
})

test('twins in flight at once are charged once', async () => {
  const service = await startPractice()
  const body = {
    idempotencyKey: randomUUID(),
    modelId: idOf('IMG-A'),
    referenceImages: [await service.upload(await disc())],
  }
  const twins = await Promise.all(Array.from({ length: 6 }, () => submit(service, body)))
  expect(new Set(twins.map((twin) => twin.body.generationId)).size).toBe(1)
  expect((await service.ledger()).entries).toHaveLength(1)
})

test('the same key with other inputs is a conflict, even where only a default was written out (§4.3)', async () => {
  const service = await startPractice()
  const id = randomUUID()
  await submit(service, { idempotencyKey: id })
  for (const change of [{ prompt: 'other' }, { modelId: idOf('IMG-A') }, { aspectRatio: 'auto' }]) {
    const answer = await submit(service, { idempotencyKey: id, ...change })
    expect(answer.status).toBe(409)
    expect(answer.body.code).toBe('idempotency_conflict')
  }
  expect((await service.ledger()).entries).toHaveLength(1)
})

test('an id of another account collides', async () => {
  const service = await startPractice()
  const id = randomUUID()
  await submit(service, { idempotencyKey: id })
  const answer = await submit(service, { idempotencyKey: id }, service.key(2))
  expect(answer.status).toBe(409)
  expect(answer.body.code).toBe('request_id_collision')
})

test('every key of the account recovers a request, other accounts do not (§4.3)', async () => {
  const service = await startPractice()
  const id = randomUUID()
  const { generationId } = (await submit(service, { idempotencyKey: id })).body
  const look = (key: number) => service.get(`${submitPath}/requests/${id}`, service.key(key))
  for (const key of [0, 1]) {
    const { status, body } = await look(key)
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, requestId: id, generationId, modelId: quick, creditsUsed: 2 })
  }
  expect(await look(2)).toMatchObject({ status: 404, body: { code: 'request_not_found' } })
  expect((await service.get(`${submitPath}/status/${generationId}`, service.key(2))).status).toBe(404)
  await service.finished(generationId)
  const done = (await look(1)).body
  expect(done).toMatchObject({ status: 'completed', creditsStatus: 'confirmed', mediaType: 'image' })
  expect((await download(done.imageUrl)).length).toBeGreaterThan(0)
})

test('the lookup refuses what is no UUID and does not know a generation id', async () => {
  const service = await startPractice()
  const { generationId } = (await submit(service, {})).body
  expect((await service.get(`${submitPath}/requests/${generationId}`)).status).toBe(400)
  expect((await service.get(`${submitPath}/requests/${randomUUID()}`)).body.code).toBe('request_not_found')
})

test('the lookup keeps the verdict on a refused submission, and top-up lets the same id through (§7.2)', async () => {
  const service = await startPractice()
  const id = randomUUID()
  await service.change({ balances: { acc_a: { purchased: 1 } } })
  expect((await submit(service, { idempotencyKey: id })).status).toBe(402)
  const verdict = await service.get(`${submitPath}/requests/${id}`)
  expect(verdict).toMatchObject({ status: 402, body: { code: 'insufficient_credits' } })
  await service.change({ balances: { acc_a: { purchased: 50 } } })
  expect((await submit(service, { idempotencyKey: id, prompt: 'changed' })).status).toBe(409)
  expect((await submit(service, { idempotencyKey: id })).status).toBe(200)
  expect((await service.get(`${submitPath}/requests/${id}`)).status).toBe(200)
})

test('an API token spends purchased credits only (§5.3, §7.1)', async () => {
  const service = await startPractice()
  await service.change({ balances: { acc_a: { purchased: 0, daily: 100, welcome: 100 } } })
  const premium = await submit(service, { modelId: idOf('IMG-A') })
  expect(premium.status).toBe(402)
  expect(premium.body).toMatchObject({ code: 'premium_model_paywall', required: 6, available: 0 })
  const basic = await submit(service, {})
  expect(basic).toMatchObject({ status: 402, body: { code: 'insufficient_credits' } })
  await service.change({ balances: { acc_a: { purchased: 5 } } })
  expect((await submit(service, { modelId: idOf('IMG-A') })).body.code).toBe('insufficient_credits')
  expect((await service.ledger()).entries).toEqual([])
})

test('a session spends daily credits on basic models, and no key can adopt that task (§2.9, §4.3)', async () => {
  const service = await startPractice()
  const id = randomUUID()
  const answer = await submit(service, { idempotencyKey: id }, service.practice.sessionToken)
  expect(answer.body.credits).toMatchObject({ daily: 18, purchased: 1000 })
  expect((await service.get(`${submitPath}/requests/${id}`)).status).toBe(404)
  expect((await submit(service, { idempotencyKey: id })).body.code).toBe('request_id_collision')
  expect((await service.get(`${submitPath}/requests/${id}`, service.practice.sessionToken)).status).toBe(200)
})

test('a policy failure is refunded by itself, in the balance and in the ledger (§3)', async () => {
  const service = await startPractice()
  const id = randomUUID()
  const { generationId } = (await submit(service, { prompt: 'something forbidden', idempotencyKey: id })).body
  const job = await service.finished(generationId)
  expect(job).toMatchObject({ status: 'failed', imageUrl: null, imageUrls: null, creditsStatus: 'refunded' })
  expect(job.error).toMatch(/policy/)
  const { entries, totals } = await service.ledger()
  expect(entries.map(({ kind, credits, requestId }) => [kind, credits, requestId])).toEqual([
    ['charge', 2, id],
    ['refund', 2, id],
  ])
  expect(totals).toEqual({ charged: 2, refunded: 2, net: 0, requests: 1 })
  expect((await submit(service, {})).body.credits).toMatchObject({ purchased: 998 })
  const receipt = (await service.get(`${submitPath}/requests/${id}`)).body
  expect(receipt).toMatchObject({ status: 'failed', creditsStatus: 'refunded', failureCode: 'content_policy' })
})

test('a job that overruns six minutes fails with a full refund (§3)', async () => {
  const service = await startPractice({ timeScale: 5000 })
  await service.faults({ match: {}, fault: 'job-stalls', times: 1 })
  const { generationId } = (await submit(service, {})).body
  const job = await service.finished(generationId)
  expect(job).toMatchObject({ status: 'failed', creditsStatus: 'refunded' })
  const { entries } = await service.ledger()
  const [charge, refund] = entries.map(({ at }) => Date.parse(at))
  expect((refund ?? 0) - (charge ?? 0)).toBe(360_000)
})

test('a pending refund is pending until it is made', async () => {
  const service = await startPractice()
  await service.faults({ match: {}, fault: 'refund-pending', times: 1 })
  const { generationId } = (await submit(service, {})).body
  expect((await service.finished(generationId)).creditsStatus).toBe('pending')
  expect((await service.ledger()).totals.refunded).toBe(0)
  await service.change({ refund: [String(generationId)] })
  expect((await service.finished(generationId)).creditsStatus).toBe('refunded')
  expect((await service.ledger()).totals.refunded).toBe(2)
})

test('a reservation answers 503 in_progress, and at 0 seconds permits the same id (§7.2)', async () => {
  const service = await startPractice({ timeScale: 1000 })
  await service.faults({ match: {}, fault: 'reserved', delayMs: 60_000, times: 1 })
  const id = randomUUID()
  expect((await submit(service, { idempotencyKey: id })).status).toBe(503)
  const look = async () => service.get(`${submitPath}/requests/${id}`)
  const first = await look()
  expect(first).toMatchObject({ status: 503, body: { code: 'in_progress' } })
  expect(Number(first.headers.get('retry-after'))).toBe(first.body.retryAfterSeconds)
  await expect.poll(async () => (await look()).body.retryAfterSeconds).toBe(0)
  expect((await service.ledger()).entries).toEqual([])
  expect((await submit(service, { idempotencyKey: id })).status).toBe(200)
})

test('a generation that is gone answers 410 and its id starts no other (§7.2)', async () => {
  const service = await startPractice()
  const id = randomUUID()
  const { generationId } = (await submit(service, { idempotencyKey: id })).body
  await service.change({ gone: [String(generationId)] })
  expect(await service.get(`${submitPath}/requests/${id}`)).toMatchObject({
    status: 410,
    body: { code: 'generation_unavailable' },
  })
  expect((await submit(service, { idempotencyKey: id })).status).toBe(410)
  expect((await service.get(`${submitPath}/status/${generationId}`)).status).toBe(404)
  expect((await service.ledger()).entries).toHaveLength(1)
})
