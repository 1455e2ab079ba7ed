import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { newFolder } from '../../support/folders.ts'
import { pictureSkill, StrangeService } from '../../support/strange-service.ts'

const submit = '/api/generate/v2'

let strange: StrangeService
let at: EngineAt
let charged: number
/** Whether the list of models can still be read once something was charged. */
let isListRead: boolean

function shows(credits: number): void {
  const entry = {
    id: 'm',
    credits_per_generation: credits,
    supported_ratios: ['1:1'],
    max_reference_images: 0,
    media_type: 'image',
    extra_config: {},
  }
  strange.models = [
    { entry, charge: () => charged },
    { entry: { ...entry, id: 'other' }, charge: () => 5 },
  ]
  strange.skills.set(
    'cut',
    pictureSkill({ credits }, () => charged),
  )
}

beforeEach(async () => {
  strange = new StrangeService()
  await strange.open()
  shows(5)
  charged = 5
  isListRead = true
  at = await engineAt(strange.base, strange.key)
  at.engine.driver.start()
})

const order = async (prompt: string, modelId = 'm'): Promise<string> => {
  const quote = await at.calls['quote.generation']({ prompt, modelId })
  return (await at.approve(quote))[0] ?? ''
}
const postsOf = (prompt: string) =>
  strange.heard.filter(({ method, path, body }) => method === 'POST' && path === submit && body.prompt === prompt)

/**
 * While one order is held up by a limit of the service, another one is charged 50 credits, which were shown as 5.
 * @param asCharged what else changes at the service at that moment
 */
async function heldUpMeanwhile(modelId: string, asCharged = () => {}): Promise<string> {
  let isLimited = true
  const limit = { success: false, error: 'not now', code: 'rate_limited', retryAfterSeconds: 1 }
  strange.instead = ({ method, path, body }) => {
    if (body.prompt === 'first') asCharged()
    if (path === '/api/models' && strange.taken.size > 0 && !isListRead)
      return { status: 500, body: { success: false } }
    return isLimited && method === 'POST' && body.prompt === 'held up' ? { status: 429, body: limit } : null
  }
  const held = await order('held up', modelId)
  await expect.poll(() => postsOf('held up').length).toBeGreaterThan(0)
  charged = 50
  const first = await order('first')
  expect(await at.settled(first)).toMatchObject({ state: 'completed', creditsQuoted: 5, creditsUsed: 50 })
  isLimited = false
  return held
}

async function picture(grey: number): Promise<string> {
  const path = join(newFolder(), `${grey}.png`)
  const background = { r: grey, g: grey, b: grey }
  await sharp({ create: { width: 24, height: 16, channels: 3, background } })
    .png()
    .toFile(path)
  return path
}

describe('a charge above the price that was shown', () => {
  it('is news: nothing of its kind leaves at the old price, though the list goes on to show that (M2, I10)', async () => {
    const held = await heldUpMeanwhile('m')
    const view = await at.settled(held)
    expect(view).toMatchObject({ decision: { kind: 'price', price: { from: 5, to: 50 } } })
    expect([...strange.taken.values()]).toEqual([50])
    // Accepted at what the service takes, it goes: nobody is asked twice.
    await at.calls['requests.decide']({ id: held, choice: 'accept-price' })
    const anew = (await at.calls['requests.list']({})).find(({ creditsQuoted }) => creditsQuoted === 50)?.id ?? ''
    expect(await at.settled(anew)).toMatchObject({ state: 'completed', creditsUsed: 50 })
  })

  it('counts for what its own list shows from then on, and is not added to that (M2)', async () => {
    const held = await heldUpMeanwhile('m', () => shows(50))
    expect(await at.settled(held)).toMatchObject({ decision: { kind: 'price', price: { from: 5, to: 50 } } })
    const next = await order('next')
    expect(await at.settled(next)).toMatchObject({ state: 'completed', creditsQuoted: 50, creditsUsed: 50 })
  })

  it('is over once the service charges again what its list shows (M2)', async () => {
    const held = await heldUpMeanwhile('m')
    await at.settled(held)
    await at.calls['requests.decide']({ id: held, choice: 'accept-price' })
    charged = 5
    const anew = (await at.calls['requests.list']({})).find(({ creditsQuoted }) => creditsQuoted === 50)?.id ?? ''
    expect(await at.settled(anew)).toMatchObject({ state: 'completed', creditsUsed: 5 })
    expect(await at.settled(await order('next'))).toMatchObject({
      state: 'completed',
      creditsQuoted: 5,
      creditsUsed: 5,
    })
  })

  it('is shown beforehand from then on, with its reason, also by a program that was not there (M2)', async () => {
    charged = 50
    expect(await at.settled(await order('first'))).toMatchObject({ creditsQuoted: 5, creditsUsed: 50 })
    const { home } = at
    await at.close()
    at = await engineAt(strange.base, strange.key, { home })
    const quote = await at.calls['quote.generation']({ prompt: 'next', modelId: 'm', count: 2 })
    expect(quote).toMatchObject({ price: 'known', credits: 100, each: 50 })
    expect(quote.notes.filter((note) => note.includes('charged 50 credits for the last order of m'))).toHaveLength(1)
    expect(await at.calls['quote.generation']({ prompt: 'next', modelId: 'other' })).toMatchObject({ credits: 5 })
  })

  it('that comes between a quote and its approval is a rise: nothing is taken at the old sum (M2)', async () => {
    // Within the half minute in which the list of before is good otherwise.
    await at.close()
    at = await engineAt(strange.base, strange.key, { timeScale: 1 })
    at.engine.driver.start()
    const quote = await at.calls['quote.generation']({ prompt: 'next', modelId: 'm' })
    expect(quote.credits).toBe(5)
    charged = 50
    await at.until(await order('first'), ({ creditsUsed }) => creditsUsed === 50)
    await expect(at.approve(quote)).rejects.toThrow('you accepted 5 credits, and it costs 50 credits now')
  })

  it('is not taken back by a charge of nothing, which tells of a failure (M2)', async () => {
    charged = 50
    await at.settled(await order('first'))
    charged = 0
    expect(await at.settled(await order('second'))).toMatchObject({ creditsQuoted: 50, creditsUsed: 0 })
    expect(await at.calls['quote.generation']({ prompt: 'next', modelId: 'm' })).toMatchObject({ credits: 50 })
  })

  it('delays what the list cannot be read for, however young its copy is (M2, I10)', async () => {
    isListRead = false
    const held = await heldUpMeanwhile('m')
    await at.until(held, ({ now }) => now.includes('price'))
    expect([...strange.taken.values()]).toEqual([50])
  })

  it('says nothing of other models (M2)', async () => {
    const held = await heldUpMeanwhile('other')
    expect(await at.settled(held)).toMatchObject({ state: 'completed', creditsQuoted: 5, creditsUsed: 5 })
  })

  it('is not taken back by a set of which a part could not be begun, though that costs less (M2, I10)', async () => {
    shows(18)
    const items = (...modules: string[]) =>
      modules.map((module) => ({ module, generationId: `job-${module}`, status: 'processing', creditsUsed: 7 }))
    const left = { module: 'f', error: 'the job could not be dispatched', code: 'dispatch_failed' }
    const answers = [
      { status: 'processing', expectedCount: 3, items: items('a', 'b', 'c'), creditsUsed: 21 },
      { status: 'partial', expectedCount: 3, items: [...items('d', 'e'), left], creditsUsed: 14 },
    ]
    strange.instead = ({ method, path, body: { requestId = null } }) =>
      method === 'POST' && path === '/api/skills/cut/run'
        ? { status: 200, body: { success: true, requestId, ...(answers.shift() ?? {}) } }
        : null
    const ordered = async (grey: number) => {
      const quote = await at.calls['quote.skill']({ skill: 'cut', files: [await picture(grey)] })
      return (await at.approve(quote))[0] ?? ''
    }
    await at.until(await ordered(1), ({ creditsUsed }) => creditsUsed === 21)
    await at.until(await ordered(2), ({ creditsUsed }) => creditsUsed === 14)
    const third = await at.calls['quote.skill']({ skill: 'cut', files: [await picture(3)] })
    expect(third).toMatchObject({ credits: 21, notes: [expect.stringContaining('charged 21 credits')] })
  })
})
