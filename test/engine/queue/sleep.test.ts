import { describe, expect, it, onTestFinished } from 'vitest'
import { watchPoints } from '../../../src/engine/durable.ts'
import { startPractice } from '../../practice/support/practice.ts'
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

  it('without it, what waits goes on at once', async () => {
    const { rig, waiting } = await oneAndOne()
    const left = listening()
    rig.engine.driver.pause(false)
    await rig.ended(waiting)
    expect(left).toContain('submit, after')
  })
})
