import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { LiveList } from '../../../src/engine/catalogue/live-list.ts'
import { readModels } from '../../../src/engine/catalogue/read-lists.ts'
import type { Store } from '../../../src/engine/store/store.ts'
import { newFolder } from '../../support/folders.ts'
import { json, raw, type Script, type Scripted, scriptedServer, serviceAt } from '../remote/support/server.ts'
import { databaseIn, opened } from '../store/support/open.ts'

const hour = 3_600_000
const listOf = (...ids: string[]) => json(200, { success: true, models: ids.map((id) => ({ id })) })

describe('a list of the service', () => {
  let server: Scripted
  let folder: string
  let store: Store
  let nowMs = 0
  let monotonicMs = 0

  beforeEach(async () => {
    server = await scriptedServer(listOf('one'))
    folder = newFolder()
    store = await opened(folder)
    nowMs = 10 * hour
  })

  const list = (origin = 'https://service.test') =>
    new LiveList({
      service: serviceAt(server.url),
      keyValues: store.keyValues,
      origin,
      name: 'models',
      path: '/api/models',
      freshMs: hour,
      read: readModels,
      now: () => nowMs,
      monotonicMs: () => monotonicMs,
    })
  const idsOf = (state: Awaited<ReturnType<LiveList<{ id: string }[]>['get']>>) => state.value?.map((m) => m.id)

  it('is asked for once within its time, over restarts (O67, O72)', async () => {
    expect(idsOf(await list().get())).toEqual(['one'])
    nowMs += hour
    expect(await list().get()).toMatchObject({ stale: false, readAtMs: 10 * hour })
    expect(server.seen).toHaveLength(1)
  })

  it('does not look younger than it is after the clock was set back, nor old enough where it went back too far (I10)', async () => {
    const one = list()
    await one.get()
    nowMs += 60_000
    monotonicMs += 60_000
    expect(one.ageOf(10 * hour)).toBe(60_000)
    nowMs -= 50_000
    monotonicMs += 1000
    expect(one.ageOf(10 * hour)).toBe(61_000)
    nowMs -= 20_000
    expect(one.ageOf(10 * hour)).toBeLessThan(0)
    // Read by another program, or in an earlier run: from when this one met it, its age runs by both clocks.
    nowMs = 10 * hour + 30_000
    const other = list()
    other.kept()
    monotonicMs += 5000
    expect(other.ageOf(10 * hour)).toBe(35_000)
  })

  it('is as old as the question for it, however late its answer is read; a look that failed is of its end (M2, I10)', async () => {
    const late =
      (script: Script): Script =>
      (response, seen) => {
        nowMs += 45_000
        monotonicMs += 45_000
        script(response, seen)
      }
    const one = list()
    server.answer(late(listOf('late')))
    const { readAtMs } = await one.look(() => false)
    expect(readAtMs).toBe(10 * hour)
    expect(one.ageOf(10 * hour)).toBe(45_000)
    expect(one.lastLook()).toEqual({ atMs: 10 * hour, ageMs: 45_000 })
    expect(list().kept().readAtMs).toBe(10 * hour)
    server.answer(late(json(503, { error: 'busy' })))
    await one.look(() => false)
    expect(one.lastLook()).toEqual({ atMs: nowMs, ageMs: 0 })
    expect(one.ageOf(10 * hour)).toBe(90_000)
  })

  it('is asked for again after its time, or past the cache when that is wished (O67)', async () => {
    await list().get()
    server.answer(listOf('two'))
    expect(idsOf(await list().get({ fresh: true }))).toEqual(['two'])
    nowMs += hour + 1
    server.answer(listOf('three'))
    expect(idsOf(await list().get())).toEqual(['three'])
  })

  it('that the disk did not take is what is known all the same, until a later one is kept (M2, I10)', async () => {
    const one = list()
    await one.get()
    const beside = new Database(databaseIn(folder))
    beside.exec("CREATE TRIGGER full BEFORE INSERT ON caches BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END")
    server.answer(listOf('dearer'))
    nowMs += 60_000
    monotonicMs += 60_000
    await expect(one.get({ fresh: true })).rejects.toThrow('full')
    expect(one.kept()).toMatchObject({ value: [{ id: 'dearer' }], readAtMs: 10 * hour + 60_000 })
    beside.exec('DROP TRIGGER full')
    beside.close()
    nowMs += 60_000
    server.answer(listOf('dearest'))
    await list().get({ fresh: true })
    expect(idsOf(one.kept())).toEqual(['dearest'])
  })

  it('is asked for once by many at the same moment', async () => {
    const one = list()
    await Promise.all(Array.from({ length: 8 }, () => one.get()))
    expect(server.seen).toHaveLength(1)
  })

  it.each([
    ['an error', json(503, { error: 'busy' })],
    ['HTML', raw(200, '<!doctype html>')],
    ['something else', json(200, { models: 'none' })],
    ['a broken line', (response: { destroy(): unknown }) => void response.destroy()],
  ])(
    'serves its old copy, marked with its age, when the service gives %s, which is not cached (O72)',
    async (_, script) => {
      await list().get()
      nowMs += 2 * hour
      server.answer(script)
      const state = await list().get()
      expect(state).toMatchObject({ stale: true, readAtMs: 10 * hour })
      expect(state.problem).not.toBeNull()
      expect(idsOf(state)).toEqual(['one'])
      server.answer(listOf('two'))
      expect(idsOf(await list().get())).toEqual(['two'])
    },
  )

  it('has nothing, and says why, where there never was a copy', async () => {
    server.answer(json(500, { error: 'x' }))
    expect(await list().get()).toMatchObject({ value: null, stale: true, problem: expect.stringContaining('500') })
  })

  it('counts as old when the clock went back', async () => {
    await list().get()
    nowMs -= hour
    expect(list().kept().stale).toBe(true)
  })

  it('of one service is not that of another', async () => {
    await list().get()
    expect(list('https://other.test').kept().value).toBeNull()
  })
})
