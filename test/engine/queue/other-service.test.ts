import { beforeEach, describe, expect, it } from 'vitest'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { StrangeService } from '../../support/strange-service.ts'

const entry = {
  id: 'm',
  credits_per_generation: 6,
  supported_ratios: ['1:1'],
  max_reference_images: 0,
  media_type: 'image',
  extra_config: {},
}

async function service(): Promise<StrangeService> {
  const strange = new StrangeService()
  await strange.open()
  strange.models = [{ entry, charge: () => 6 }]
  return strange
}

let here: StrangeService
let there: StrangeService
let at: EngineAt
/** Asks about its balance, and waits: both belong to the one service. */
let asked: string
let waits: string

beforeEach(async () => {
  here = await service()
  there = await service()
  const first = await engineAt(here.base, here.key)
  first.engine.driver.start()
  here.instead = ({ method }) =>
    method === 'POST' ? { status: 402, body: { error: 'top up', code: 'insufficient_credits' } } : null
  const order = async () => {
    const [id = ''] = await first.approve(await first.calls['quote.generation']({ prompt: 'x', modelId: 'm' }))
    return id
  }
  asked = await order()
  expect(await first.settled(asked)).toMatchObject({ decision: { kind: 'credits' } })
  first.engine.driver.pause(true)
  waits = await order()
  await first.close()
  at = await engineAt(there.base, there.key, { home: first.home })
})

const otherService = 'belongs to another service'
const acts = (): [string, () => Promise<unknown>][] => [
  ['send again', () => at.calls['requests.decide']({ id: asked, choice: 'send-again' })],
  ['new order', () => at.calls['requests.decide']({ id: asked, choice: 'new-order' })],
  ['leave', () => at.calls['requests.decide']({ id: asked, choice: 'leave' })],
  ['take out', () => at.calls['requests.cancel']({ ids: [waits] })],
  ['to the front', () => at.calls['queue.move']({ id: waits, before: null })],
  ['to the end', () => at.calls['queue.move']({ id: waits, before: null, toEnd: true })],
]

describe.each([
  ['drives', true],
  ['does not drive', false],
])('what another service has, in a program that %s', (_, drives) => {
  it('is neither sent, ordered, left, moved nor taken out at this one (I2, I3, I8)', async () => {
    const before = () => at.engine.store.receipts.list({})
    const receipts = before()
    if (drives) at.engine.driver.start()
    // Two of them wait here: there is a front and an end.
    at.engine.driver.pause(true)
    const quote = await at.calls['quote.generation']({ prompt: 'y', modelId: 'm' })
    const mine = [
      ...(await at.approve(quote)),
      ...(await at.approve(await at.calls['quote.generation']({ prompt: 'z', modelId: 'm' }))),
    ]
    for (const [name, act] of acts()) await expect(act(), name).rejects.toThrow(otherService)
    await at.calls['requests.lookNow']({ id: asked })
    expect(before().filter(({ id }) => !mine.includes(id))).toEqual(receipts)
    expect(there.count('POST', '/api/generate/v2')).toBe(0)
    expect(there.heard.filter(({ path }) => path.includes(asked))).toEqual([])
  })
})
