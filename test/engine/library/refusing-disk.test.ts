import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { watchPoints } from '../../../src/engine/platform/failpoints.ts'
import { type EngineAt, engineAt } from '../../support/engine-at.ts'
import { mayMount, smallDisk, writable, writeProtect } from '../../support/small-disk.ts'
import { StrangeService } from '../../support/strange-service.ts'

const model = { id: 'm', credits_per_generation: 1, supported_ratios: [], media_type: 'image', extra_config: {} }

let strange: StrangeService
let at: EngineAt
beforeEach(async () => {
  strange = new StrangeService()
  strange.models = [{ charge: () => 1, entry: model }]
  await strange.open()
  at = await engineAt(strange.base, strange.key)
})

const order = async (): Promise<string> => {
  const quote = await at.calls['quote.generation']({ prompt: 'x', modelId: 'm', references: [] })
  return (await at.approve(quote))[0] ?? ''
}

/** Told with the result and nowhere else, waited for ever more seldom, and never the end of the request. */
async function waits(id: string, why: RegExp): Promise<void> {
  const timesOf = (): number => at.engine.store.receipts.get(id)?.owed[0]?.fullTimes ?? 0
  const view = await at.until(id, () => timesOf() >= 3)
  expect(view).toMatchObject({ state: 'downloading', error: null, owed: [{ triedTimes: 0 }] })
  expect(view.owed[0]?.reason).toMatch(why)
  expect(view.owed[0]?.reason).toContain(at.engine.place.folder)
  expect(view.owed[0]?.reason).toMatch(/nothing more will be charged.*by itself/)
  expect(view.next?.words).toContain('when the library’s disk is available')
  expect(at.engine.status().notice).toBeNull()
}

it.each([
  ['EIO', /does not read or write as it should/],
  ['EACCES', /may not write there/],
])(
  'a library that answers with %s says which folder and why, and the result comes home when it takes it (S3, I12)',
  async (code, why) => {
    let isBroken = true
    let fetches = 0
    watchPoints((point, side) => {
      if (point === 'download' && side === 'before') fetches += 1
      if (isBroken && point === 'result rename' && side === 'before') throw Object.assign(new Error(code), { code })
    })
    onTestFinished(() => watchPoints(null))
    at.engine.driver.start()
    const id = await order()
    await waits(id, why)
    expect(fetches).toBeLessThan(6)
    isBroken = false
    expect(await at.settled(id)).toMatchObject({ state: 'completed', owed: [] })
    expect([...strange.taken.values()]).toEqual([1])
  },
)

it.runIf(mayMount('a test of a library that can only be read'))(
  'a library that can only be read says so, and the result comes home when it is writable again (S3, I12)',
  async () => {
    const disk = smallDisk()
    at.engine.place.use(disk)
    writeProtect(disk)
    at.engine.driver.start()
    const id = await order()
    await waits(id, /can only be read/)
    writable(disk)
    expect(await at.settled(id)).toMatchObject({ state: 'completed', owed: [] })
  },
)
