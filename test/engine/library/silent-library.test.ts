import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { pictureFile } from '../../../src/engine/api/picture-files.ts'
import { watchPoints } from '../../../src/engine/platform/failpoints.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { newFolder } from '../../support/folders.ts'
import { deadDiskOver, deadDiskOverNow, mayMount } from '../../support/small-disk.ts'
import { StrangeService } from '../../support/strange-service.ts'

const model = { id: 'm', credits_per_generation: 1, supported_ratios: [], media_type: 'image', extra_config: {} }

let strange: StrangeService
beforeEach(async () => {
  strange = new StrangeService()
  strange.models = [{ charge: () => 1, entry: model }]
  await strange.open()
})

async function order({ calls, approve }: EngineAt, count = 1): Promise<string[]> {
  return approve(await calls['quote.generation']({ prompt: 'x', modelId: 'm', references: [], count }))
}

const waitsForTheDisk = (at: EngineAt, id: string) =>
  at.until(id, ({ owed }) => owed.some(({ reason }) => /does not answer.*not lost.*by itself/.test(reason)))

describe.runIf(mayMount('tests of a library that does not answer'))('a library on a disk that is dead', () => {
  it('holds up nothing but its results, which wait and come home when it answers, paid once (S3)', async () => {
    const at = await engineAt(strange.base, strange.key)
    at.engine.driver.start()
    const [before = ''] = await order(at)
    expect(await at.settled(before)).toMatchObject({ state: 'completed', assets: [{ present: true }] })
    const disk = await deadDiskOver(at.engine.place.folder)
    // More than the threads that a program has for all of its files.
    const ids = await order(at, 6)
    for (const id of ids) expect(await waitsForTheDisk(at, id)).toMatchObject({ state: 'downloading', error: null })
    const { items } = await at.calls['library.open']({ filter: {}, limit: 10 })
    expect(items, 'nothing is missing because nobody says anything').toMatchObject([
      { id: `${before}.0.0`, present: true },
    ])
    expect(await at.calls['library.placeNow'](undefined)).toMatchObject({ isThere: false })
    expect(await pictureFile(at.engine, `library/${before}.0.0/full`), 'nor is it read for the window').toBeNull()
    const later = await order(at)
    for (const id of later) await at.until(id, ({ state }) => state === 'downloading')
    expect(strange.taken.size).toBe(8)
    await disk.mend()
    for (const id of [...ids, ...later])
      expect(await at.settled(id)).toMatchObject({ state: 'completed', owed: [], assets: [{ present: true }] })
    expect([...strange.taken.values()]).toEqual(Array.from({ length: 8 }, () => 1))
  })

  it('is waited for where it dies in the middle of a file (S3)', async () => {
    const at = await engineAt(strange.base, strange.key)
    at.engine.driver.start()
    const died: ReturnType<typeof deadDiskOverNow>[] = []
    watchPoints((point, side) => {
      if (point !== 'result sync' || side === 'before' || died.length > 0) return
      died.push(deadDiskOverNow(at.engine.place.folder))
    })
    onTestFinished(() => watchPoints(null))
    const [id = ''] = await order(at)
    await waitsForTheDisk(at, id)
    for (const disk of died) disk.mend()
    expect(await at.settled(id)).toMatchObject({ state: 'completed', owed: [] })
    expect([...strange.taken.values()]).toEqual([1])
  })

  it('keeps the program neither from opening nor from ending (S3)', async () => {
    const home = newFolder()
    const first = await engineAt(strange.base, strange.key, { home })
    const folder = first.engine.place.folder
    first.engine.driver.start()
    const [before = ''] = await order(first)
    await first.settled(before)
    await first.close()
    const disk = await deadDiskOver(folder)
    const at = await engineAt(strange.base, strange.key, { home })
    at.engine.driver.start()
    const [id = ''] = await order(at)
    await waitsForTheDisk(at, id)
    await at.close()
    await disk.mend()
    const next = await engineAt(strange.base, strange.key, { home })
    next.engine.driver.start()
    expect(await next.settled(id)).toMatchObject({ state: 'completed', assets: [{ present: true }] })
  })
})
