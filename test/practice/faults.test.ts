import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { createPractice } from '../../src/practice/server.ts'
import { disc } from './support/images.ts'
import { Client, newHome, startPractice } from './support/practice.ts'

const path = '/api/generate/v2'
const order = () => ({ prompt: 'hills', modelId: 'tessel-flash-11', idempotencyKey: randomUUID() })

const chargedBy = async (service: Client) => (await service.ledger()).totals.charged

/** What arrives before the line breaks. */
function received(url: string): Promise<{ status: number; bytes: number; promised: number; end: string }> {
  return new Promise((resolve) => {
    const seen = { status: 0, bytes: 0, promised: 0 }
    const broken = ({ code = '' }: NodeJS.ErrnoException) => resolve({ ...seen, end: code })
    const call = request(url, (answer) => {
      Object.assign(seen, { status: answer.statusCode, promised: Number(answer.headers['content-length']) })
      answer.on('data', (chunk: Buffer) => {
        seen.bytes += chunk.length
      })
      answer.on('error', broken)
      answer.on('end', () => resolve({ ...seen, end: 'whole' }))
    })
    call.on('error', broken)
    call.end()
  })
}

test('stall: accepts and never answers, without or with effect', async () => {
  const service = await startPractice()
  for (const [fault, charged] of [
    ['stall', 0],
    ['stall-after', 2],
  ] as const) {
    await service.faults({ match: { path, method: 'POST' }, fault, times: 1 })
    const giveUp = AbortSignal.timeout(250)
    const call = fetch(service.practice.url + path, {
      method: 'POST',
      signal: giveUp,
      headers: { authorization: `Bearer ${service.key()}`, 'content-type': 'application/json' },
      body: JSON.stringify(order()),
    })
    await expect(call).rejects.toThrow(/timeout/)
    expect([fault, await chargedBy(service)]).toEqual([fault, charged])
  }
})

test('a stalled line does not hold up the end of practice', async () => {
  const practice = await createPractice({ home: newHome(), port: 0 })
  await new Client(practice).faults({ match: {}, fault: 'stall', times: 1 })
  const call = fetch(`${practice.url}/api/models`).catch(() => 'broken')
  await new Promise((resolve) => setTimeout(resolve, 50))
  await practice.close()
  expect(await call).toBe('broken')
})

test('reset-request: the line breaks while the request is still coming, and nothing is done', async () => {
  const service = await startPractice()
  for (const at of [0, 10, 40]) {
    await service.faults({ match: { path, method: 'POST' }, fault: 'reset-request', at, times: 1 })
    await expect(service.post(path, order())).rejects.toThrow()
  }
  expect(await chargedBy(service)).toBe(0)
})

test('reset-answer: so many bytes of the answer arrive, and the effect stays', async () => {
  const service = await startPractice()
  for (const at of [0, 1, 100]) {
    await service.faults({ match: {}, fault: 'reset-answer', at, times: 1 })
    const { status, bytes, promised, end } = await received(`${service.practice.url}/api/models`)
    expect([status, bytes, end]).toEqual([200, at, 'ECONNRESET'])
    expect(promised).toBeGreaterThan(1000)
  }
  const url = await service.upload(await disc())
  await service.faults({ match: { path: '/media/*' }, fault: 'reset-answer', at: 77, times: 1 })
  expect(await received(url)).toMatchObject({ bytes: 77, end: 'ECONNRESET' })
  await service.faults({ match: { path, method: 'POST' }, fault: 'reset-answer', at: 5, times: 1 })
  await expect(service.post(path, order())).rejects.toThrow()
  expect(await chargedBy(service)).toBe(2)
})

test('rate-limit: 429 with the header, with the field, with both or with a date', async () => {
  const service = await startPractice()
  const date = 'Wed, 21 Oct 2026 07:28:00 GMT'
  for (const [given, header, field] of [
    [{ retryAfter: 7 }, '7', undefined],
    [{ retryAfterSeconds: 9 }, null, 9],
    [{ retryAfter: 3, retryAfterSeconds: 9 }, '3', 9],
    [{ retryAfter: date }, date, undefined],
    [{}, null, undefined],
  ] as const) {
    await service.faults({ match: { path }, fault: 'rate-limit', ...given, times: 1 })
    const { status, headers, body } = await service.post(path, order())
    expect([status, headers.get('retry-after'), body.retryAfterSeconds]).toEqual([429, header, field])
  }
  expect(await chargedBy(service)).toBe(0)
})

test('any text can stand in for the answer: none, half of a JSON, HTML', async () => {
  const service = await startPractice()
  const texts = ['', '{"success":tr', '{"success":false}', '<html>']
  for (const raw of texts) {
    await service.faults({ match: { path }, fault: 'status-after', status: 200, raw, times: 1 })
    const answer = await fetch(service.practice.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key()}`, 'content-type': 'application/json' },
      body: JSON.stringify(order()),
    })
    expect([answer.status, await answer.text()]).toEqual([200, raw])
  }
  expect(await chargedBy(service)).toBe(2 * texts.length)
  await service.faults({
    match: { path },
    fault: 'status',
    status: 502,
    raw: '<html>',
    contentType: 'text/html',
    times: 1,
  })
  const gateway = await fetch(service.practice.url + path)
  expect([gateway.status, gateway.headers.get('content-type')]).toEqual([502, 'text/html'])
})

test('media can be of another type, huge, gone or elsewhere', async () => {
  const service = await startPractice()
  const url = await service.upload(await disc())
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
  const match = { path: '/media/*' }

  await service.faults({ match, fault: 'wrong-type', contentType: 'text/html', times: 1 })
  const other = await fetch(url)
  expect([other.headers.get('content-type'), Buffer.from(await other.arrayBuffer()).equals(bytes)]).toEqual([
    'text/html',
    true,
  ])
  await service.faults({ match, fault: 'huge-media', sizeBytes: 3_000_001, times: 1 })
  const huge = await fetch(url)
  expect([huge.headers.get('content-type'), huge.headers.get('content-length')]).toEqual(['image/png', '3000001'])
  expect((await huge.arrayBuffer()).byteLength).toBe(3_000_001)
  await service.faults({ match, fault: 'huge-media', sizeBytes: 3_000_001, lengthless: true, times: 1 })
  const endless = await fetch(url)
  expect(endless.headers.get('content-length')).toBeNull()
  expect((await endless.arrayBuffer()).byteLength).toBe(3_000_001)
  await service.faults({ match, fault: 'huge-media', times: 1 })
  const abandoned = await fetch(url)
  expect(Number(abandoned.headers.get('content-length'))).toBe(600 * 1024 * 1024)
  await abandoned.body?.cancel()
  await service.faults({ match, fault: 'media-gone', times: 1 })
  expect((await fetch(url)).status).toBe(410)

  await service.faults({ match, fault: 'redirect' })
  const moved = await fetch(url)
  expect([moved.redirected, moved.url, Buffer.from(await moved.arrayBuffer()).equals(bytes)]).toEqual([
    true,
    `${url}?moved=1`,
    true,
  ])
  await service.faults({ match, fault: 'redirect', to: 'http://169.254.169.254/latest/meta-data', status: 307 })
  const hostile = await fetch(url, { redirect: 'manual' })
  expect([hostile.status, hostile.headers.get('location')]).toEqual([307, 'http://169.254.169.254/latest/meta-data'])
})

test("a source server's 429 or 5xx surfaces as 503; its 404 is the caller's (§4.8)", async () => {
  const service = await startPractice()
  const sourceUrl = 'https://pictures.museum.org/a.png'
  for (const [status, expected] of [
    [429, 503],
    [500, 503],
    [503, 503],
    [404, 422],
    [302, 400],
  ]) {
    await service.faults({ match: {}, fault: 'source-status', status, times: 1 })
    expect([status, (await service.post('/api/skills/upload', { sourceUrl })).status]).toEqual([status, expected])
  }
})

test('busy: a 503 with its time in the header alone, before anything is charged; a Skill may be sent again (§4.14, §7.2)', async () => {
  const service = await startPractice()
  await service.faults({ match: {}, fault: 'busy', retryAfter: 300, times: 2 })
  const sent = order()
  const ordinary = await service.post(path, sent)
  const poster = { requestId: randomUUID(), brand: 'Lumen' }
  const run = await service.run('brand-poster', poster)
  for (const { status, headers, body } of [ordinary, run]) {
    expect([status, headers.get('retry-after'), body.code, body.retryAfterSeconds]).toEqual([
      503,
      '300',
      undefined,
      undefined,
    ])
  }
  expect((await service.get(`${path}/requests/${sent.idempotencyKey}`)).status).toBe(404)
  expect((await service.receipt('brand-poster', poster.requestId)).body).toMatchObject({ retryable: true, items: [] })
  expect(await chargedBy(service)).toBe(0)
  expect((await service.run('brand-poster', poster)).status).toBe(200)
})

test('code-in-error: a refusal says its code as its error, which is all that is promised (§7); others stay as they are', async () => {
  const service = await startPractice()
  await service.faults({ match: {}, fault: 'code-in-error', times: 1 })
  const wrong = await service.run('brand-poster', { requestId: randomUUID(), brand: 7 })
  expect([wrong.status, wrong.body.error === wrong.body.code]).toEqual([400, false])
  const unknown = `${path}/requests/${randomUUID()}`
  const bare = await service.get(unknown)
  expect([bare.status, bare.body.error, bare.body.code]).toEqual([404, 'request_not_found', undefined])
  expect((await service.get(unknown)).body.code).toBe('request_not_found')
})
