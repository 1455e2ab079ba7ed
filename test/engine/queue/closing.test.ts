import { expect, it, onTestFinished } from 'vitest'
import { watchPoints } from '../../../src/engine/platform/failpoints.ts'
import { startPractice } from '../../practice/support/practice.ts'
import { newRig, scale } from './support/rig.ts'

it('closes whole on a disk that takes nothing any more, and the queue is free for the next one', async () => {
  const practice = await startPractice({ timeScale: scale })
  const first = await newRig(practice)
  first.engine.driver.start()
  expect(first.engine.driver.drives).toBe(true)
  let isRefused = false
  watchPoints((point, side) => {
    if (point !== 'claim commit' || side === 'after') return
    isRefused = true
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  })
  onTestFinished(() => watchPoints(null))
  await first.close()
  expect(isRefused).toBe(true)
  expect(() => first.engine.store.version()).toThrow(/not open/)
  watchPoints(null)
  // Its process lives on; only the beat has stopped.
  const second = await newRig(practice, { home: first.home })
  second.engine.driver.start()
  await expect.poll(() => second.engine.driver.drives).toBe(true)
})
