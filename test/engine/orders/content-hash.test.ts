import { beforeEach, expect, it } from 'vitest'
import type { CallInput } from '../../../src/contract/ipc.ts'
import type { QuoteView } from '../../../src/contract/quotes.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { StrangeService } from '../../support/strange-service.ts'

let strange: StrangeService
let at: EngineAt

beforeEach(async () => {
  strange = new StrangeService()
  await strange.open()
  strange.models = [
    { entry: { id: 'm', credits_per_generation: 8, media_type: 'image', extra_config: {} }, charge: () => 8 },
  ]
  at = await engineAt(strange.base, strange.key)
  at.engine.driver.pause(true)
})

const quote = (order: Partial<CallInput<'quote.generation'>> = {}): Promise<QuoteView> =>
  at.calls['quote.generation']({ prompt: 'a lamp', modelId: 'm', ...order })

it('a quote has the hash of all that it buys: the same as often as it is worked out, another for anything else (W1)', async () => {
  const { contentHash } = await quote()
  expect(contentHash).toMatch(/^[\da-f]{64}$/)
  expect((await quote()).contentHash).toBe(contentHash)
  const others = [
    await quote({ prompt: 'a kite' }),
    await quote({ count: 2 }),
    await quote({ alsoTo: { to: { kind: 'folder', folder: at.home }, template: '{prompt}' } }),
  ]
  expect(new Set([contentHash, ...others.map((other) => other.contentHash)])).toHaveLength(4)
  for (const model of strange.models) model.entry.credits_per_generation = 9
  await at.calls['catalogue.models']({ fresh: true })
  expect(await quote()).toMatchObject({ credits: 9, contentHash: expect.not.stringMatching(contentHash) })
})

it('an order is taken where it is the one that was shown, and another one at the same price is not (W1)', async () => {
  const [lamp, kite] = [await quote(), await quote({ prompt: 'a kite' })]
  const { credits, contentHash } = lamp
  const approve = (quoteId: string): Promise<unknown> => at.calls['orders.approve']({ quoteId, credits, contentHash })
  await expect(approve(kite.id)).rejects.toThrow(
    'The order is not the one that was shown. Nothing was sent or charged.',
  )
  expect(at.engine.store.receipts.list({})).toEqual([])
  await approve(lamp.id)
  expect(at.engine.store.receipts.list({})).toMatchObject([{ order: { fields: { prompt: 'a lamp' } } }])
})
