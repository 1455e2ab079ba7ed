import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { disc } from './support/images.ts'
import { type Body, download, startPractice } from './support/practice.ts'

const skill = 'product-detail'
const path = `/api/skills/${skill}/run`

async function shop(options = {}) {
  const service = await startPractice(options)
  return { service, productImage: await service.upload(await disc(240, 200)) }
}

const own = (name: string, description = 'A picture of it') => ({ name, description })

test('one paid image for each module; left out, they are hero, detail and scene (§4.11)', async () => {
  const { service, productImage } = await shop()
  const requestId = randomUUID()
  const answer = await service.run(skill, { requestId, productImage, productName: 'Disc No. 1' })
  expect(answer.body).toMatchObject({
    success: true,
    status: 'processing',
    expectedCount: 3,
    paywallHitMidBatch: false,
    creditsUsed: 18,
    credits: { purchased: 982 },
  })
  const items = answer.body.items as Body[]
  expect(items.map(({ module }) => module)).toEqual(['hero', 'detail', 'scene'])
  for (const { generationId } of items) expect(generationId).toMatch(/^gen_/)
  const receipt = await service.finishedRun(skill, requestId)
  expect(receipt).toMatchObject({ status: 'completed', submissionStatus: 'recorded', submissionHttpStatus: 200 })
  expect(receipt.items.map(({ creditsUsed, creditsStatus }) => [creditsUsed, creditsStatus])).toEqual(
    Array.from({ length: 3 }, () => [6, 'confirmed']),
  )
  const images = await Promise.all(receipt.items.map(({ imageUrls }) => download(imageUrls?.[0])))
  for (const image of images) {
    expect(await sharp(image).metadata()).toMatchObject({ format: 'jpeg', width: 912, height: 1144 })
  }
  expect(new Set(images.map((image) => image.toString('base64'))).size).toBe(3)
  expect((await service.ledger()).totals).toEqual({ charged: 18, refunded: 0, net: 18, requests: 1 })
})

test('an empty list of modules means custom modules only, and medium quality has its own price', async () => {
  const { service, productImage } = await shop()
  const body = { productImage, modules: [], customModules: [own(' Care ')], quality: 'medium' }
  const answer = await service.run(skill, body)
  expect(answer.body).toMatchObject({ expectedCount: 1, creditsUsed: 11, items: [{ module: 'Care' }] })
  const both = await service.run(skill, { productImage, modules: ['brand'], customModules: [own('Care')] })
  expect((both.body.items as Body[]).map(({ module }) => module)).toEqual(['brand', 'Care'])
})

test('a balance that runs out in the midst stops there: only dispatched modules are charged', async () => {
  const { service, productImage } = await shop()
  await service.change({ balances: { acc_a: { purchased: 13 } } })
  const body = { requestId: randomUUID(), productImage }
  const answer = await service.run(skill, body)
  expect(answer.body).toMatchObject({
    status: 'partial',
    paywallHitMidBatch: true,
    expectedCount: 3,
    creditsUsed: 12,
    credits: { purchased: 1 },
    items: [{ module: 'hero' }, { module: 'detail' }, { module: 'scene', code: 'insufficient_credits' }],
  })
  expect((answer.body.items as Body[])[2]).not.toHaveProperty('generationId')
  const receipt = await service.finishedRun(skill, body.requestId)
  expect(receipt.status).toBe('partial')
  expect(receipt.items.map(({ status, creditsUsed }) => [status, creditsUsed])).toEqual([
    ['completed', 6],
    ['completed', 6],
    ['failed', 0],
  ])
  expect((await service.ledger()).totals.charged).toBe(12)
  // What is missing is not made again, even when there is money again (§3).
  await service.change({ balances: { acc_a: { purchased: 500 } } })
  expect((await service.run(skill, body)).body).toEqual({ ...answer.body, deduped: true })
  expect((await service.ledger()).totals.charged).toBe(12)
})

test('nothing for the balance is a 402 without a receipt: the same id may be used after topping up', async () => {
  const { service, productImage } = await shop()
  await service.change({ balances: { acc_a: { purchased: 5 } } })
  const body = { requestId: randomUUID(), productImage }
  expect(await service.run(skill, body)).toMatchObject({
    status: 402,
    body: { code: 'insufficient_credits', required: 6, available: 5 },
  })
  expect((await service.receipt(skill, body.requestId)).status).toBe(404)
  await service.change({ balances: { acc_a: { purchased: 50 } } })
  expect((await service.run(skill, body)).status).toBe(200)
})

test('a module that fails is refunded, the others are kept', async () => {
  const { service, productImage } = await shop()
  await service.faults(
    { match: { path }, fault: 'job-fails', module: 'detail', times: 1 },
    { match: { path }, fault: 'refund-pending', module: 'scene', times: 1 },
  )
  const requestId = randomUUID()
  expect((await service.run(skill, { requestId, productImage })).body).toMatchObject({ creditsUsed: 18 })
  const receipt = await service.finishedRun(skill, requestId)
  expect(receipt.status).toBe('partial')
  expect(
    receipt.items.map(({ status, creditsStatus, imageUrls }) => [status, creditsStatus, imageUrls?.length]),
  ).toEqual([
    ['completed', 'confirmed', 1],
    ['failed', 'refunded', undefined],
    ['failed', 'pending', undefined],
  ])
  expect((await service.ledger()).totals).toMatchObject({ charged: 18, refunded: 6 })
})

test('a module that cannot be dispatched is an error in its place and costs nothing', async () => {
  const { service, productImage } = await shop()
  await service.faults({ match: { path }, fault: 'dispatch-fails', module: 'hero', times: 1 })
  const answer = await service.run(skill, { productImage })
  expect(answer.body).toMatchObject({
    status: 'partial',
    paywallHitMidBatch: false,
    creditsUsed: 12,
    items: [{ module: 'hero', error: expect.any(String), code: 'dispatch_failed' }, {}, {}],
  })
  expect((await service.ledger()).totals.charged).toBe(12)
})

test('what an interrupted worker had dispatched is recovered as it is, after its lease (§3)', async () => {
  const { service, productImage } = await shop({ timeScale: 3000 })
  await service.faults({ match: { path }, fault: 'interrupted', after: 1, times: 1 })
  const body = { requestId: randomUUID(), productImage }
  expect((await service.run(skill, body)).body.code).toBe('request_interrupted')
  const leased = await service.run(skill, body)
  expect(leased).toMatchObject({ status: 409, body: { code: 'in_progress' } })
  expect(leased.body.retryAfterSeconds).toBeGreaterThan(0)
  await expect.poll(async () => (await service.receipt(skill, body.requestId)).body.retryable).toBe(true)
  const found = await service.run(skill, body)
  expect(found.body).toMatchObject({ status: 'partial', creditsUsed: 6, paywallHitMidBatch: false })
  expect((found.body.items as Body[]).map(({ code }) => code)).toEqual([
    undefined,
    'request_interrupted',
    'request_interrupted',
  ])
  expect((await service.ledger()).totals.charged).toBe(6)
})

test('a batch shows what is left of it; when nothing is, it is gone', async () => {
  const { service, productImage } = await shop()
  const requestId = randomUUID()
  await service.run(skill, { requestId, productImage, modules: ['hero', 'brand'] })
  const { items } = await service.finishedRun(skill, requestId)
  await service.change({ gone: [String(items[0]?.generationId)] })
  const after = await service.finishedRun(skill, requestId)
  expect([after.status, after.items.map(({ status }) => status)]).toEqual(['partial', ['failed', 'completed']])
  await service.change({ gone: [String(items[1]?.generationId)] })
  expect(await service.receipt(skill, requestId)).toMatchObject({
    status: 410,
    body: { code: 'generation_unavailable', generationId: items[0]?.generationId },
  })
})

test('a receipt may leave out what has no job, or all that it would list (§2.8)', async () => {
  const { service, productImage } = await shop()
  const requestId = randomUUID()
  await service.faults({ match: { path }, fault: 'dispatch-fails', module: 'detail', times: 1 })
  await service.run(skill, { requestId, productImage })
  const items = async (fault?: string) => {
    if (fault !== undefined) await service.faults({ match: { path: '/api/skills/status' }, fault, times: 1 })
    const { body } = await service.receipt(skill, requestId)
    return [body.items, (body.submission as Body).items].map((list) => (list as Body[]).map(({ module }) => module))
  }
  const submission = ['hero', 'detail', 'scene']
  expect(await items()).toEqual([['hero', 'scene', 'detail'], submission])
  expect(await items('jobs-only')).toEqual([['hero', 'scene'], submission])
  expect(await items('items-left-out')).toEqual([[], submission])
  expect(await items()).toEqual([['hero', 'scene', 'detail'], submission])
})

test('a receipt may leave out what is still at work, or how each of its items stands (§2.8)', async () => {
  const { service, productImage } = await shop({ timeScale: 1 })
  const requestId = randomUUID()
  await service.run(skill, { requestId, productImage, modules: ['hero'] })
  await service.faults({ match: { path: '/api/skills/status' }, fault: 'ended-only', times: 1 })
  const early = (await service.receipt(skill, requestId)).body
  expect([early.status, early.items]).toEqual(['processing', []])
  expect((early.submission as Body).items).toMatchObject([{ module: 'hero', status: 'processing' }])
  await service.faults({ match: { path: '/api/skills/status' }, fault: 'item-status-left-out', times: 1 })
  const [item] = (await service.receipt(skill, requestId)).body.items as Body[]
  expect(item).toMatchObject({ module: 'hero', creditsUsed: 6 })
  expect(item).not.toHaveProperty('status')
})

test('a set that failed may be told of without its items and its first answer, with the figures of all (§2.8)', async () => {
  const { service, productImage } = await shop()
  const requestId = randomUUID()
  const alone = { match: { path: '/api/skills/status' }, fault: 'failure-alone' }
  await service.faults({ match: { path }, fault: 'job-fails' }, alone)
  await service.run(skill, { requestId, productImage })
  await expect.poll(async () => (await service.receipt(skill, requestId)).body.status).toBe('failed')
  expect((await service.receipt(skill, requestId)).body).toMatchObject({
    submission: null,
    submissionHttpStatus: null,
    items: [],
    error: 'The job failed.',
    creditsUsed: 18,
    creditsStatus: 'refunded',
  })
  await service.faults(
    { match: { path }, fault: 'refund-pending', module: 'hero' },
    { match: { path }, fault: 'job-fails' },
    alone,
  )
  const other = randomUUID()
  await service.run(skill, { requestId: other, productImage })
  await expect.poll(async () => (await service.receipt(skill, other)).body.status).toBe('failed')
  expect((await service.receipt(skill, other)).body).toMatchObject({ creditsUsed: 18, creditsStatus: null })
})
