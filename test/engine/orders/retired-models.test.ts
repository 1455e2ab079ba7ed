import { expect, it } from 'vitest'
import { startPractice } from '../../practice/support/practice.ts'
import { engineAt } from '../../support/engine-at.ts'
import { eventually } from '../../support/eventually.ts'
import { type Priced, StrangeService } from '../../support/strange-service.ts'

it('a retired model is neither listed nor ordered, though the service lists it when asked for all (O68)', async () => {
  const practice = await startPractice()
  const at = await engineAt(practice.practice.url, practice.key())
  const { body } = await practice.get('/api/models?active=false')
  const all = (body.models as { id: string }[]).map(({ id }) => id)
  const { models } = await at.calls['catalogue.models']({})
  const retired = all.filter((id) => !models.some((model) => model.id === id))
  expect(retired).not.toEqual([])
  for (const modelId of retired) {
    const quote = await at.calls['quote.generation']({ prompt: 'x', modelId })
    expect(quote.problems.map(({ field }) => field)).toEqual(['modelId'])
    await expect(at.approve(quote)).rejects.toThrow('Nothing was sent or charged')
  }
})

const modelOf = (id: string): Priced => ({
  charge: () => 3,
  entry: { id, credits_per_generation: 3, supported_ratios: [], media_type: 'image', extra_config: {} },
})

it('a model that is refused since it was retired after the list was read is gone from the next list (O69)', async () => {
  const strange = new StrangeService()
  await strange.open()
  strange.models = [modelOf('old'), modelOf('new')]
  // The list stays young enough to pay by, however slow the machine is.
  const at = await engineAt(strange.base, strange.key, { timeScale: 1 })
  const [id = ''] = await at.approve(await at.calls['quote.generation']({ prompt: 'x', modelId: 'old' }))
  strange.models = [modelOf('new')]
  at.engine.driver.start()
  const view = await at.settled(id)
  expect(view).toMatchObject({ state: 'rejected', creditsUsed: null })
  expect(view.error).toMatch(/Nothing was charged.*no such model.*Change the order/)
  await eventually(async () => {
    const { models } = await at.calls['catalogue.models']({})
    expect(models.map((model) => model.id)).toEqual(['new'])
  })
  const again = await at.calls['quote.generation']({ prompt: 'x', modelId: 'old' })
  expect(again.problems.map(({ field }) => field)).toEqual(['modelId'])
  expect(strange.count('POST', '/api/generate/v2')).toBe(1)
})
