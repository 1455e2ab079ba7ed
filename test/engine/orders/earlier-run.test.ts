import { cpSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { isEndState } from '../../../src/domain/request/states.ts'
import { startPractice } from '../../practice/support/practice.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { newFolder } from '../../support/folders.ts'
import { StrangeService } from '../../support/strange-service.ts'
import { newRig, postsOf, scale } from '../queue/support/rig.ts'

const submit = '/api/generate/v2'
const requests = '/api/generate/v2/requests/'

let strange: StrangeService

beforeEach(async () => {
  strange = new StrangeService()
  await strange.open()
  const entry = {
    id: 'm',
    credits_per_generation: 6,
    supported_ratios: ['1:1'],
    max_reference_images: 0,
    media_type: 'image',
    extra_config: {},
  }
  strange.models = [{ entry, charge: () => 6 }]
})

/** What was said of orders, in the order in which it was said: looks, and paid posts. */
const heard = () =>
  strange.heard.flatMap(({ method, path }) =>
    method === 'POST' && path === submit ? ['post'] : path.startsWith(requests) ? ['look'] : [],
  )

const open = (home?: string): Promise<EngineAt> =>
  // Slow enough that a look is still young when what it permits is sent, on a busy machine too.
  engineAt(strange.base, strange.key, { timeScale: 5, ...(home ? { home } : {}) })

/** A home with an order that was approved and never sent; its program has ended. */
async function approvedOnly(): Promise<{ home: string; id: string }> {
  const at = await open()
  at.engine.driver.pause(true)
  const [id = ''] = await at.approve(await at.calls['quote.generation']({ prompt: 'x', modelId: 'm' }))
  at.engine.driver.pause(false)
  await at.close()
  return { home: at.home, id }
}

describe('an order that was approved in an earlier run of the program', () => {
  it('is looked up once before its first send (M7, A6, I10)', async () => {
    const { home, id } = await approvedOnly()
    expect(heard()).toEqual([])
    const at = await open(home)
    at.engine.driver.start()
    expect(await at.settled(id)).toMatchObject({ state: 'completed', creditsUsed: 6 })
    expect(heard()).toEqual(['look', 'post'])
  })

  it('and was ordered since in another copy of the home is found there and never ordered again (M7, I1)', {
    timeout: 60_000,
  }, async () => {
    const practice = await startPractice({ timeScale: scale })
    const before = await newRig(practice)
    before.engine.driver.pause(true)
    const [picture, cutout] = [await before.orderPicture(), await before.orderCutout()]
    before.engine.driver.pause(false)
    await before.close()
    const copy = newFolder()
    cpSync(before.home, copy, { recursive: true })
    for (const home of [before.home, copy]) {
      const rig = await newRig(practice, { home })
      rig.engine.driver.start()
      for (const id of [picture, cutout]) expect(await rig.ended(id)).toMatchObject({ state: 'completed' })
      await rig.close()
    }
    for (const id of [picture, cutout]) expect(await postsOf(practice, id)).toHaveLength(1)
  })

  it('under a key that is not set now is not said to be uncharged: a copy of the home may have ordered it (M7, A36)', async () => {
    const practice = await startPractice({ timeScale: scale })
    const before = await newRig(practice)
    before.engine.driver.pause(true)
    const id = await before.orderCutout()
    before.engine.driver.pause(false)
    await before.close()
    const copy = newFolder()
    cpSync(before.home, copy, { recursive: true })
    const first = await newRig(practice, { home: before.home })
    first.engine.driver.start()
    expect(await first.ended(id)).toMatchObject({ state: 'completed' })
    await first.close()
    const second = await newRig(practice, { home: copy, environmentKey: practice.key(1) })
    second.engine.driver.start()
    const { decision } = await second.until(id, (view) => view.decision !== null)
    expect(decision).toMatchObject({ kind: 'key', mayHaveCharged: true })
    expect(decision?.question).toContain('ordered under another key than the one that is set now')
    expect(decision?.question).toContain('may have sent it, and then it is charged')
    expect(decision?.question).not.toMatch(/refuses|Nothing was charged/)
  })

  it('is looked up before a cap stops it: what a copy of the home has paid for comes home (M7, I7)', async () => {
    const practice = await startPractice({ timeScale: scale })
    const before = await newRig(practice)
    before.engine.driver.pause(true)
    const id = await before.orderCutout()
    before.engine.driver.pause(false)
    await before.close()
    const copy = newFolder()
    cpSync(before.home, copy, { recursive: true })
    const first = await newRig(practice, { home: before.home })
    first.engine.driver.start()
    expect(await first.ended(id)).toMatchObject({ state: 'completed' })
    await first.close()
    const second = await newRig(practice, { home: copy })
    await second.calls['queue.setCaps']({ day: 1 })
    second.engine.driver.start()
    expect(await second.until(id, ({ state, decision }) => decision !== null || isEndState(state))).toMatchObject({
      state: 'completed',
      owed: [],
    })
  })

  it('waits where it cannot be looked up: nothing is sent unseen (M7)', async () => {
    const { home, id } = await approvedOnly()
    strange.instead = ({ path }) => (path.startsWith(requests) ? { status: 500, body: {} } : null)
    const at = await open(home)
    at.engine.driver.start()
    await at.until(id, () => heard().filter((each) => each === 'look').length > 1)
    expect(heard()).not.toContain('post')
    strange.instead = () => null
    expect(await at.settled(id)).toMatchObject({ state: 'completed' })
  })
})

it('an order of this run is sent at once, without a look (M7)', async () => {
  const at = await open()
  at.engine.driver.start()
  const [id = ''] = await at.approve(await at.calls['quote.generation']({ prompt: 'x', modelId: 'm' }))
  await at.settled(id)
  expect(heard()).toEqual(['post'])
})
