import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readLedger } from '../../src/practice/ledger.ts'
import { createPractice } from '../../src/practice/server.ts'
import { disc } from './support/images.ts'
import { Client, download, newHome, startPractice } from './support/practice.ts'

const path = '/api/generate/v2'

test('keeps its keys, its jobs and its ledger over a restart, and not its port (W7)', async () => {
  const home = newHome()
  const first = new Client(await createPractice({ home, port: 0, timeScale: 1, makeEarly: false }))
  const id = randomUUID()
  const imageUrl = await first.upload(await disc())
  const { generationId } = (await first.post(path, { prompt: 'a forest', idempotencyKey: id })).body
  await first.close()

  const second = await startPractice({ home })
  expect(second.practice.keys).toEqual(first.practice.keys)
  expect(second.practice.url).not.toBe(first.practice.url)
  expect(second.practice.control).not.toBe(first.practice.control)
  expect((await second.finished(generationId)).status).toBe('completed')
  expect((await second.get(`${path}/requests/${id}`)).body.generationId).toBe(generationId)
  const moved = imageUrl.replace(first.practice.url, second.practice.url)
  expect((await download(moved)).length).toBeGreaterThan(0)
  expect((await second.ledger()).entries).toMatchObject([{ requestId: id, credits: 6 }])
})

test('jobs go on by the clock while nobody runs', async () => {
  const home = newHome()
  let wall = Date.now()
  const now = () => wall
  const first = new Client(await createPractice({ home, port: 0, now, makeEarly: false }))
  const { generationId } = (await first.post(path, { prompt: 'forbidden hills', modelId: 'tessel-flash-11' })).body
  await first.close()
  expect(readLedger(home, now).totals).toMatchObject({ charged: 2, refunded: 0 })
  wall += 60_000
  expect(readLedger(home, now).totals).toMatchObject({ charged: 2, refunded: 2 })
  const second = await startPractice({ home, now, timeScale: 1 })
  const job = (await second.get(`${path}/status/${generationId}`)).body
  expect(job).toMatchObject({ status: 'failed', creditsStatus: 'refunded' })
  expect(readLedger(home, now)).toEqual(await second.ledger())
})

test('time never goes backwards, even when the wall clock does', async () => {
  const home = newHome()
  let wall = Date.now()
  const now = () => wall
  const first = new Client(await createPractice({ home, port: 0, now, timeScale: 100, makeEarly: false }))
  wall += 10_000
  const { generationId } = (await first.post(path, { prompt: 'hills', modelId: 'tessel-flash-11' })).body
  wall += 1000
  expect((await first.get(`${path}/status/${generationId}`)).body.status).toBe('completed')
  await first.close()
  wall -= 3_600_000
  const second = await startPractice({ home, now, timeScale: 1 })
  expect((await second.get(`${path}/status/${generationId}`)).body.status).toBe('completed')
})

test('addresses of an earlier start are its own, at whatever port, and results come at the new one (W7)', async () => {
  const home = newHome()
  const first = new Client(await createPractice({ home, port: 0, makeEarly: false }))
  const imageUrl = await first.upload(await disc())
  const body = { requestId: randomUUID(), imageUrl }
  await first.post('/api/skills/remove-bg/run', body)
  await first.close()

  const second = await startPractice({ home })
  const again = await second.post('/api/skills/remove-bg/run', body)
  expect(String(again.body.imageUrl)).toContain(second.practice.url)
  expect((await download(again.body.imageUrl)).length).toBeGreaterThan(0)
  const anew = await second.post('/api/skills/remove-bg/run', { requestId: randomUUID(), imageUrl })
  expect(anew.status).toBe(200)
  const { port } = new URL(second.practice.url)
  await expect(createPractice({ home: newHome(), port: Number(port) })).rejects.toThrow(/EADDRINUSE/)
})

test('one owner for a home; its line is kept where only this user reads it', async () => {
  const home = newHome()
  const { practice } = await startPractice({ home })
  await expect(createPractice({ home })).rejects.toThrow(/already runs/)
  const { url, control, keys, sessionToken } = practice
  const kept = join(home, 'practice.json')
  expect(JSON.parse(readFileSync(kept, 'utf8'))).toEqual({ url, control, keys, sessionToken })
  expect(statSync(kept).mode & 0o777).toBe(0o600)
})

test('the ledger of a home that never ran is empty, and looking makes nothing', () => {
  const home = join(newHome(), 'never')
  expect(readLedger(home)).toEqual({ entries: [], totals: { charged: 0, refunded: 0, net: 0, requests: 0 } })
  expect(existsSync(home)).toBe(false)
})
