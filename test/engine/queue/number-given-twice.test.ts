import { beforeEach, describe, expect, it } from 'vitest'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { type Fields, type Heard, StrangeService } from '../../support/strange-service.ts'

const submit = '/api/generate/v2'

let strange: StrangeService
let at: EngineAt
/** What the service answers by a request's own number (§4.3). */
let receipts: Map<string, Fields>

beforeEach(async () => {
  strange = new StrangeService()
  await strange.open()
  receipts = new Map()
  const entry = { id: 'm', credits_per_generation: 8, media_type: 'image', extra_config: {} }
  strange.models = [{ entry, charge: () => 8 }]
  at = await engineAt(strange.base, strange.key)
  strange.instead = byOwnNumber
  at.engine.driver.start()
})

function byOwnNumber({ path }: Heard): { status: number; body: Fields } | null {
  const receipt = receipts.get(path.split('/requests/')[1] ?? '')
  return receipt ? { status: 200, body: receipt } : null
}

const ordered = async (prompt: string): Promise<string> =>
  (await at.approve(await at.calls['quote.generation']({ prompt, modelId: 'm' })))[0] ?? ''

const looksAt = (part: string) => strange.heard.filter(({ method, path }) => method === 'GET' && path.endsWith(part))

/** A first order at its end, and a second one that is answered with its number. */
async function twice(then: (number: string, id: string) => Fields | null): Promise<{ number: string; second: string }> {
  const first = await ordered('one')
  await at.settled(first)
  const number = at.engine.store.receipts.get(first)?.jobs[0]?.generationId ?? ''
  expect(number).not.toBe('')
  strange.heard = []
  strange.instead = (heard) => {
    if (heard.method !== 'POST' || heard.path !== submit) return byOwnNumber(heard)
    const id = String(heard.body.idempotencyKey)
    const receipt = then(number, id)
    if (receipt) receipts.set(id, receipt)
    return { status: 200, body: { success: true, generationId: number, status: 'processing', creditsUsed: 8 } }
  }
  return { number, second: await ordered('two') }
}

describe('a job’s number that the service has given to another order before', () => {
  it('is not believed: the second order is looked up by its own number, and what was made of that comes home (F7, O48, I7)', async () => {
    const imageUrl = `${strange.base}/pictures/of-the-second.png`
    const { number, second } = await twice((_, requestId) => ({
      success: true,
      requestId,
      generationId: 'job-of-the-second',
      status: 'completed',
      mediaType: 'image',
      imageUrl,
      creditsUsed: 8,
      creditsStatus: 'confirmed',
    }))
    expect(await at.settled(second)).toMatchObject({ state: 'completed', creditsUsed: 8 })
    expect(at.engine.store.receipts.get(second)?.jobs).toMatchObject([
      { generationId: 'job-of-the-second', urls: [imageUrl] },
    ])
    expect(looksAt(second).length).toBeGreaterThan(0)
    expect(looksAt(number)).toEqual([])
  })

  it('is no evidence of an end: not found by its own number, the second one may be charged, is not sent again and says why (F7, I5, A6)', async () => {
    const { second, number } = await twice(() => null)
    const view = await at.until(second, ({ error }) => error !== null)
    expect(view).toMatchObject({ state: 'running', assets: [], creditsUsed: 8 })
    expect(view.error).toContain('does not find it now')
    expect(at.engine.store.receipts.get(second)).toMatchObject({ jobs: [], acceptedAtMs: expect.any(Number) })
    const told = at.engine.store.receipts.timeline(second).map(({ detail }) => detail)
    expect(told.find((detail) => detail.includes(number))).toContain('which is that of order')
    expect(strange.count('POST', submit)).toBe(1)
  })

  it('counts where the service says it for the second order’s own number (F7, O48)', async () => {
    const { second, number } = await twice((generationId, requestId) => ({
      success: true,
      requestId,
      generationId,
      status: 'completed',
      imageUrl: `${strange.base}/pictures/shared.png`,
      creditsUsed: 8,
    }))
    await at.settled(second)
    expect(at.engine.store.receipts.get(second)?.jobs).toMatchObject([{ generationId: number, status: 'completed' }])
    expect(looksAt(number)).toEqual([])
  })

  it('is known after a restart too (F7)', async () => {
    const first = await ordered('one')
    await at.settled(first)
    const number = at.engine.store.receipts.get(first)?.jobs[0]?.generationId ?? ''
    await at.close()
    strange.heard = []
    at = await engineAt(strange.base, strange.key, { home: at.home })
    strange.instead = ({ method, path }) =>
      method === 'POST' && path === submit ? { status: 200, body: { success: true, generationId: number } } : null
    at.engine.driver.start()
    const second = await ordered('two')
    await at.until(second, ({ error }) => error !== null)
    expect(at.engine.store.receipts.get(second)).toMatchObject({ jobs: [], assets: [] })
    expect(looksAt(number)).toEqual([])
  })
})
