import { describe, expect, it } from 'vitest'
import { systemTimers } from '../../../src/engine/platform/timers.ts'
import type { DueTask } from '../../../src/engine/queue/due.ts'
import { Lane } from '../../../src/engine/queue/lane.ts'

/** Tasks that end when they are told to, and a clock that stands until it is moved. */
function rig(capacity: number) {
  let nowMs = 1_000_000
  const lane = new Lane(capacity, { ...systemTimers, monotonicMs: () => nowMs })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const task = (id: string, changes: Partial<DueTask> = {}): DueTask => ({
    id,
    dueMs: nowMs,
    order: '0',
    run: () =>
      new Promise((resolve) => {
        begun.push(id)
        ends.set(id, resolve)
      }),
    ...changes,
  })
  const end = async (id: string) => {
    ends.get(id)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  /** Moves the clock and lets the lane look at it. */
  const pass = (ms: number) => {
    nowMs += ms
    lane.pause(false)
  }
  return { lane, begun, task, end, pass, now: () => nowMs }
}

describe('a lane', () => {
  it('runs no more tasks at once than it has places (A23)', async () => {
    const { lane, begun, task, end } = rig(2)
    for (const id of ['a', 'b', 'c', 'd']) lane.put(task(id))
    expect(begun).toEqual(['a', 'b'])
    await end('b')
    expect(begun).toEqual(['a', 'b', 'c'])
    expect([lane.isRunning('a'), lane.isRunning('b'), lane.isRunning('d')]).toEqual([true, false, false])
  })

  it('takes the lowest order first among those that are due', async () => {
    const { lane, begun, task, end } = rig(1)
    lane.put(task('first'))
    lane.put(task('late', { order: '9' }))
    lane.put(task('early', { order: '1' }))
    await end('first')
    expect(begun).toEqual(['first', 'early'])
  })

  it('waits until a task is due, by its own clock', () => {
    const { lane, begun, task, pass, now } = rig(1)
    lane.put(task('a', { dueMs: now() + 5000 }))
    pass(4999)
    expect(begun).toEqual([])
    pass(1)
    expect(begun).toEqual(['a'])
  })

  it('wakes up by itself when the next one is due', async () => {
    const start = performance.now()
    const lane = new Lane(1, systemTimers)
    await new Promise<void>((resolve) => {
      lane.put({ id: 'a', dueMs: start + 30, order: '0', run: async () => resolve() })
    })
    expect(performance.now() - start).toBeGreaterThanOrEqual(29)
  })

  it('keeps one task an id: a later one takes the place of one that has not begun (I3)', async () => {
    const { lane, begun, task, end } = rig(1)
    lane.put(task('busy'))
    lane.put(task('a', { run: async () => void begun.push('old') }))
    lane.put(task('a', { run: async () => void begun.push('new') }))
    await end('busy')
    expect(begun).toEqual(['busy', 'new'])
  })

  it('never runs two tasks of one id at once, and keeps count when one puts the next (I3)', async () => {
    const { lane, begun, task, end } = rig(2)
    lane.put(task('a'))
    lane.put(task('a'))
    expect(begun).toEqual(['a'])
    await end('a')
    expect(begun).toEqual(['a', 'a'])
    expect(lane.isRunning('a')).toBe(true)
    for (const id of ['b', 'c']) lane.put(task(id))
    expect(begun).toEqual(['a', 'a', 'b'])
  })

  it('begins nothing while it is paused, and ends what is running', async () => {
    const { lane, begun, task, end } = rig(1)
    lane.put(task('a'))
    lane.pause(true)
    lane.put(task('b'))
    await end('a')
    expect(begun).toEqual(['a'])
    lane.pause(false)
    expect(begun).toEqual(['a', 'b'])
  })

  it('gives a waiting task back, and begins nothing once it is closed', async () => {
    const { lane, begun, task, end } = rig(1)
    lane.put(task('a'))
    lane.put(task('b'))
    expect(lane.take('b')?.id).toBe('b')
    expect(lane.take('b')).toBeNull()
    lane.put(task('c'))
    lane.close()
    await end('a')
    expect(begun).toEqual(['a'])
  })
})
