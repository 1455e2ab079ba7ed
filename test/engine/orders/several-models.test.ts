import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { GenerationOrder } from '../../../src/contract/orders.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { StrangeService } from '../../support/strange-service.ts'

let strange: StrangeService
let at: EngineAt

const prices: Record<string, number> = { plain: 8, fine: 12.5, large: 3 }
const ratios: Record<string, string[]> = { plain: ['1:1', '4:3'], fine: ['1:1'], large: ['1:1', '4:3'] }
const names = Object.keys(prices)

beforeEach(async () => {
  strange = new StrangeService()
  await strange.open()
  strange.models = names.map((id) => ({
    entry: {
      id,
      name: id.toUpperCase(),
      credits_per_generation: prices[id] ?? null,
      media_type: 'image',
      supported_ratios: ratios[id] ?? [],
      max_reference_images: id === 'fine' ? 1 : 2,
      extra_config: {},
    },
    charge: () => prices[id] ?? 0,
  }))
  at = await engineAt(strange.base, strange.key)
  at.engine.driver.start()
})

const quote = (order: Partial<GenerationOrder>) =>
  at.calls['quote.generation']({ prompt: 'a boat', modelId: 'plain', ...order })
const beside = (...ids: string[]) => ids.map((modelId) => ({ modelId, references: 0 }))

describe('several models in one order', () => {
  it('have one total, each its part, and a request and receipt of its own for every prompt (I2)', async () => {
    const variants = [{ prompt: 'a' }, { prompt: 'b' }]
    const view = await quote({ variants, alongside: beside('fine', 'large') })
    expect(view).toMatchObject({ requests: 6, credits: 47, each: null, problems: [] })
    expect(view.models).toEqual([
      { modelId: 'plain', name: 'PLAIN', requests: 2, price: 'known', credits: 16 },
      { modelId: 'fine', name: 'FINE', requests: 2, price: 'known', credits: 25 },
      { modelId: 'large', name: 'LARGE', requests: 2, price: 'known', credits: 6 },
    ])
    const ids = await at.approve(view)
    const made = await Promise.all(ids.map((id) => at.settled(id)))
    expect(made.map(({ title, creditsQuoted }) => [title, creditsQuoted])).toEqual([
      ['a', 8],
      ['b', 8],
      ['a', 12.5],
      ['b', 12.5],
      ['a', 3],
      ['b', 3],
    ])
    expect(new Set(made.map(({ batch }) => batch?.id)).size).toBe(1)
    expect([...strange.taken.values()].reduce((sum, each) => sum + each, 0)).toBe(47)
  })

  it('cost what they would cost one by one, whichever are chosen and however many are made of each', async () => {
    const chosen = fc.record({
      ids: fc.shuffledSubarray(names, { minLength: 2 }),
      prompts: fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 }),
      count: fc.integer({ min: 1, max: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(chosen, async ({ ids: [modelId = '', ...others], prompts, count }) => {
        const variants = prompts.map((prompt) => ({ prompt }))
        const together = await quote({ modelId, variants, count, alongside: beside(...others) })
        const alone = await Promise.all([modelId, ...others].map((id) => quote({ modelId: id, variants, count })))
        expect(together.credits).toBe(alone.reduce((sum, each) => sum + (each.credits ?? Number.NaN), 0))
        expect(together.models.map(({ credits }) => credits)).toEqual(alone.map(({ credits }) => credits))
        expect(together.requests).toBe((1 + others.length) * prompts.length * count)
      }),
      { numRuns: 25 },
    )
  })

  it('are no other order than the one that was shown: a model more, less or another is refused (O2)', async () => {
    const shown = await quote({ alongside: beside('fine') })
    const hashes = await Promise.all(
      [{ alongside: beside('large') }, { alongside: beside('fine', 'large') }, {}].map((order) => quote(order)),
    )
    expect(new Set([shown, ...hashes].map(({ contentHash }) => contentHash)).size).toBe(4)
    const [other] = hashes
    await expect(
      at.calls['orders.approve']({
        quoteId: shown.id,
        credits: shown.credits,
        contentHash: other?.contentHash,
      }),
    ).rejects.toThrow('not the one that was shown')
    expect(strange.taken.size).toBe(0)
  })

  it('keep to their own choices: what one does not have names it, and nothing is ordered of any', async () => {
    const alongside = [{ modelId: 'fine', references: 0, aspectRatio: '4:3' }]
    const { problems } = await quote({ aspectRatio: '4:3', alongside })
    expect(problems).toEqual([{ field: null, message: expect.stringMatching(/^FINE does not make 4:3/) }])
    await expect(at.approve(await quote({ alongside }))).rejects.toThrow('FINE does not make 4:3')
    const unlisted = await quote({ alongside: beside('gone') })
    expect(unlisted.problems[0]?.message).toContain('“gone”')
    const references = ['https://pictures.example/1.png', 'https://pictures.example/2.png']
    const fitting = await quote({ references, alongside: [{ modelId: 'fine', references: 1 }] })
    expect(fitting.problems).toEqual([])
    const over = await quote({ references, alongside: [{ modelId: 'fine', references: 2 }] })
    expect(over.problems[0]?.message).toContain('FINE')
  })

  it('are counted together against what one order takes', async () => {
    const variants = Array.from({ length: 30 }, (_, at) => ({ prompt: `p${at}` }))
    const { problems } = await quote({ variants, count: 6, alongside: beside('fine', 'large') })
    expect(problems[0]?.message).toContain('540 requests')
  })

  it('made by one of them before are left out of its part and of the total', async () => {
    const [id = ''] = await at.approve(await quote({ modelId: 'fine' }))
    await at.settled(id)
    const view = await quote({ alongside: beside('fine', 'large') })
    expect(view.rest).toMatchObject({ requests: 2, credits: 11 })
    expect(view.rest?.models.map(({ modelId, credits }) => [modelId, credits])).toEqual([
      ['plain', 8],
      ['large', 3],
    ])
  })
})
