import { closeSync, copyFileSync, openSync, renameSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import sharp from 'sharp'
import { beforeEach, expect, it } from 'vitest'
import { newFolder } from '../../support/folders.ts'
import type { StrangeService } from '../../support/strange-service.ts'
import { cuttingService, drop, saidOf, until, type Watching, watchFolder, watchingAt } from './support/watching.ts'

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

/** Pictures that differ in what they show alone: not compressed, so of one size, and of one time. */
async function twin(name: string, red: number): Promise<string> {
  const create = { width: 24, height: 16, channels: 3, background: { r: red, g: 9, b: 90 } } as const
  const path = await drop(folder, name, await sharp({ create }).png({ compressionLevel: 0 }).toBuffer())
  utimesSync(path, 1_700_000_000, 1_700_000_000)
  return path
}
/** The same file with another number, as all have after some file systems were mounted anew. */
function renumbered(path: string): void {
  const { ino, atimeMs, mtimeMs } = statSync(path)
  copyFileSync(path, `${path}.part`)
  utimesSync(`${path}.part`, atimeMs / 1000, mtimeMs / 1000)
  renameSync(`${path}.part`, path)
  expect(statSync(path).ino).not.toBe(ino)
}

it('orders a new picture that has the size, the time and the number of one that was ordered before (I2)', async () => {
  await watch()
  const path = await twin('a.png', 1)
  await until(() => charges() === 1, 'the first')
  await until(() => at.view().files.length === 0, 'it is done with')
  const { size, mtimeMs, ino } = statSync(path)
  const other = await twin('.b', 2)
  const bytes = await sharp(other).png({ compressionLevel: 0 }).toBuffer()
  const fd = openSync(path, 'r+')
  writeSync(fd, bytes, 0, bytes.length, 0)
  closeSync(fd)
  utimesSync(path, 1_700_000_000, 1_700_000_000)
  expect(statSync(path)).toMatchObject({ size, mtimeMs, ino })
  await until(() => charges() === 2, 'the other content')
})

it('orders nothing of what was there from the start where all numbers are others after a mount, nor a copy of it (I2)', async () => {
  const [a, b] = [await twin('a.png', 1), await twin('b.png', 2)]
  await watch()
  await at.close()
  for (const path of [a, b]) renumbered(path)
  copyFileSync(a, join(folder, 'copy.png'))
  at = await watchingAt(strange, { home: at.home })
  await saidOf(at, /^copy\.png$/, /was here before/, 1)
  expect(charges()).toBe(0)
  expect(at.view().files.map(({ name }) => name)).toEqual(['copy.png'])
})

it('orders nothing of it that has got another name as well, and says what to do (I2)', async () => {
  const a = await twin('a.png', 1)
  await watch()
  await at.close()
  renumbered(a)
  renameSync(a, join(folder, 'renamed.png'))
  at = await watchingAt(strange, { home: at.home })
  await saidOf(at, /^renamed\.png$/, /size and the time of “a\.png”.*Order it from the Skill’s form/, 1)
  await drop(folder, 'new.png')
  await until(() => charges() === 1, 'what is new')
  expect(at.orders()).toBe(1)
})

it('orders what it has ordered not again under other numbers (I2)', async () => {
  await twin('there.png', 7)
  await watch()
  const path = await twin('a.png', 1)
  await until(() => charges() === 1, 'the first')
  await until(() => at.view().files.length === 0, 'it is done with')
  await at.close()
  renumbered(path)
  at = await watchingAt(strange, { home: at.home })
  await saidOf(at, /^a\.png$/, /ordered already/, 1)
  rmSync(path)
  await twin('b.png', 2)
  await until(() => charges() === 2, 'what is new')
})

it('knows in a home of an earlier version what that told by size, time and number alone', async () => {
  await twin('there.png', 7)
  await watch()
  await twin('a.png', 1)
  await until(() => charges() === 1, 'the first')
  await until(() => at.view().files.length === 0, 'it is done with')
  const { database } = at.engine.store.paths
  await at.close()
  const db = new Database(database)
  const rows = db
    .prepare<[], { name: string; stat: string }>("SELECT name, stat FROM watch_known WHERE name <> ''")
    .all()
  expect(rows).toHaveLength(2)
  const shorten = db.prepare('UPDATE watch_known SET stat = ? WHERE stat = ?')
  for (const { stat } of rows) shorten.run(stat.split('.').slice(0, 3).join('.'), stat)
  db.close()
  at = await watchingAt(strange, { home: at.home })
  copyFileSync(join(folder, 'there.png'), join(folder, 'copy.png'))
  await twin('b.png', 2)
  await until(() => charges() === 2, 'what is new')
  await saidOf(at, /^copy\.png$/, /was here before/, 1)
  expect(at.view().files).toHaveLength(1)
})

it.skipIf(process.platform !== 'linux')(
  'says once of a name that is not UTF-8 that it is left, and orders it when it is renamed (S10)',
  async () => {
    const odd = (name: string): Buffer => Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, 'latin1')])
    renameSync(await drop(folder, 'old.part'), odd('there.caf\xe9.png'))
    await watch()
    renameSync(await drop(folder, '.new.part'), odd('caf\xe9.png'))
    await saidOf(at, /^caf\\xe9\.png$/, /not valid UTF-8.*Nothing was ordered.*Rename/, 1)
    await drop(folder, 'new.png')
    await until(() => charges() === 1, 'what has a whole name')
    expect(at.view().files.map(({ name, state }) => [name, state])).toEqual([['caf\\xe9.png', 'left']])
    renameSync(odd('caf\xe9.png'), join(folder, 'cafe.png'))
    await until(() => charges() === 2, 'what has got a whole name')
    await until(() => at.view().files.length === 0, 'it is done with')
  },
)
