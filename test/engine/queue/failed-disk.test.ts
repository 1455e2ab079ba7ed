import { expect, it, onTestFinished } from 'vitest'
import { watchPoints } from '../../../src/engine/durable.ts'
import { startPractice } from '../../practice/support/practice.ts'
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
  expect(() => rig.engine.store.keep.setNote('a', 'b')).toThrow(/I\/O/)
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
