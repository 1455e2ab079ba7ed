import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import type { Images } from '../../../src/engine/images/port.ts'
import { Watches } from '../../../src/engine/watch/watches.ts'
import { engineAt } from '../../support/engine-at.ts'
import { newFolder } from '../../support/folders.ts'
import { pictureSkill, StrangeService } from '../../support/strange-service.ts'
import { times } from './support/watching.ts'

/**
 * Lets a file through once both programs have come to look at it, so that neither has ordered it then. One that the other
 * does not come to any more goes on alone.
 */
function meetings(): (examine: Images['examine']) => Images['examine'] {
  const waiting = new Map<string, () => void>()
  const met = (path: string): Promise<void> =>
    new Promise((resolve) => {
      const other = waiting.get(path)
      waiting.delete(path)
      if (other === undefined) {
        waiting.set(path, resolve)
        setTimeout(resolve, 1000)
      } else {
        other()
        resolve()
      }
    })
  return (examine) =>
    async (path, ...how) => {
      await met(path)
      return examine(path, ...how)
    }
}

it('two programs of one home order each content of a watch folder once, within one cap (I2, I3)', async () => {
  const folder = newFolder()
  const meeting = meetings()
  const strange = new StrangeService()
  await strange.open()
  strange.skills.set(
    'cut',
    pictureSkill(3, () => 3),
  )
  const open = async (home?: string) => {
    const at = await engineAt(strange.base, strange.key, home === undefined ? {} : { home })
    const images = { ...at.engine.images, examine: meeting(at.engine.images.examine) }
    const watches = new Watches({ ...at.engine, images }, undefined, times)
    onTestFinished(() => watches.close().then(() => at.close()))
    at.engine.driver.start()
    watches.start()
    return { at, watches }
  }
  const first = await open()
  await first.watches.setUp({ skill: 'cut', values: {}, pictures: [], folder, alsoTo: null, each: 3, cap: 12 })
  const second = await open(first.at.home)
  for (let n = 0; n < 7; n += 1) {
    const create = { width: 24, height: 16, channels: 3, background: { r: n * 20, g: 90, b: 10 } } as const
    writeFileSync(join(folder, `${n}.png`), await sharp({ create }).png().toBuffer())
  }
  const areHeld = () => [first, second].every(({ watches }) => watches.list()[0]?.state === 'held')
  await expect.poll(areHeld).toBe(true)
  const made = first.at.engine.store.receipts.list({})
  expect(made).toHaveLength(4)
  expect(new Set(made.map(({ watch }) => watch?.content)).size).toBe(4)
})
