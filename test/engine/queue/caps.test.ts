import { rmSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import type { QuoteView } from '../../../src/contract/quotes.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { StrangeService } from '../../support/strange-service.ts'

const submit = '/api/generate/v2'

let strange: StrangeService
let at: EngineAt
let price: number
/** Moves the app's clock on; five minutes are 3 seconds at this time scale. */
let later = 0

beforeEach(async () => {
  later = 0
  price = 8
  strange = new StrangeService()
  await strange.open()
  offer()
  at = await engineAt(strange.base, strange.key, { now: () => Date.now() + later })
})

function offer(): void {
  const entry = { id: 'm', credits_per_generation: price, media_type: 'image', extra_config: {} }
  strange.models = [{ entry, charge: () => price }]
}

const picture = (count = 1, by = at): Promise<QuoteView> =>
  by.calls['quote.generation']({ prompt: 'x', modelId: 'm', count })
const ordered = async (count = 1): Promise<string[]> => at.approve(await picture(count))
const posts = () => strange.count('POST', submit)
const taken = () => [...strange.taken.values()].reduce((sum, credits) => sum + credits, 0)

describe('a cap at approval', () => {
  it('refuses an order whole, with cap, spent, reserved and what is left; nothing is written or sent', async () => {
    await at.calls['queue.setCaps']({ day: 30 })
    const [first = ''] = await ordered(1)
    at.engine.driver.start()
    await at.settled(first)
    at.engine.driver.pause(true)
    await ordered(1)
    const quote = await picture(2)
    expect(quote.overCap).toContain('your limit is 30 credits in 24 hours')
    await expect(at.approve(quote)).rejects.toThrow(
      'It costs 16 credits, and your limit is 30 credits in 24 hours: 8 spent, 8 reserved for other orders, so 14 are left. This order was not taken. Nothing was sent or charged.',
    )
    expect(at.engine.store.receipts.list({})).toHaveLength(2)
    expect(await at.calls['queue.caps'](undefined)).toEqual({ day: 30, batch: null, spent: 8, reserved: 8, left: 14 })
    await ordered(1)
    expect(posts()).toBe(1)
  })

  it('of a batch holds for each batch by itself, to the credit', async () => {
    await at.calls['queue.setCaps']({ batch: 16 })
    await expect(ordered(3)).rejects.toThrow('16 credits per order')
    expect(await ordered(2)).toHaveLength(2)
    expect(await ordered(2)).toHaveLength(2)
  })

  it('never lets an order through whose price is not known (O71)', async () => {
    const inputSchema = { type: 'object', required: ['brand'], properties: { brand: { type: 'string' } } }
    strange.skills.set('s', { entry: { pricing: 'ask at the desk', inputSchema }, charge: () => 5 })
    const unknown = await at.calls['quote.skill']({ skill: 's', files: [], values: { brand: 'x' } })
    expect(unknown).toMatchObject({ price: 'unknown', problems: [] })
    await at.calls['queue.setCaps']({ day: 1_000_000 })
    await expect(at.approve(unknown)).rejects.toThrow('Its price is not known')
    await at.calls['queue.setCaps']({ day: null })
    await at.approve(unknown)
    // What was ordered so leaves nothing to tell what is left.
    await at.calls['queue.setCaps']({ day: 1_000_000 })
    await expect(ordered()).rejects.toThrow('cannot be told')
  })

  it('is one cap for two programs that order at the same moment (I2)', async () => {
    await at.calls['queue.setCaps']({ day: 20 })
    const other = await engineAt(strange.base, strange.key, { home: at.home })
    const quotes = [await picture(2), await picture(2, other)] as const
    const both = await Promise.allSettled([at.approve(quotes[0]), other.approve(quotes[1])])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(at.engine.store.receipts.list({})).toHaveLength(2)
  })
})

describe('a cap just before sending', () => {
  it('that was lowered lets through what fits and asks for the rest; raised, the rest goes on (O133)', async () => {
    const ids = await ordered(3)
    await at.calls['queue.setCaps']({ day: 10 })
    at.engine.driver.start()
    for (const id of ids) await at.settled(id)
    expect([posts(), taken()]).toEqual([1, 8])
    const stopped = (await Promise.all(ids.map((id) => at.settled(id)))).filter((view) => view.decision !== null)
    expect(stopped).toHaveLength(2)
    for (const view of stopped) {
      // Stopped before its body was written, and so before anything could have been sent.
      expect(at.engine.store.receipts.get(view.id)?.body).toBeNull()
      expect(view.decision?.question).toMatch(
        /Stopped before your limit.*10 credits in 24 hours.*Nothing was sent\. Nothing was charged\./,
      )
      expect(view.decision?.choices.map(({ id, label }) => [id, label])).toEqual([
        ['try-again', 'Retry'],
        ['leave', 'Cancel'],
      ])
    }
    await at.calls['requests.decide']({ id: stopped[0]?.id ?? '', choice: 'try-again' })
    expect(await at.settled(stopped[0]?.id ?? '')).toMatchObject({ state: 'needs-decision' })
    expect(posts()).toBe(1)
    // Room for one of the two: the other is not even tried.
    const revision = () => at.engine.store.receipts.get(stopped[1]?.id ?? '')?.revision
    const before = revision()
    await at.calls['queue.setCaps']({ day: 16 })
    expect(revision()).toBe(before)
    await at.settled(stopped[0]?.id ?? '')
    expect([posts(), taken()]).toEqual([2, 16])
    await at.calls['queue.setCaps']({ day: null })
    for (const id of ids) expect(await at.settled(id)).toMatchObject({ state: 'completed' })
    expect([posts(), taken()]).toEqual([3, 24])
  })

  it('is looked at before anything is uploaded, too: uploads count (O90)', async () => {
    const inputSchema = {
      type: 'object',
      required: ['imageUrl'],
      properties: { imageUrl: { type: 'string', format: 'uri' } },
    }
    strange.skills.set('cut', { entry: { materials: ['imageUrl'], pricing: 3, inputSchema }, charge: () => 3 })
    const quote = await at.calls['quote.skill']({ skill: 'cut', files: ['https://pictures.example/a.png'] })
    const [id = ''] = await at.approve(quote)
    await at.calls['queue.setCaps']({ day: 2 })
    at.engine.driver.start()
    expect(await at.settled(id)).toMatchObject({ state: 'needs-decision' })
    expect(strange.heard.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('holds against a price rise that was accepted', async () => {
    await at.calls['queue.setCaps']({ day: 20 })
    const ids = await ordered(2)
    later += 4000
    price = 12
    offer()
    at.engine.driver.start()
    for (const id of ids) {
      expect(await at.settled(id)).toMatchObject({ decision: { price: { from: 8, to: 12 } } })
      await at.calls['requests.decide']({ id, choice: 'accept-price' })
    }
    const states = await Promise.all(ids.map((id) => at.settled(id)))
    expect(states.map(({ state }) => state).sort()).toEqual(['completed', 'needs-decision'])
    expect([posts(), taken()]).toEqual([1, 12])
  })

  it('holds for a batch under a lowered cap', async () => {
    const ids = await ordered(3)
    await at.calls['queue.setCaps']({ batch: 17 })
    at.engine.driver.start()
    for (const id of ids) await at.settled(id)
    expect([posts(), taken()]).toEqual([2, 16])
  })

  it('holds for a request that was refused before, of which nothing stands (O61, I3, I6)', async () => {
    strange.instead = ({ method }) => (method === 'POST' ? { status: 402, body: { error: 'low' } } : null)
    const [id = ''] = await ordered()
    at.engine.driver.start()
    expect((await at.settled(id)).decision?.choices.map((choice) => choice.id)).toContain('send-again')
    strange.instead = () => null
    await at.calls['queue.setCaps']({ day: 5 })
    await at.calls['requests.decide']({ id, choice: 'send-again' })
    const view = await at.settled(id)
    expect(view.decision?.question).toMatch(/Nothing was sent this time\. Nothing was charged/)
    expect([posts(), taken()]).toEqual([1, 0])
    await at.calls['queue.setCaps']({ day: 8 })
    expect(await at.settled(id)).toMatchObject({ id, state: 'completed', creditsUsed: 8 })
    expect(posts()).toBe(2)
  })
})

describe('what was set about the queue', () => {
  it('is kept for each service by itself', async () => {
    await at.calls['queue.setCaps']({ day: 5, batch: 4 })
    const other = new StrangeService()
    await other.open()
    other.models = strange.models
    const there = await engineAt(other.base, other.key, { home: at.home })
    expect(await there.calls['queue.caps'](undefined)).toMatchObject({ day: null, batch: null })
    await there.approve(await picture(1, there))
    expect(await at.calls['queue.caps'](undefined)).toMatchObject({ day: 5, batch: 4, reserved: 0 })
    await at.calls['queue.setCaps']({ day: null })
    expect(await at.calls['queue.caps'](undefined)).toMatchObject({ day: null, batch: 4 })
  })

  it('outlives the database: pause and caps come back, and what was spent does (I8)', async () => {
    await at.calls['queue.setCaps']({ day: 10 })
    const [id = ''] = await ordered()
    at.engine.driver.start()
    await at.settled(id)
    at.engine.driver.pause(true)
    const { database } = at.engine.store.paths
    await at.close()
    for (const end of ['', '-wal', '-shm']) rmSync(database + end, { force: true })
    const again = await engineAt(strange.base, strange.key, { home: at.home })
    expect(again.engine.driver.paused).toBe(true)
    expect(await again.calls['queue.caps'](undefined)).toMatchObject({ day: 10, spent: 8, left: 2 })
    await expect(again.approve(await picture(1, again))).rejects.toThrow('so 2 are left')
  })

  it('that cannot be read holds everything back', async () => {
    at.engine.store.settings.setCaps(at.engine.origin, 'nonsense')
    await expect(ordered()).rejects.toThrow('your limit is 0 credits')
  })
})
