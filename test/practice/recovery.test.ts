import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { disc } from './support/images.ts'
import { type Body, type Client, startPractice, stillClock } from './support/practice.ts'

const path = '/api/generate/v2'
const lookup = (service: Client, id: string, key?: string) =>
  service.get(`${path}/requests/${id}`, key ?? service.key())

const order = (more: Body = {}) => ({
  prompt: 'hills',
  modelId: 'tessel-flash-11',
  idempotencyKey: randomUUID(),
  ...more,
})

test('an interrupted submission is uncertain for a while, then turns out to have a job, or to be free again (§7.2)', async () => {
  const clock = stillClock()
  const service = await startPractice({ timeScale: 1, now: clock.now })
  for (const after of [1, 0]) {
    const body = order()
    await service.faults({ match: { path }, fault: 'interrupted', after, delayMs: 30_000, times: 1 })
    const uncertain = { status: 503, body: { success: false, code: 'request_interrupted' } }
    expect(await service.post(path, body)).toMatchObject(uncertain)
    expect(await lookup(service, body.idempotencyKey)).toMatchObject(uncertain)
    expect(await service.post(path, body)).toMatchObject(uncertain)
    clock.pass(31)
    const found = await lookup(service, body.idempotencyKey)
    if (after === 1) expect(found).toMatchObject({ status: 200, body: { creditsUsed: 2, deduped: true } })
    else expect(found).toMatchObject({ status: 503, body: { code: 'in_progress', retryAfterSeconds: 0 } })
    const again = await service.post(path, body)
    expect([again.status, again.body.deduped]).toEqual([200, after === 1 ? true : undefined])
    expect((await lookup(service, body.idempotencyKey)).body.generationId).toBe(again.body.generationId)
  }
  expect((await service.ledger()).totals).toMatchObject({ charged: 4, requests: 2 })
})

test('a legacy job is found without proof that the parameters match (§4.3)', async () => {
  const service = await startPractice()
  const body = order()
  const { generationId } = (await service.post(path, body)).body
  expect((await service.post(path, { ...body, prompt: 'other' })).body.code).toBe('idempotency_conflict')
  await service.change({ legacy: [body.idempotencyKey] })
  expect((await service.post(path, { ...body, prompt: 'other' })).body).toMatchObject({ generationId, deduped: true })
})

test('the lookup repeats the verdict on a submission that was refused before any charge (§7.2)', async () => {
  const service = await startPractice()
  const refused = order({ aspectRatio: '9:1' })
  const verdict = await service.post(path, refused)
  expect(await lookup(service, refused.idempotencyKey)).toMatchObject({ status: 400, body: verdict.body })
  const poor = order()
  await service.change({ balances: { acc_a: { purchased: 1 } } })
  expect((await service.post(path, poor)).status).toBe(402)
  expect((await lookup(service, poor.idempotencyKey)).status).toBe(402)
  await service.change({ balances: { acc_a: { purchased: 10 } } })
  expect((await service.post(path, poor)).status).toBe(200)
  expect((await lookup(service, poor.idempotencyKey)).status).toBe(200)
})

test('a refusal of ordinary generation carries debugging fields beside the documented ones (§7)', async () => {
  const service = await startPractice()
  expect((await service.post(path, order({ prompt: '' }))).body).toMatchObject({ traceId: expect.any(String) })
})

test('an id of another account collides, and starts no job (§7.2)', async () => {
  const service = await startPractice()
  const body = order()
  await service.post(path, body)
  const collided = await service.post(path, body, service.key(2))
  expect(collided).toMatchObject({ status: 409, body: { code: 'request_id_collision' } })
  expect((await lookup(service, body.idempotencyKey, service.key(2))).status).toBe(404)
  expect((await service.ledger()).entries).toHaveLength(1)
})

test('a Skill that could not be dispatched may be sent again with the same id', async () => {
  const service = await startPractice()
  await service.faults({ match: {}, fault: 'dispatch-fails', times: 1 })
  const body = { requestId: randomUUID(), imageUrl: await service.upload(await disc()) }
  expect((await service.run('remove-bg', body)).status).toBe(503)
  expect((await service.receipt('remove-bg', body.requestId)).body).toMatchObject({
    retryable: true,
    retryParameters: body,
  })
  expect((await service.run('remove-bg', body)).status).toBe(200)
  expect((await service.ledger()).totals).toMatchObject({ charged: 2, requests: 1 })
})

test('a worker that died after its dispatch left a paid job, which the same id finds (§3)', async () => {
  const service = await startPractice({ timeScale: 3000 })
  await service.faults({ match: {}, fault: 'interrupted', after: 1, times: 1 })
  const body = { requestId: randomUUID(), productImage: await service.upload(await disc()) }
  expect((await service.run('white-bg', body)).body.code).toBe('request_interrupted')
  expect((await service.receipt('white-bg', body.requestId)).body).toMatchObject({ submissionStatus: 'interrupted' })
  await expect.poll(async () => (await service.receipt('white-bg', body.requestId)).body.retryable).toBe(true)
  // Even at zero balance: it is paid for.
  await service.change({ balances: { acc_a: { purchased: 0 } } })
  expect((await service.run('white-bg', body)).body).toMatchObject({ success: true, creditsUsed: 4 })
  expect(await service.finishedRun('white-bg', body.requestId)).toMatchObject({ status: 'completed' })
  expect((await service.ledger()).totals).toMatchObject({ charged: 4, requests: 1 })
})

test('a job of a Skill that overruns six minutes fails with a full refund (§3)', async () => {
  const service = await startPractice({ timeScale: 10_000 })
  await service.faults({ match: {}, fault: 'job-stalls', times: 1 })
  const requestId = randomUUID()
  await service.run('white-bg', { requestId, productImage: await service.upload(await disc()) })
  const { items } = await service.finishedRun('white-bg', requestId)
  expect(items).toMatchObject([{ status: 'failed', creditsStatus: 'refunded' }])
  const [charge, refund] = (await service.ledger()).entries.map(({ at }) => Date.parse(at))
  expect((refund ?? 0) - (charge ?? 0)).toBe(360_000)
})

test('a revoked key is 403 for Skills and 401 for generation, and its receipts stay apart (§7.3)', async () => {
  const service = await startPractice()
  const session = service.practice.sessionToken
  const { token, id } = (await service.post('/api/tokens', { name: 'Tablet' }, session)).body
  const key = String(token)
  const body = { requestId: randomUUID(), imageUrl: await service.upload(await disc()) }
  expect((await service.run('remove-bg', body, key)).status).toBe(200)
  await service.delete(`/api/tokens/${id}`, session)
  expect((await service.receipt('remove-bg', body.requestId, key)).status).toBe(403)
  expect((await service.run('remove-bg', body, key)).status).toBe(403)
  expect((await service.get(`${path}/status/x`, key)).status).toBe(401)
  expect((await service.receipt('remove-bg', body.requestId)).status).toBe(404)
  expect((await service.run('remove-bg', body)).body.code).toBe('request_id_collision')
})
