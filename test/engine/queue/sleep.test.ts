import { describe, expect, it, onTestFinished } from 'vitest'
import { watchPoints } from '../../../src/engine/platform/failpoints.ts'
import { startPractice } from '../../practice/support/practice.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { StrangeService } from '../../support/strange-service.ts'
import { newRig, type Rig, scale } from './support/rig.ts'

/** What leaves for the service, in order. */
function listening(): string[] {
  const left: string[] = []
  watchPoints((point, side) => {
    if (['poll', 'look-up', 'upload', 'submit'].includes(point)) left.push(`${point}, ${side}`)
  })
  onTestFinished(() => watchPoints(null))
  return left
}

/** One request that the service works at, and one that waits behind it. */
async function oneAndOne(): Promise<{ rig: Rig; waiting: string }> {
  const practice = await startPractice({ timeScale: scale })
  await practice.faults({ match: { path: '/api/generate/v2' }, fault: 'job-stalls' })
  const rig = await newRig(practice)
  rig.engine.driver.start()
  const running = await rig.orderPicture()
  await rig.until(running, (view) => view.state === 'running')
  rig.engine.driver.pause(true)
  return { rig, waiting: await rig.orderCutout() }
}

describe('after sleep', () => {
  it('what is open is looked at before anything is prepared or sent (O118, I3)', async () => {
    const { rig, waiting } = await oneAndOne()
    const left = listening()
    rig.engine.driver.wake()
    rig.engine.driver.pause(false)
    await rig.ended(waiting)
    const firstOther = left.findIndex((one) => one.startsWith('upload') || one.startsWith('submit'))
    expect(left.slice(0, firstOther)).toContain('poll, after')
  })

  it('what is taken out while its look is waited for holds nothing else back (I8, I12)', async () => {
    const strange = new StrangeService()
    await strange.open()
    const entry = { id: 'm', credits_per_generation: 8, media_type: 'image', extra_config: {} }
    strange.models = [{ entry, charge: () => 8 }]
    const first = await engineAt(strange.base, strange.key)
    const quoteOf = (at: EngineAt) => at.calls['quote.generation']({ prompt: 'x', modelId: 'm' })
    const [old = ''] = await first.approve(await quoteOf(first))
    await first.close()
    // Approved in an earlier run, it is looked up first, and the service does not answer that.
    strange.instead = ({ path }) => (path.includes('/requests/') ? { status: 500, body: { error: 'busy' } } : null)
    const at = await engineAt(strange.base, strange.key, { home: first.home, timeScale: 1 })
    at.engine.driver.start()
    await at.until(old, ({ next }) => next?.words.includes('is not answering') === true)
    at.engine.driver.wake()
    const [out] = await at.calls['requests.cancel']({ ids: [old] })
    expect(out?.state).toBe('cancelled')
    const [other = ''] = await at.approve(await quoteOf(at))
    await at.until(other, ({ state }) => state === 'running' || state === 'completed')
    expect(strange.count('POST', '/api/generate/v2')).toBe(1)
  })

  it('without it, what waits goes on at once', async () => {
    const { rig, waiting } = await oneAndOne()
    const left = listening()
    rig.engine.driver.pause(false)
    await rig.ended(waiting)
    expect(left).toContain('submit, after')
  })
})
