import { createHash, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { startPractice } from './support/practice.ts'

const order = () => ({ prompt: 'hills', modelId: 'tessel-flash-11', idempotencyKey: randomUUID() })
const path = '/api/generate/v2'

/** Node's fetch sets Host itself; this does not. */
function statusWith(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(url, { headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    call.on('error', reject)
    call.end()
  })
}

test('the control address wants its own host, no web page and its token', async () => {
  const { practice } = await startPractice()
  const { port } = new URL(practice.url)
  const address = `${practice.control}/ledger`
  expect(await statusWith(address, { host: `localhost:${port}` })).toBe(200)
  expect(await statusWith(address, { host: `evil.example:${port}` })).toBe(421)
  expect(await statusWith(address, { host: '127.0.0.1:1' })).toBe(421)
  expect(await statusWith(address, { origin: practice.url })).toBe(403)
  expect(await statusWith(`${practice.url}/__control/guess/ledger`, {})).toBe(404)
  const [hold, nonce] = [`${practice.url}/__control/hold`, '0123456789abcdef']
  const guess: Record<string, string> = { 'x-practice-nonce': nonce, 'x-practice-proof': 'f'.repeat(64) }
  for (const headers of [{}, { 'x-practice-nonce': nonce }, guess] as Record<string, string>[])
    expect(await statusWith(hold, headers)).toBe(404)
})

test('tells how often each paid body arrived, answered or not', async () => {
  const service = await startPractice()
  const body = order()
  const text = JSON.stringify(body)
  await service.faults({ match: { path }, fault: 'lost-after', times: 1 })
  await expect(service.post(path, text)).rejects.toThrow()
  await service.post(path, text)
  const state = (await (await fetch(`${service.practice.control}/state`)).json()) as {
    posts: object[]
    endpoints: object
  }
  const bodySha256 = createHash('sha256').update(text).digest('hex')
  expect(state.posts).toMatchObject([
    { requestId: body.idempotencyKey, bodySha256, path },
    { requestId: body.idempotencyKey, bodySha256, path },
  ])
  expect(state.endpoints).toEqual({ 'POST /api/generate/v2': 2 })
})

test('an answer lost before its effect leaves nothing, one lost after it leaves the charge', async () => {
  const service = await startPractice()
  await service.faults({ match: { path, method: 'POST' }, fault: 'lost-before', times: 1 })
  const body = order()
  await expect(service.post(path, body)).rejects.toThrow()
  expect((await service.get(`${path}/requests/${body.idempotencyKey}`)).status).toBe(404)
  await service.faults({ match: { path, method: 'POST' }, fault: 'lost-after', times: 1 })
  await expect(service.post(path, body)).rejects.toThrow()
  expect((await service.get(`${path}/requests/${body.idempotencyKey}`)).status).toBe(200)
  expect((await service.ledger()).totals.charged).toBe(2)
})

test('can cut an answer short, send another type, another status with or without effect, or nothing for a while', async () => {
  const service = await startPractice()
  await service.faults({ match: {}, fault: 'cut', times: 1 })
  await expect(service.get('/api/models')).rejects.toThrow()
  await service.faults({ match: {}, fault: 'wrong-type', times: 1 })
  const html = await fetch(`${service.practice.url}/api/models`)
  expect([html.status, html.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  await service.faults({
    match: { path },
    fault: 'status',
    status: 503,
    code: 'x',
    headers: { 'retry-after': '7' },
    times: 1,
  })
  const refused = await service.post(path, order())
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 'x', '7'])
  expect((await service.ledger()).entries).toHaveLength(0)
  await service.faults({ match: { path }, fault: 'status-after', status: 500, times: 1 })
  expect((await service.post(path, order())).status).toBe(500)
  expect((await service.ledger()).entries).toHaveLength(1)
  await service.faults({ match: { path: '/api/*' }, fault: 'slow', delayMs: 120, times: 1 })
  const start = performance.now()
  expect((await service.get('/api/models')).status).toBe(200)
  expect(performance.now() - start).toBeGreaterThan(110)
})

test('refuses a fault it does not know', async () => {
  const { practice } = await startPractice()
  const answer = await fetch(`${practice.control}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ faults: [{ match: {}, fault: 'earthquake' }] }),
  })
  expect(answer.status).toBe(400)
})
