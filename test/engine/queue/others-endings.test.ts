import { beforeEach, describe, expect, it } from 'vitest'
import { follow } from '../../../src/cli/follow.ts'
import { createOutput } from '../../../src/cli/output.ts'
import { type Client, startPractice, until } from '../../practice/support/practice.ts'
import { newRig, postsOf, type Rig, scale } from './support/rig.ts'

/** What a program says of its requests, in order: each request's number and state. */
function hear({ engine }: Rig): { id: string; state: string }[] {
  const heard: { id: string; state: string }[] = []
  engine.listen('requestChanged', ({ id, state }) => heard.push({ id, state }))
  return heard
}

const statesOf = (heard: { id: string; state: string }[], wanted: string) =>
  heard.filter(({ id }) => id === wanted).map(({ state }) => state)

/** From now on it finds nothing out by looking. @returns how to let it look again */
function blind({ engine }: Rig): () => void {
  const { version } = engine.store
  engine.store.version = () => {
    throw Object.assign(new Error('busy'), { code: 'SQLITE_BUSY' })
  }
  return () => {
    engine.store.version = version
  }
}

let practice: Client
let first: Rig
let second: Rig
let heard: { id: string; state: string }[]

beforeEach(async () => {
  practice = await startPractice({ timeScale: scale })
  first = await newRig(practice)
  second = await newRig(practice, { home: first.home })
  heard = hear(first)
})

describe('a program that drives, with another beside it', () => {
  beforeEach(() => first.engine.driver.start())

  it('hears that the other has taken an order out, and does nothing more for it (I2, I8)', async () => {
    first.engine.driver.pause(true)
    const id = await first.orderPicture()
    await second.calls['requests.cancel']({ ids: [id] })
    await until(() => (statesOf(heard, id).at(-1) === 'cancelled' ? true : null))
    // Somebody who clicks all the same is told nothing strange.
    expect(await first.calls['requests.cancel']({ ids: [id] })).toMatchObject([{ state: 'cancelled' }])
    first.engine.driver.pause(false)
    expect(await first.ended(await first.orderPicture('another'))).toMatchObject({ state: 'completed' })
    expect(statesOf(heard, id)).toEqual(['queued', 'cancelled'])
    expect(await postsOf(practice, id)).toEqual([])
  })

  it('hears it also while it prepares that order, and what comes of that is not used (I2, I8)', async () => {
    await practice.faults({ match: { path: '/api/skills/upload' }, fault: 'slow', delayMs: 1500 })
    const id = await first.orderCutout()
    await first.until(id, ({ uploading }) => uploading)
    await second.calls['requests.cancel']({ ids: [id] })
    await until(() => (statesOf(heard, id).at(-1) === 'cancelled' ? true : null))
    expect(first.engine.driver.activityOf(id)).toBeNull()
    // The upload of the next one ends after it.
    await first.ended(await first.orderCutout())
    expect(statesOf(heard, id).at(-1)).toBe('cancelled')
    expect(await postsOf(practice, id)).toEqual([])
  })

  it('hears what the other has answered to a question, and that the order ended with it (I8)', async () => {
    const match = { method: 'POST', path: '/api/generate/v2' }
    await practice.faults({
      match,
      times: 1,
      fault: 'status',
      status: 402,
      body: { success: false, error: 'Insufficient credits', code: 'insufficient_credits' },
    })
    const id = await first.orderPicture()
    await first.until(id, (view) => view.decision !== null)
    await second.calls['requests.decide']({ id, choice: 'leave' })
    await until(() => (statesOf(heard, id).at(-1) === 'cancelled' ? true : null))
  })

  it('hears of an order that came and ended between two of its looks (I8)', async () => {
    const known = await first.orderPicture()
    await first.ended(known)
    const sees = blind(first)
    first.engine.driver.pause(true)
    const id = await second.orderPicture()
    await second.calls['requests.cancel']({ ids: [id] })
    const before = statesOf(heard, known)
    sees()
    await until(() => (statesOf(heard, id).length > 0 ? true : null))
    expect(statesOf(heard, id)).toEqual(['cancelled'])
    // What it has told itself is not told once more.
    expect(statesOf(heard, known)).toEqual(before)
    expect(before.filter((state) => state === 'completed')).toHaveLength(1)
  })

  it('that waits for the end of its orders has waited enough when the other takes the last one out', async () => {
    await practice.faults({ match: { path: '/api/skills/upload' }, fault: 'slow', delayMs: 1500 })
    const [made, out] = [await first.orderPicture(), await first.orderCutout()]
    const followed = follow(first.engine, [made, out], true, createOutput(false))
    await first.until(out, ({ uploading }) => uploading)
    await second.calls['requests.cancel']({ ids: [out] })
    expect((await followed).map(({ state }) => state)).toEqual(['completed', 'cancelled'])
  })
})

it('who takes over tells what the one before has ended since the last look (I5, O118)', async () => {
  second.engine.driver.start()
  first.engine.driver.start()
  expect([second.engine.driver.drives, first.engine.driver.drives]).toEqual([true, false])
  const id = await second.orderPicture()
  await until(() => (statesOf(heard, id).length > 0 ? true : null))
  // It does not look any more: only by taking over it can find out.
  blind(first)
  await second.ended(id)
  expect(statesOf(heard, id)).not.toContain('completed')
  await second.close()
  await until(() => (first.engine.driver.drives ? true : null))
  expect(statesOf(heard, id).at(-1)).toBe('completed')
  expect(await postsOf(practice, id)).toHaveLength(1)
})
