import { expect, it, onTestFinished } from 'vitest'
import { watchPoints } from '../../../src/engine/platform/failpoints.ts'
import { startPractice, until } from '../../practice/support/practice.ts'
import { engineAt } from '../../support/engine-at.ts'
import { StrangeService } from '../../support/strange-service.ts'
import { chargesOf, newRig, scale } from './support/rig.ts'

it('what waits to be sent again is not sent after another write was refused, until the file was opened anew (I1)', async () => {
  const practice = await startPractice({ timeScale: scale })
  const rig = await newRig(practice)
  await practice.faults({
    match: { path: '/api/generate/v2', method: 'POST' },
    times: 1,
    fault: 'status',
    status: 429,
    body: { error: 'slow down' },
    headers: { 'retry-after': '40' },
  })
  rig.engine.driver.start()
  const id = await rig.orderPicture()
  await rig.until(id, () => rig.engine.store.receipts.get(id)?.sentTimes === 1)
  let isRefused = false
  let isBroken = true
  const reopened: string[] = []
  watchPoints((point, side) => {
    if (side === 'after' && point === 'opening commit') reopened.push(point)
    if (!isBroken || side === 'after') return
    // One write is refused, and then each try to open the file anew.
    const isFirst = point === 'keep commit' && !isRefused
    if (!isFirst && point !== 'opening commit') return
    isRefused = true
    throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' })
  })
  onTestFinished(() => watchPoints(null))
  expect(() => rig.engine.store.keyValues.setNote('a', 'b')).toThrow(/I\/O/)
  const told = new Promise<string>((resolve) => {
    rig.engine.listen('statusChanged', () => {
      const { notice } = rig.engine.status()
      if (notice !== null) resolve(notice)
    })
  })
  expect(await told).toContain('Nothing paid is sent')
  expect(rig.engine.store.receipts.get(id)?.sentTimes).toBe(1)
  expect(await chargesOf(practice, id)).toEqual([])
  isBroken = false
  expect(await rig.ended(id)).toMatchObject({ state: 'completed' })
  expect(reopened.length).toBeGreaterThan(0)
  expect(await chargesOf(practice, id)).toHaveLength(1)
})

it('a price that the disk does not take holds up what was about to leave for a moment, and not for ever (M2, I12)', async () => {
  const strange = new StrangeService()
  const entry = { id: 'm', credits_per_generation: 8, media_type: 'image', extra_config: {} }
  strange.models = [{ entry, charge: () => 8 }]
  await strange.open()
  let later = 0
  const at = await engineAt(strange.base, strange.key, { now: () => Date.now() + later })
  const post = '/api/generate/v2'
  strange.silent = ({ path }) => path === post
  at.engine.driver.start()
  // More than are sent at once: the others are ready, and wait for their turn.
  const quote = await at.calls['quote.generation']({ prompt: 'x', modelId: 'm', count: 8 })
  const ids = await at.approve(quote)
  const isUnderWay = (id: string) => ['prepared', 'submitting'].includes(at.engine.driver.activityOf(id) ?? '')
  await until(() => (ids.every(isUnderWay) ? true : null))
  let refused = 0
  watchPoints((point, side) => {
    if (point !== 'keep commit' || side === 'after' || refused > 0) return
    refused += 1
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  })
  onTestFinished(() => watchPoints(null))
  // By now their price is older than half a minute at this time scale.
  later += 400
  strange.speak()
  for (const id of ids) expect(await at.settled(id)).toMatchObject({ state: 'completed' })
  expect([refused, strange.taken.size]).toEqual([1, ids.length])
})
