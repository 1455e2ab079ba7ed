import { beforeEach, describe, expect, it } from 'vitest'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { StrangeService } from '../../support/strange-service.ts'

const submit = '/api/generate/v2'

let strange: StrangeService
let at: EngineAt
let id: string

/** An order that was told to wait for ten minutes, which is six seconds at this time scale. */
beforeEach(async () => {
  strange = new StrangeService()
  await strange.open()
  const entry = { id: 'm', credits_per_generation: 8, media_type: 'image', extra_config: {} }
  strange.models = [{ entry, charge: () => 8 }]
  at = await engineAt(strange.base, strange.key)
  strange.instead = ({ method, path }) =>
    method === 'POST' && path === submit
      ? { status: 429, body: { error: 'slow down', code: 'rate_limited', retryAfterSeconds: 600 } }
      : null
  at.engine.driver.start()
  id = (await at.approve(await at.calls['quote.generation']({ prompt: 'x', modelId: 'm' })))[0] ?? ''
  await at.until(id, ({ verdict }) => verdict === 'safe-to-send')
  strange.instead = () => null
})

const looks = () => strange.heard.filter(({ method, path }) => method === 'GET' && path.includes('/requests/')).length
const posts = () => strange.count('POST', submit)

describe('what was told to wait for long', () => {
  it('waits in the queue, can be taken out, and costs nothing (O131, I6)', async () => {
    const { request } = await at.calls['requests.receipt']({ id })
    expect(request).toMatchObject({ state: 'queued', canCancel: true })
    const [out] = await at.calls['requests.cancel']({ ids: [id] })
    expect(out).toMatchObject({ state: 'cancelled', now: expect.stringContaining('Nothing was charged') })
    expect([posts(), strange.taken.size]).toEqual([1, 0])
  })

  it('is known after a restart to stand nowhere; a pause holds the look before it goes out again too (A7, I2)', async () => {
    await at.close()
    const again = await engineAt(strange.base, strange.key, { home: at.home })
    again.engine.driver.pause(true)
    again.engine.driver.start()
    const quote = await again.calls['quote.generation']({ prompt: 'y', modelId: 'm' })
    const [other = ''] = await again.approve(quote)
    expect(again.engine.store.receipts.get(id)).toMatchObject({ phase: 'uncertain', settled: true, sentTimes: 1 })
    expect([looks(), posts()]).toEqual([0, 1])
    again.engine.driver.pause(false)
    await again.settled(other)
    expect((await again.settled(id)).state).toBe('completed')
    // It was looked for once more, and only then sent.
    const order = strange.heard.filter(({ path, body }) => path.endsWith(id) || body.idempotencyKey === id)
    expect(order.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST'])
    expect(posts()).toBe(3)
  })

  it('is taken out by a program that does not drive only where nobody does (I5, I7)', async () => {
    const beside = await engineAt(strange.base, strange.key, { home: at.home })
    await expect(beside.calls['requests.cancel']({ ids: [id] })).rejects.toThrow('under way')
    expect(at.engine.store.receipts.get(id)?.phase).toBe('uncertain')
    await at.close()
    const [out] = await beside.calls['requests.cancel']({ ids: [id] })
    expect(out?.state).toBe('cancelled')
  })
})

describe('what another copy of this home left unfinished at the service', () => {
  it('is asked about; to look again sends nothing, and what is sent after it is said by a person (M7, I4, W1)', async () => {
    at.engine.driver.pause(true)
    const [old = ''] = await at.approve(await at.calls['quote.generation']({ prompt: 'z', modelId: 'm' }))
    await at.close()
    strange.instead = ({ path }) =>
      path.endsWith(old) ? { status: 503, body: { error: 'held', code: 'in_progress', retryAfterSeconds: 0 } } : null
    const again = await engineAt(strange.base, strange.key, { home: at.home })
    again.engine.driver.pause(false)
    again.engine.driver.start()
    const asked = await again.until(old, ({ decision }) => decision !== null)
    expect(asked.decision?.question).toContain('Another copy of this home has sent this order')
    strange.instead = () => null
    await again.calls['requests.decide']({ id: old, choice: 'look-again' })
    expect((await again.until(old, ({ decision }) => decision?.kind === 'resend')).state).toBe('needs-decision')
    await again.calls['requests.decide']({ id: old, choice: 'send-again' })
    expect((await again.settled(old)).state).toBe('completed')
    const about = strange.heard.filter(({ path, body }) => path.endsWith(old) || body.idempotencyKey === old)
    expect(about.slice(0, -1).every(({ method }) => method === 'GET')).toBe(true)
    expect([about.length > 2, about.at(-1)?.method]).toEqual([true, 'POST'])
  })
})
