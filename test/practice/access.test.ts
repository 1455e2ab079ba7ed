import { expect, test } from 'vitest'
import { newTokenValue } from '../../src/practice/ids.ts'
import { startPractice } from './support/practice.ts'

const someId = '63d7aa3d-ef5e-49bd-aa48-5061042f0afc'

const guarded: ['GET' | 'POST', string][] = [
  ['POST', '/api/generate/v2'],
  ['GET', '/api/generate/v2/status/x'],
  ['GET', `/api/generate/v2/requests/${someId}`],
  ['POST', '/api/skills/upload'],
  ['POST', '/api/skills/remove-bg/run'],
  ['GET', `/api/skills/status?skill=remove-bg&requestId=${someId}`],
  ['GET', '/api/tokens'],
  ['POST', '/api/tokens'],
]

test.each(guarded)('%s %s wants a valid bearer token (§5)', async (method, path) => {
  const service = await startPractice()
  for (const key of [null, newTokenValue(), '']) {
    const answer = method === 'GET' ? await service.get(path, key) : await service.post(path, {}, key)
    expect(answer.status).toBe(401)
    expect(answer.body.error).toEqual(expect.any(String))
  }
})

test('answers 404 for what is not there and 405 for a wrong method, in JSON', async () => {
  const service = await startPractice()
  expect(await service.get('/api/nothing')).toMatchObject({ status: 404, body: { success: false } })
  expect((await service.post('/api/models', {})).status).toBe(405)
})

test('shows a gallery picture to anybody and 404 for an unknown one (§4.5)', async () => {
  const service = await startPractice()
  const { status, headers, body } = await service.get('/api/images/g7k2m9q4', null)
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toContain('max-age=3600')
  expect(body.data).toMatchObject({ id: 'g7k2m9q4', prompt_ready: true, image_width: 1200 })
  const missing = await service.get('/api/images/none', null)
  expect(missing).toMatchObject({ status: 404, body: { success: false, error: expect.any(String) } })
  expect(missing.headers.get('cache-control')).toBe('no-store')
})

test('keys are made and revoked by a session only, five at most, and a revoked one stops at once (§4.6)', async () => {
  const service = await startPractice()
  const session = service.practice.sessionToken
  expect((await service.get('/api/tokens', service.key())).status).toBe(401)
  expect((await service.post('/api/tokens', { name: 'x' }, service.key())).status).toBe(401)
  expect((await service.post('/api/tokens', { title: 'x' }, session)).status).toBe(400)
  const made = await service.post('/api/tokens', { name: 'Tablet' }, session)
  expect(made.body.token).toMatch(/^svc_sk_.{32}$/)
  const token = String(made.body.token)
  await service.post('/api/tokens', { name: 'Fourth' }, session)
  await service.post('/api/tokens', { name: 'Fifth' }, session)
  expect((await service.post('/api/tokens', { name: 'Sixth' }, session)).status).toBe(400)

  const job = await service.post('/api/generate/v2', { prompt: 'dunes', modelId: 'tessel-flash-11' }, token)
  const usage = await service.get(`/api/tokens/${made.body.id}/usage`, session)
  expect(usage.body.generations).toMatchObject([{ id: job.body.generationId, credits_used: 2 }])

  expect((await service.delete(`/api/tokens/${made.body.id}`, session)).status).toBe(200)
  expect((await service.get('/api/generate/v2/status/x', token)).status).toBe(401)
  const list = (await service.get('/api/tokens', session)).body as unknown as Record<string, unknown>[]
  expect(list).toHaveLength(5)
  expect(JSON.stringify(list)).not.toContain(token)
  expect(list.find(({ id }) => id === made.body.id)).toMatchObject({ name: 'Tablet', is_active: false })
})

test('a session cannot run Skills (§5.7)', async () => {
  const service = await startPractice()
  const answer = await service.post('/api/skills/upload', {}, service.practice.sessionToken)
  expect(answer.status).toBe(403)
})
