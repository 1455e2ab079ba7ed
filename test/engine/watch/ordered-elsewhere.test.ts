import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { ForeignFileError } from '../../../src/engine/images/foreign-files.ts'
import type { Images } from '../../../src/engine/images/port.ts'
import { sha256Of } from '../../../src/engine/platform/checksum.ts'
import { claimOrder, confirmOrder, orderMarkName, releaseOrder } from '../../../src/engine/platform/order-marks.ts'
import { newFolder } from '../../support/folders.ts'
import { fill, mayMount, smallDisk, writable, writeProtect } from '../../support/small-disk.ts'
import type { StrangeService } from '../../support/strange-service.ts'
import {
  cuttingService,
  drop,
  saidOf,
  shownTwice,
  until,
  type Watching,
  watchFolder,
  watchingAt,
} from './support/watching.ts'

const before = /ordered from this folder before, by another Printroom.*Order it from the Skill’s form/
const begun = /An order of it was begun from this folder.*Nothing was ordered now/

let strange: StrangeService
let at: Watching
let folder: string
beforeEach(async () => {
  strange = await cuttingService()
  at = await watchingAt(strange)
  folder = newFolder()
})
const charges = (): number => strange.taken.size
const watch = (): Promise<void> => watchFolder(at, folder, { alsoTo: null })

it('orders nothing again of what it ordered where an older copy of the home is put back (M7)', async () => {
  await watch()
  await at.close()
  const older = newFolder()
  cpSync(at.home, older, { recursive: true })
  at = await watchingAt(strange, { home: at.home })
  for (const name of ['a.png', 'b.png']) await drop(folder, name)
  await until(() => at.view().today.count === 2 && charges() === 2, 'the orders')
  await at.close()
  at = await watchingAt(strange, { home: older })
  await drop(folder, 'c.png')
  await saidOf(at, /^[ab]\.png$/, before, 2)
  await until(() => charges() === 3, 'what is new')
  expect(at.orders()).toBe(1)
})

it('orders once what lies in a folder that is watched under a second mount too (M7)', async ({ skip }) => {
  const second = newFolder()
  if (shownTwice(folder, second) === null) return skip('this account may not mount')
  await watch()
  await watchFolder(at, second, { alsoTo: null })
  for (const name of ['a.png', 'b.png']) await drop(folder, name)
  const done = (): boolean => {
    const [one, two] = at.watches.list()
    const files = [...(one?.files ?? []), ...(two?.files ?? [])]
    return files.filter(({ words }) => /not ordered again/.test(words)).length === 2
  }
  await until(done, 'a word about each under the other mount')
  expect(at.orders()).toBe(2)
  await until(() => charges() === 2, 'what was ordered is sent')
})

it('leaves to a person what was about to be ordered when a program died (M7)', async () => {
  await watch()
  const bytes = readFileSync(await drop(newFolder(), 'fox.png'))
  const name = orderMarkName(at.engine.origin, 'cut', sha256Of(bytes))
  expect(await claimOrder(folder, name, 'a program that died')).toBe('mine')
  await drop(folder, 'fox.png', bytes)
  await saidOf(at, /^fox\.png$/, begun, 1)
  expect(at.view().files[0]?.state).toBe('waits')
  await drop(folder, 'owl.png')
  await until(() => charges() === 1, 'what is new')
  expect(at.orders()).toBe(1)
})

it('marks what it orders before the order is written down, and says that it stands after that (M7)', async () => {
  await watch()
  const marks = (): string[] => {
    const inside = join(folder, '.printroom-ordered')
    return existsSync(inside) ? readdirSync(inside).map((name) => readFileSync(join(inside, name), 'utf8')) : []
  }
  const { receipts } = at.engine.store
  const save = receipts.save.bind(receipts)
  let seen: string[] = []
  receipts.save = (...how) => {
    if (seen.length === 0) seen = marks()
    return save(...how)
  }
  await drop(folder, 'fox.png')
  await until(() => marks().some((text) => /\nordered\n$/.test(text)), 'the mark')
  expect(seen).toEqual([expect.stringMatching(/^begun \S+\n$/)])
})

it('orders nothing by itself where the folder takes no marks, says why, and goes on when it takes them (M7, L2)', async () => {
  await watch()
  const inTheWay = join(folder, '.printroom-ordered')
  writeFileSync(inTheWay, 'in the way')
  for (const name of ['fox.png', 'owl.png']) await drop(folder, name)
  await saidOf(at, /^(fox|owl)\.png$/, /something else is called \.printroom-ordered.*Move that away/, 2)
  expect(at.view()).toMatchObject({ state: 'held', today: { count: 0 } })
  expect(charges()).toBe(0)
  rmSync(inTheWay)
  at.watches.lookNow(at.view().id)
  await until(() => charges() === 2, 'the orders')
})

it.runIf(mayMount('tests of watched folders on a disk that takes no marks'))(
  'waits for room, or to be allowed to write, before it orders from a folder that two homes watch (L2, M7)',
  async () => {
    const disk = smallDisk()
    const other = await watchingAt(strange)
    for (const one of [at, other]) await watchFolder(one, disk, { alsoTo: null })
    const waits = (words: RegExp): Promise<void> =>
      until(() => [at, other].every((one) => words.test(one.view().words)), `both say ${words}`)
    await drop(disk, 'fox.png')
    fill(disk)
    await waits(/cannot be marked in it \(its disk is full\).*Make room there; then it goes on by itself/)
    writeProtect(disk)
    await waits(/its disk can only be read.*Make it writable/)
    expect(charges()).toBe(0)
    writable(disk)
    rmSync(join(disk, 'filler'))
    for (const one of [at, other]) one.watches.lookNow(one.view().id)
    await until(() => at.orders() + other.orders() === 1, 'the one order')
    await drop(disk, 'owl.png')
    await until(() => charges() === 2, 'the next one')
    expect(at.orders() + other.orders()).toBe(2)
  },
)

it.each(['EACCES', 'EPERM', 'EDQUOT'])(
  'orders nothing unmarked where the system says %s, and says whose part it is (L2, M7)',
  async (code) => {
    await at.close()
    let isRefusing = true
    const refusing = (images: Images): Images => ({
      ...images,
      folders: {
        ...images.folders,
        claimOrder: async (...asked) => {
          if (isRefusing) throw new ForeignFileError(code)
          return images.folders.claimOrder(...asked)
        },
      },
    })
    at = await watchingAt(strange, {}, refusing)
    await watch()
    await drop(folder, 'fox.png')
    await saidOf(at, /^fox\.png$/, /cannot be marked in it \((this account may not write there|its disk is full)\)/, 1)
    expect(charges()).toBe(0)
    isRefusing = false
    // A long look leaves its folder alone for long.
    at.watches.lookNow(at.view().id)
    await until(() => charges() === 1, 'the order')
  },
)

it('gives a mark to whoever comes first, back to nobody else while it may stand, and to all once it came to nothing (M7)', async () => {
  const name = orderMarkName(at.engine.origin, 'cut', sha256Of('x'))
  expect(await Promise.all(['a', 'b', 'c'].map((token) => claimOrder(folder, name, token)))).toEqual(
    expect.arrayContaining(['mine', 'begun', 'begun']),
  )
  const [winner = ''] = (
    await Promise.all(['a', 'b', 'c'].map(async (token) => [(await claimOrder(folder, name, token)) === 'mine', token]))
  ).flatMap(([isMine, token]) => (isMine ? [String(token)] : []))
  await releaseOrder(folder, name, 'another')
  expect(await claimOrder(folder, name, 'another')).toBe('begun')
  await releaseOrder(folder, name, winner)
  expect(await claimOrder(folder, name, 'another')).toBe('mine')
  await confirmOrder(folder, name)
  await releaseOrder(folder, name, 'another')
  expect(await claimOrder(folder, name, winner)).toBe('ordered')
  expect(await claimOrder(folder, orderMarkName(at.engine.origin, 'other', sha256Of('x')), 'b')).toBe('mine')
})
