import { copyFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, expect, it } from 'vitest'
import { ForeignFileError } from '../../../src/engine/images/foreign-files.ts'
import type { Images } from '../../../src/engine/images/port.ts'
import { newFolder } from '../../support/folders.ts'
import type { StrangeService } from '../../support/strange-service.ts'
import { cuttingService, drop, saidOf, until, type Watching, watchFolder, watchingAt } from './support/watching.ts'

let strange: StrangeService
let at: Watching
let folder: string
beforeEach(async () => {
  strange = await cuttingService()
  folder = newFolder()
})
const names = ['a.png', 'b.png', 'c.png']
const path = (name: string): string => join(folder, name)
/** Pictures of one size, as those of one camera that does not compress. */
async function alike(red: number): Promise<Buffer> {
  const create = { width: 24, height: 16, channels: 3, background: { r: red, g: 9, b: 90 } } as const
  return sharp({ create }).png({ compressionLevel: 0 }).toBuffer()
}
const before = async (): Promise<void> => {
  for (const [n, name] of names.entries()) await drop(folder, name, await alike(n + 1))
}
const unread = (): number => {
  const { watches } = at.engine.store
  return watches.known(at.view().id).filter(({ sha256 }) => sha256 === null).length
}
const watch = (): Promise<void> => watchFolder(at, folder, { alsoTo: null })
const charges = (): number => strange.taken.size
const touch = (name: string): void => utimesSync(path(name), 1_700_000_000, 1_700_000_000)
/** Copied without its time, as programs do that write a file anew. */
const moveByCopy = (name: string, to: string): void => {
  copyFileSync(path(name), path(to))
  rmSync(path(name))
}

/** Workers that can read some files whole, and others not now. */
const readOnlyWhere = ({ folders, ...images }: Images, can: (name: string) => boolean): Images => ({
  ...images,
  folders: {
    ...folders,
    read: (inside, name, signal) =>
      can(name) ? folders.read(inside, name, signal) : Promise.reject(new ForeignFileError('EBUSY')),
  },
})

it('orders nothing of what was there before after it was touched and renamed, or copied under another name (L1)', async () => {
  await before()
  at = await watchingAt(strange)
  await watch()
  await until(() => unread() === 0, 'all are read at rest')
  touch('a.png')
  renameSync(path('a.png'), path('renamed.png'))
  moveByCopy('b.png', 'copied.png')
  const away = join(newFolder(), 'c.png')
  renameSync(path('c.png'), away)
  copyFileSync(away, path('back.png'))
  await drop(folder, 'new.png', await alike(9))
  await saidOf(at, /^(renamed|copied|back)\.png$/, /same picture was here before/, 3)
  await until(() => charges() === 1, 'what is new')
  expect(at.orders()).toBe(1)
})

it('leaves for a person what has the size of one that was there before and is gone unread (L1)', async () => {
  await before()
  at = await watchingAt(strange, {}, (images) => readOnlyWhere(images, () => isGone))
  let isGone = false
  await watch()
  touch('a.png')
  renameSync(path('a.png'), path('renamed.png'))
  moveByCopy('b.png', 'copied.png')
  isGone = true
  await drop(folder, 'other.png')
  await until(() => charges() === 1, 'what has another size')
  await until(() => at.view().files.length === 2, 'a word about both')
  await saidOf(
    at,
    /^(renamed|copied)\.png$/,
    /has the size of “[ab]\.png”.*may be the same.*Order it from the Skill’s form/,
    2,
  )
  expect(charges()).toBe(1)
})

it('lets a new picture wait for one of its size that was there before and cannot be read now (L1)', async () => {
  await before()
  at = await watchingAt(strange, {}, (images) => readOnlyWhere(images, (name) => !names.includes(name) || !isBusy))
  let isBusy = true
  await watch()
  copyFileSync(path('a.png'), path('copy.png'))
  await saidOf(at, /^copy\.png$/, /“[abc]\.png”.*cannot be read now.*Nothing was ordered.*again by itself/, 1)
  expect(charges()).toBe(0)
  isBusy = false
  at.watches.lookNow(at.view().id)
  await saidOf(at, /^copy\.png$/, /same picture was here before/, 1)
  expect(charges()).toBe(0)
})

it('leaves alone what was written over a picture of then, also after it is renamed (L1)', async () => {
  await before()
  at = await watchingAt(strange)
  await watch()
  await until(() => unread() === 0, 'all are read at rest')
  writeFileSync(path('a.png'), await alike(7))
  await saidOf(at, /^a\.png$/, /has changed since/, 1)
  await until(() => at.engine.store.watches.known(at.view().id).length === 4 && unread() === 0, 'it is read at rest')
  touch('a.png')
  renameSync(path('a.png'), path('renamed.png'))
  await saidOf(at, /^renamed\.png$/, /same picture was here before/, 1)
  expect(charges()).toBe(0)
})
