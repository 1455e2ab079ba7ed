import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { newFolder } from '../../support/folders.ts'
import { StrangeService } from '../../support/strange-service.ts'

const submit = '/api/generate/v2'

let strange: StrangeService
let at: EngineAt
let source: string

beforeEach(async () => {
  source = join(newFolder(), 'source.png')
  await paint('#cc8833')
  strange = new StrangeService()
  await strange.open()
  const entry = { id: 'm', credits_per_generation: 8, media_type: 'image', max_reference_images: 1, extra_config: {} }
  strange.models = [{ entry, charge: () => 8 }]
  at = await engineAt(strange.base, strange.key)
  at.engine.driver.start()
})

async function paint(background: string): Promise<void> {
  const create = { width: 24, height: 16, channels: 3, background } as const
  writeFileSync(source, await sharp({ create }).png().toBuffer())
}

async function ordered(): Promise<string> {
  const quote = await at.calls['quote.generation']({ prompt: 'x', modelId: 'm', references: [source] })
  const [id = ''] = await at.approve(quote)
  return id
}

/** An order that the service does not accept. */
async function refused(): Promise<string> {
  strange.instead = ({ method }) => (method === 'POST' ? { status: 400, body: { error: 'no' } } : null)
  const id = await ordered()
  expect(await at.settled(id)).toMatchObject({ state: 'rejected', canRetry: true })
  strange.instead = () => null
  return id
}

const posts = () => strange.heard.filter(({ method, path }) => method === 'POST' && path === submit)

describe('what has come to nothing', () => {
  it('is quoted anew and ordered only when that is accepted, under another number that says what it replaces (O64, I2)', async () => {
    const id = await refused()
    const { quote } = await at.calls['requests.retry']({ id })
    expect(quote).toMatchObject({ credits: 8, requests: 1, problems: [] })
    expect(posts()).toHaveLength(1)
    const [anew = ''] = await at.approve(quote ?? expect.fail())
    expect(await at.settled(anew)).toMatchObject({ state: 'completed', creditsUsed: 8 })
    expect(at.engine.store.receipts.get(anew)).toMatchObject({ replaces: id, batch: null })
    const [first, second] = posts().map(({ body }) => body)
    expect({ ...second, idempotencyKey: id }).toEqual(first)
    expect(second?.idempotencyKey).toBe(anew)
  })

  it('is ordered anew once, however often it is asked (I2)', async () => {
    const id = await refused()
    const quotes = [await at.calls['requests.retry']({ id }), await at.calls['requests.retry']({ id })]
    const both = await Promise.allSettled(quotes.map(({ quote }) => at.approve(quote ?? expect.fail())))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(at.calls['requests.retry']({ id })).rejects.toThrow('was ordered anew already')
    expect(at.engine.store.receipts.list({})).toHaveLength(2)
  })

  it('is not ordered with a picture that has changed since', async () => {
    const id = await refused()
    await paint('#336699')
    const { quote } = await at.calls['requests.retry']({ id })
    await expect(at.approve(quote ?? expect.fail())).rejects.toThrow('source.png has changed since')
    expect(at.engine.store.receipts.list({})).toHaveLength(1)
  })

  it('of another service is not ordered here', async () => {
    const id = await refused()
    const other = new StrangeService()
    await other.open()
    other.models = strange.models
    const there = await engineAt(other.base, other.key, { home: at.home })
    await expect(there.calls['requests.retry']({ id })).rejects.toThrow('belongs to another service')
  })
})

describe('what waits or is owed', () => {
  /** A result whose file cannot be fetched until it is owed. */
  async function owed(): Promise<string> {
    strange.instead = ({ path }) => (path.startsWith('/pictures') ? { status: 500, body: {} } : null)
    const id = await ordered()
    await at.until(id, ({ state, owed }) => state === 'completed' && owed.length > 0)
    strange.instead = () => null
    return id
  }

  it('is fetched now, long before the next try of its own (O14, I7)', async () => {
    const id = await owed()
    const startMs = performance.now()
    expect(await at.calls['requests.retry']({ id })).toMatchObject({ quote: null })
    await at.until(id, (view) => view.owed.length === 0)
    expect(performance.now() - startMs).toBeLessThan(4000)
    expect(posts()).toHaveLength(1)
  })

  it('is fetched now by the program that drives, asked by another one', async () => {
    const id = await owed()
    const beside = await engineAt(strange.base, strange.key, { home: at.home })
    const startMs = performance.now()
    await beside.calls['requests.retry']({ id })
    at.engine.driver.added()
    await at.until(id, (view) => view.owed.length === 0)
    expect(performance.now() - startMs).toBeLessThan(4000)
  })

  it('is not sent sooner: what only waits for its turn says so (O66)', async () => {
    at.engine.driver.pause(true)
    const id = await ordered()
    await expect(at.calls['requests.retry']({ id })).rejects.toThrow('the queue is paused')
    at.engine.driver.pause(false)
    expect(await at.settled(id)).toMatchObject({ state: 'completed' })
    await expect(at.calls['requests.retry']({ id })).rejects.toThrow('files are at home')
  })
})

describe('a stored body that was damaged on this computer', () => {
  it('is not sent again and not looped over: a person is asked, and may order it anew where nothing of it stands (I4, O47)', async () => {
    const bodies = join(at.engine.options.folders.data, 'bodies')
    strange.instead = ({ method }) => {
      if (method !== 'POST') return null
      for (const name of readdirSync(bodies)) writeFileSync(join(bodies, name), 'damaged')
      return { status: 429, body: { error: 'slow down' } }
    }
    const id = await ordered()
    const view = await at.settled(id)
    expect(view.decision?.question).toMatch(
      /no longer matches its receipt\. Nothing was sent this time\. Nothing was charged/,
    )
    expect(view.decision?.choices.map((choice) => choice.id)).toEqual(['new-order', 'leave'])
    expect(posts()).toHaveLength(1)
  })
})
