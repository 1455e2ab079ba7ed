import { beforeEach, describe, expect, it } from 'vitest'
import { agentsView } from '../../../src/engine/api/agents.ts'
import { type AgentOrdered, AgentOrders, type AgentWish } from '../../../src/engine/quoting/agent-orders.ts'
import { QuoteService } from '../../../src/engine/quoting/quote-service.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { StrangeService } from '../../support/strange-service.ts'

const submit = '/api/generate/v2'

let strange: StrangeService
let at: EngineAt
let price: number

beforeEach(async () => {
  price = 8
  strange = new StrangeService()
  await strange.open()
  offer()
  at = await engineAt(strange.base, strange.key)
})

function offer(): void {
  const entry = { id: 'm', credits_per_generation: price, media_type: 'image', extra_config: {} }
  strange.models = [{ entry, charge: () => price }]
}

type Wish = Partial<AgentWish> & { prompt?: string; count?: number }

function order({ prompt = 'a lake', count = 1, ...wish }: Wish = {}, by = at): Promise<AgentOrdered> {
  const quotes = new QuoteService(by.engine)
  return new AgentOrders(by.engine, quotes).order({
    key: null,
    asked: `${prompt} ${count}`,
    isRepeat: false,
    maxCredits: null,
    waitsAbove: null,
    quote: () => quotes.generation({ prompt, modelId: 'm', count }),
    ...wish,
  })
}

const posts = () => strange.count('POST', submit)
const standing = ({ receipts }: AgentOrdered) => receipts.map(({ phase }) => phase)
const idOf = ({ receipts: [first] }: AgentOrdered): string => first?.id ?? ''

describe('an agent', () => {
  it('spends nothing where no budget is set, however cheap: it waits for a person (M13)', async () => {
    price = 0
    offer()
    const made = await order()
    expect([standing(made), made.waits]).toEqual([
      ['needs-decision'],
      'It costs 0 credits, and agents may spend 0 credits in all: 0 spent, 0 reserved for other orders, so 0 are left.',
    ])
    at.engine.driver.start()
    await at.settled(idOf(made))
    expect(posts()).toBe(0)
  })

  it('orders within its budget to the credit; what is above waits, is seen with its price, and holds nothing (M13)', async () => {
    at.engine.budget.setAgents(16)
    at.engine.driver.start()
    const within = [await order({ prompt: 'one' }), await order({ prompt: 'two' })]
    const above = await order({ prompt: 'three' })
    for (const made of within) expect(await at.settled(idOf(made))).toMatchObject({ state: 'completed' })
    expect(await at.settled(idOf(above))).toMatchObject({
      state: 'needs-decision',
      creditsQuoted: 8,
      decision: {
        kind: 'budget',
        question: expect.stringContaining(
          'agents may spend 16 credits in all: 0 spent, 16 reserved for other orders, so 0 are left. Nothing was sent.',
        ),
        choices: [
          { id: 'accept-price', label: 'Approve and send', credits: 8 },
          { id: 'leave', credits: null },
        ],
      },
    })
    expect(posts()).toBe(2)
    expect(agentsView(at.engine)).toEqual({ credits: 16, spent: 16, reserved: 0, left: 0 })
    // Nobody has approved it, so it takes nothing from what the owner may spend.
    expect(await at.calls['queue.caps'](undefined)).toMatchObject({ spent: 16, reserved: 0 })
  })

  it('reserves before anything is sent, and what is given back it may spend again (M13, O134)', async () => {
    at.engine.budget.setAgents(8)
    const first = await order({ prompt: 'one' })
    expect(agentsView(at.engine)).toEqual({ credits: 8, spent: 0, reserved: 8, left: 0 })
    expect(standing(await order({ prompt: 'two' }))).toEqual(['needs-decision'])
    await at.calls['requests.cancel']({ ids: [idOf(first)] })
    expect(agentsView(at.engine)).toMatchObject({ reserved: 0, left: 8 })
    expect(standing(await order({ prompt: 'three' }))).toEqual(['approved'])
  })

  it('counts by the receipts of its budget alone: no clock that is set back, and no restart, gives any of it again (M13)', async () => {
    at.engine.budget.setAgents(8)
    await order({ prompt: 'one' })
    await at.close()
    const later = await engineAt(strange.base, strange.key, { home: at.home, now: () => Date.now() - 10 * 86_400_000 })
    expect(standing(await order({ prompt: 'two' }, later))).toEqual(['needs-decision'])
    // More of the same budget; taken away and set anew it begins anew.
    later.engine.budget.setAgents(16)
    expect(agentsView(later.engine)).toMatchObject({ reserved: 8, left: 8 })
    later.engine.budget.setAgents(null)
    expect(agentsView(later.engine)).toMatchObject({ credits: null, left: null })
    later.engine.budget.setAgents(16)
    expect(agentsView(later.engine)).toMatchObject({ reserved: 0, left: 16 })
  })

  it('in two programs at the same moment never passes the budget together (M13, I2)', async () => {
    at.engine.budget.setAgents(20)
    const other = await engineAt(strange.base, strange.key, { home: at.home })
    const made = await Promise.all([
      order({ prompt: 'one', count: 2 }),
      order({ prompt: 'two', count: 2 }, other),
      order({ prompt: 'three' }),
      order({ prompt: 'four' }, other),
    ])
    const held = agentsView(at.engine)
    expect(held.reserved).toBeLessThanOrEqual(20)
    expect(made.flatMap(standing).filter((phase) => phase === 'approved')).toHaveLength((held.reserved ?? 0) / 8)
    expect(made.flatMap(standing)).toHaveLength(6)
  })

  it('sends nothing any more that it had ordered within a budget that was taken away or lowered before it left (M13)', async () => {
    at.engine.budget.setAgents(16)
    const [first, second] = [await order({ prompt: 'one' }), await order({ prompt: 'two' })]
    at.engine.budget.setAgents(null)
    at.engine.driver.start()
    for (const made of [first, second])
      expect(await at.settled(idOf(made))).toMatchObject({ state: 'needs-decision', decision: { kind: 'budget' } })
    expect(posts()).toBe(0)
  })

  it('never orders within the budget what has no known price: it waits (O71, M13)', async () => {
    const inputSchema = { type: 'object', required: ['brand'], properties: { brand: { type: 'string' } } }
    strange.skills.set('s', { entry: { pricing: 'ask at the desk', inputSchema }, charge: () => 5 })
    at.engine.budget.setAgents(1000)
    at.engine.driver.start()
    const quotes = new QuoteService(at.engine)
    const made = await new AgentOrders(at.engine, quotes).order({
      key: null,
      asked: 's',
      isRepeat: false,
      maxCredits: null,
      waitsAbove: null,
      quote: () => quotes.skill({ skill: 's', files: [], values: { brand: 'x' } }),
    })
    const view = await at.settled(idOf(made))
    expect(view).toMatchObject({ state: 'needs-decision', creditsQuoted: null })
    expect(view.decision?.choices.map(({ id, credits }) => [id, credits])).toEqual([
      ['accept-price', null],
      ['leave', null],
    ])
    expect(strange.heard.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('that asked for more is answered by a person, whose order it is then: it leaves at once and counts in no budget (M13)', async () => {
    at.engine.budget.setAgents(4)
    at.engine.driver.start()
    const made = await order()
    await at.calls['requests.decide']({ id: idOf(made), choice: 'accept-price', credits: 8 })
    expect(await at.settled(idOf(made))).toMatchObject({ state: 'completed', creditsUsed: 8 })
    expect(agentsView(at.engine)).toEqual({ credits: 4, spent: 0, reserved: 0, left: 4 })
    const left = await order({ prompt: 'two' })
    await at.calls['requests.decide']({ id: idOf(left), choice: 'leave' })
    expect(await at.settled(idOf(left))).toMatchObject({
      state: 'cancelled',
      error: expect.stringContaining('Nothing was charged'),
    })
    expect(posts()).toBe(1)
  })

  it('fills the queue with no more than a person can look through', async () => {
    for (let n = 0; n < 10; n += 1) await order({ prompt: `${n}`, count: 20 })
    await expect(order({ prompt: 'one more' })).rejects.toThrow('200 requests of agents wait in the Queue')
    expect(at.engine.store.receipts.list({})).toHaveLength(200)
  })
})

describe('an order of an agent that is asked for again', () => {
  it('under its key is the same order, also after a restart, and needs no service; another one is refused (M14)', async () => {
    at.engine.budget.setAgents(100)
    const first = await order({ key: 'k', count: 2 })
    expect(first).toMatchObject({ isEarlier: false })
    await at.close()
    strange.models = []
    const next = await engineAt(strange.base, strange.key, { home: at.home })
    const again = await order({ key: 'k', count: 2, quote: () => Promise.reject(new Error('asked')) }, next)
    expect(again.isEarlier).toBe(true)
    expect(again.receipts.map(({ id }) => id)).toEqual(first.receipts.map(({ id }) => id))
    await expect(order({ key: 'k', prompt: 'a river' }, next)).rejects.toThrow('was used for another order')
    expect(next.engine.store.receipts.list({})).toHaveLength(2)
  })

  it('under one key by two programs at the same moment is made once, within the budget or above it (M14, I2)', async () => {
    for (const credits of [100, 4]) {
      at.engine.budget.setAgents(credits)
      const other = await engineAt(strange.base, strange.key, { home: at.home })
      const both = await Promise.all([
        order({ key: `k${credits}`, isRepeat: true }),
        order({ key: `k${credits}`, isRepeat: true }, other),
      ])
      expect(new Set(both.map(idOf)).size).toBe(1)
      expect(both.map(({ isEarlier }) => isEarlier).sort()).toEqual([false, true])
    }
    expect(at.engine.store.receipts.list({})).toHaveLength(2)
  })

  it('without a key is not made a second time while it is at home, under way or waits, unless a repeat is asked for (M14)', async () => {
    at.engine.budget.setAgents(100)
    const first = await order()
    const again = await order()
    expect(again).toMatchObject({ receipts: [], quote: { alreadyPaid: [{ requestId: idOf(first), isOpen: true }] } })
    at.engine.driver.start()
    await at.settled(idOf(first))
    expect((await order()).receipts).toEqual([])
    expect((await order({ key: 'r', isRepeat: true })).receipts).toHaveLength(1)
    expect(at.engine.store.receipts.list({})).toHaveLength(2)
  })
})

describe('an order of an agent that cannot be made', () => {
  it('is refused in words where something in it is wrong, or it costs more than the agent named, and nothing waits', async () => {
    at.engine.budget.setAgents(100)
    await expect(order({ maxCredits: 7 })).rejects.toThrow('It costs 8, and you named 7 as the most')
    await expect(order({ prompt: ' ' })).rejects.toThrow()
    await at.calls['queue.setCaps']({ day: 4 })
    await expect(order()).rejects.toThrow('your limit is 4 credits in 24 hours')
    expect(at.engine.store.receipts.list({})).toEqual([])
  })

  it('waits where the one who started the agent named less, whatever the budget says', async () => {
    at.engine.budget.setAgents(100)
    expect(standing(await order({ waitsAbove: 7 }))).toEqual(['needs-decision'])
    expect(standing(await order({ prompt: 'two', waitsAbove: 8 }))).toEqual(['approved'])
  })
})
