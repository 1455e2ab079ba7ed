import { beforeEach, expect, it } from 'vitest'
import { newFolder } from '../../support/folders.ts'
import { pictureSkill, type StrangeService } from '../../support/strange-service.ts'
import { cuttingService, drop, until, type Watching, watchFolder, watchingAt } from './support/watching.ts'

let strange: StrangeService
let at: Watching
let folder: string
beforeEach(async () => {
  strange = await cuttingService()
  at = await watchingAt(strange)
  folder = newFolder()
})
/** The list goes on to show 3: it lags behind what is charged. */
const charges = (credits: number): unknown =>
  strange.skills.set(
    'cut',
    pictureSkill(3, () => credits),
  )
const taken = (): number => [...strange.taken.values()].reduce((sum, credits) => sum + credits, 0)
/** A look takes long beside what a test waits for, and rests as long. */
const isHeld = (): boolean => {
  if (at.view().state === 'held') return true
  at.watches.lookNow(at.view().id)
  return false
}
const held = async (): Promise<void> => {
  await until(isHeld, 'the hold')
  await until(() => at.view().waiting === 1, 'the file that waits')
}

it('holds a folder at the first charge above the price that was allowed, until a person allows it again (M2, O110)', async () => {
  await watchFolder(at, folder, { alsoTo: null })
  charges(50)
  await drop(folder, 'fox.png')
  await until(isHeld, 'the hold')
  await drop(folder, 'owl.png')
  await held()
  expect(at.view().words).toMatch(/One file was charged 50 credits, and you allowed 3\. Nothing was ordered now/)
  expect(taken()).toBe(50)
  await at.close()
  at = await watchingAt(strange, { home: at.home })
  await held()
  // What is allowed now is what was charged, though the list still shows less.
  await expect(at.watches.switchOn(at.view().id, 3, 120)).rejects.toThrow('The price has changed')
  charges(3)
  await at.watches.switchOn(at.view().id, 50, 120)
  await until(() => taken() === 53, 'what was allowed')
  await until(() => at.view().state === 'on', 'it goes on')
})

it('counts for the cap of a day what was charged, and says so (M2, O110)', async () => {
  await watchFolder(at, folder, { alsoTo: null, cap: 55 })
  charges(50)
  await drop(folder, 'fox.png')
  await until(isHeld, 'the hold')
  await at.watches.switchOn(at.view().id, 50, 99)
  await drop(folder, 'owl.png')
  await held()
  expect(at.view().words).toMatch(/daily limit of 99 credits is reached: 50 charged today, and this takes 50/)
  expect(at.view().today).toMatchObject({ count: 1, credits: 50 })
  expect(taken()).toBe(50)
})

it('counts a charge that was less than its price as what it was (M2, O110)', async () => {
  await watchFolder(at, folder, { alsoTo: null, cap: 4 })
  charges(1)
  await drop(folder, 'fox.png')
  await until(() => taken() === 1 && at.view().today.credits === 1, 'the charge')
  await drop(folder, 'owl.png')
  await until(() => at.view().today.credits === 2, 'the second')
  await drop(folder, 'hen.png')
  await held()
  expect(at.view().words).toMatch(/2 charged today/)
})
