import { randomUUID } from 'node:crypto'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { practiceModels } from '../../src/practice/models/find-model.ts'
import { createPractice } from '../../src/practice/server.ts'
import { disc } from './support/images.ts'
import { type Body, Client, newHome, startPractice } from './support/practice.ts'

const path = '/api/generate/v2'

interface Listed {
  id: string
  credits_per_generation: number
  extra_config: { pricingPerSec?: Record<string, number> }
}

async function listed(service: Client, id: string): Promise<Listed | undefined> {
  return ((await service.get('/api/models', null)).body.models as Listed[]).find((model) => model.id === id)
}

async function pricing(service: Client, skill: string): Promise<unknown> {
  return ((await service.get(`/api/skills?skill=${skill}`, null)).body.skills as { pricing: unknown }[])[0]?.pricing
}

const order = (modelId: string, more: Body = {}) => ({ prompt: 'hills', modelId, aspectRatio: '16:9', ...more })

test('a market change moves every listed price, and what is charged with it, at once', async () => {
  const service = await startPractice()
  await service.change({ market: { factor: 1.5, add: 1 } })
  expect((await listed(service, 'tessel-flash-11'))?.credits_per_generation).toBe(4)
  expect((await service.post(path, order('tessel-flash-11'))).body.creditsUsed).toBe(4)
  expect((await listed(service, 'moraine-k8'))?.extra_config.pricingPerSec).toEqual({ '720p': 15, '1080p': 22 })
  expect((await service.post(path, order('moraine-k8', { duration: 4 }))).body.creditsUsed).toBe(60)
  expect(await pricing(service, 'white-bg')).toEqual({
    mode: { white: 6, smart: { quality: { fast: 7, hd: 13 } }, custom: { quality: { fast: 7, hd: 13 } } },
  })
  const productImage = await service.upload(await disc())
  expect((await service.run('white-bg', { productImage, mode: 'white' })).body.creditsUsed).toBe(6)
  expect((await service.run('product-detail', { productImage })).body.creditsUsed).toBe(30)
  await service.change({ market: null })
  expect((await listed(service, 'tessel-flash-11'))?.credits_per_generation).toBe(2)
})

test('a market change can concern one id only, and survives a restart', async () => {
  const home = newHome()
  const first = new Client(await createPractice({ home, port: 0 }))
  await first.change({ market: { add: 5, only: ['upscale'] } })
  await first.close()
  const service = await startPractice({ home })
  expect(await pricing(service, 'upscale')).toEqual({ mode: { crisp: 10, creative: 14 } })
  expect(await pricing(service, 'remove-bg')).toEqual({ credits: 2 })
})

test('a Skill without a price is unavailable, not free (§4.7)', async () => {
  const service = await startPractice()
  await service.change({ market: { unavailable: ['remove-bg'] } })
  expect(await pricing(service, 'remove-bg')).toBeNull()
  const answer = await service.run('remove-bg', { imageUrl: await service.upload(await disc()) })
  expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
  expect((await service.ledger()).entries).toEqual([])
})

test('a model can be retired while practice runs (§9)', async () => {
  const service = await startPractice()
  const id = practiceModels.find(({ role }) => role === 'VID-A')?.id ?? ''
  await service.change({ market: { retired: [id] } })
  expect(await listed(service, id)).toBeUndefined()
  expect((await service.post(path, order(id, { duration: 5 }))).status).toBe(400)
})

test('the fault price-bump strikes between the quote and the run: 409 price_changed, nothing charged (§4.14)', async () => {
  const service = await startPractice()
  const imageUrl = await service.upload(await disc(), { purpose: 'upscale' })
  expect(await pricing(service, 'upscale')).toEqual({ mode: { crisp: 5, creative: 9 } })
  await service.faults({ match: { path: '/api/skills/upscale/run' }, fault: 'price-bump', add: 3, times: 1 })
  const body = { requestId: randomUUID(), imageUrl, confirmedCredits: 5 }
  const refused = await service.run('upscale', body)
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'price_changed', quotedCredits: 8, confirmedCredits: 5, batchId: expect.any(String) },
  })
  expect(await pricing(service, 'upscale')).toEqual({ mode: { crisp: 8, creative: 12 } })
  // Its id is used up: the same question gets the same answer, another one is a conflict.
  expect((await service.run('upscale', body)).body).toEqual(refused.body)
  expect((await service.run('upscale', { ...body, confirmedCredits: 8 })).body.code).toBe('idempotency_conflict')
  expect((await service.receipt('upscale', body.requestId)).body).toMatchObject({
    status: 'failed',
    submissionStatus: 'rejected',
    submissionHttpStatus: 409,
    submission: { code: 'price_changed' },
    items: [],
    retryable: false,
  })
  expect((await service.ledger()).entries).toEqual([])
  const accepted = await service.run('upscale', { imageUrl, confirmedCredits: 8 })
  expect(accepted.body.creditsUsed).toBe(8)
})

test('price and balance are looked at before the source is (§4.14, rule 4)', async () => {
  const service = await startPractice()
  const imageUrl = 'https://pictures.museum.org/large.png'
  expect((await service.run('upscale', { imageUrl, confirmedCredits: 4 })).body.code).toBe('price_changed')
  await service.change({ balances: { acc_a: { purchased: 4 } } })
  expect((await service.run('upscale', { imageUrl })).status).toBe(402)
})

test('resize required and a picture that cannot be read keep a receipt; changed inputs need a new id (§7.3)', async () => {
  const service = await startPractice()
  for (const imageUrl of ['https://img.chirrupy.example/a.png', `${service.practice.url}/media/m_none.png`]) {
    const body = { requestId: randomUUID(), imageUrl }
    const refused = await service.run('remove-bg', body)
    expect(refused).toMatchObject({ status: 422, body: { batchId: expect.any(String) } })
    expect((await service.receipt('remove-bg', body.requestId)).body).toMatchObject({ batchId: refused.body.batchId })
    const other = { ...body, imageUrl: await service.upload(await disc()) }
    expect((await service.run('remove-bg', other)).body.code).toBe('idempotency_conflict')
  }
  expect((await service.ledger()).entries).toEqual([])
})

test("a source server's trouble is temporary: the same id and parameters may be sent again (§4.14, rule 5)", async () => {
  const service = await startPractice()
  await service.faults({ match: {}, fault: 'source-status', status: 429, times: 1 })
  const body = { requestId: randomUUID(), imageUrl: 'https://pictures.museum.org/a.png' }
  expect((await service.run('upscale', body)).status).toBe(503)
  expect((await service.receipt('upscale', body.requestId)).body).toMatchObject({
    retryable: true,
    retryParameters: body,
    submissionStatus: 'interrupted',
    items: [],
  })
  const changed = { ...body, mode: 'creative' }
  expect((await service.run('upscale', changed)).body.code).toBe('idempotency_conflict')
  expect((await service.ledger()).entries).toEqual([])
})

test('a drained balance is a 402; what was accepted before stays recoverable at zero (§4.14, rule 6)', async () => {
  const service = await startPractice()
  const imageUrl = await service.upload(await disc())
  const requestId = randomUUID()
  await service.run('remove-bg', { requestId, imageUrl })
  await service.faults({ match: { path: '/api/skills/*', method: 'POST' }, fault: 'balance-drained', times: 1 })
  const refused = await service.run('remove-bg', { imageUrl })
  expect(refused).toMatchObject({ status: 402, body: { code: 'insufficient_credits', available: 0 } })
  expect((await service.run('remove-bg', { requestId, imageUrl })).body.deduped).toBe(true)
  expect((await service.receipt('remove-bg', requestId)).body.status).toBe('completed')
  expect((await service.post(path, order('quillon-3h'))).body).toMatchObject({
    code: 'premium_model_paywall',
    required: 6,
    available: 0,
  })
})

test('the balance of one account can be drained, down to a rest', async () => {
  const service = await startPractice()
  await service.faults({ match: { path }, fault: 'balance-drained', credits: 3, account: 'acc_a', times: 1 })
  expect((await service.post(path, order('quillon-3h'))).body.code).toBe('insufficient_credits')
  expect((await service.post(path, order('quillon-3h'), service.key(2))).body.credits).toMatchObject({ purchased: 34 })
})

test('an unlimited account is told what a job costs and loses nothing (§2.9)', async () => {
  const service = await startPractice()
  await service.change({ balances: { acc_a: { purchased: 0, unlimited: true } } })
  expect((await service.post(path, order('quillon-3h'))).body).toMatchObject({
    creditsUsed: 6,
    credits: { purchased: 0, unlimited: true },
  })
  const imageUrl = await service.upload(await disc())
  await service.faults({ match: {}, fault: 'job-fails', times: 1 })
  await service.run('remove-bg', { imageUrl })
  const state = (await (await fetch(`${service.practice.control}/state`)).json()) as { accounts: unknown[] }
  expect(state.accounts[0]).toMatchObject({ purchased: 0, unlimited: 1 })
})

test('a session pays other models from welcome credits before purchased ones (§2.9)', async () => {
  const service = await startPractice()
  const session = service.practice.sessionToken
  await service.post(path, order('quillon-3h'), session)
  const balances = async () =>
    ((await (await fetch(`${service.practice.control}/state`)).json()) as { accounts: Body[] }).accounts[0]
  expect(await balances()).toMatchObject({ welcome: 24, purchased: 1000, daily: 20 })
  await service.change({ balances: { acc_a: { welcome: 5, purchased: 0 } } })
  expect((await service.post(path, order('quillon-3h'), session)).body.code).toBe('premium_model_paywall')
})

test('a home of the first part of practice is taken over', async () => {
  const home = newHome()
  await new Client(await createPractice({ home, port: 0 })).close()
  const db = new Database(`${home}/practice.db`)
  db.exec('ALTER TABLE accounts DROP COLUMN unlimited; PRAGMA user_version = 1')
  db.close()
  const service = await startPractice({ home })
  expect((await service.post(path, order('quillon-3h'))).body.credits).toMatchObject({
    purchased: 994,
    unlimited: false,
  })
})
