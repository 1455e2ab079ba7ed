import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { restoreBackup } from '../../../src/engine/store/restore.ts'
import { newFolder } from '../../support/folders.ts'
import type { StrangeService } from '../../support/strange-service.ts'
import { databaseIn } from '../store/support/open.ts'
import { cuttingService, drop, saidOf, until, type Watching, watchFolder, watchingAt } from './support/watching.ts'

const made = /Printroom made it/

let strange: StrangeService
let folder: string
beforeEach(async () => {
  strange = await cuttingService()
  folder = newFolder()
})
const posts = (): number => strange.count('POST', '/api/skills/cut/run')
const cut = (where = folder): string[] => readdirSync(where).filter((name) => /-cut( \d)?\.png$/.test(name))

describe('a watch folder beside its results', () => {
  let at: Watching
  let backup: string
  let library: string

  /** Two pictures ordered after a backup, whose results lie beside them; then the program is closed. */
  beforeEach(async () => {
    at = await watchingAt(strange)
    library = join(newFolder(), 'Printroom')
    mkdirSync(library)
    at.engine.place.change(() => ({ folder: library }))
    await watchFolder(at, folder)
    backup = (await at.engine.store.backups.make(Date.now())) ?? ''
    for (const name of ['a.png', 'b.png']) await drop(folder, name)
    await until(() => cut().length === 2, 'the results beside')
    await at.close()
    expect(posts()).toBe(2)
  })

  const restored = async (): Promise<Watching> => {
    const store = await restoreBackup(at.engine.options.folders.data, backup)
    store.close()
    at = await watchingAt(strange, { home: at.home })
    return at
  }

  it('orders none of them after a restore whose library is away, and says why it waits (L1, I13)', async () => {
    const away = `${library}-away`
    renameSync(library, away)
    await restored()
    await until(() => at.view().state !== 'on', 'it waits')
    expect(at.view()).toMatchObject({ state: 'held', today: { count: 2, credits: 6 } })
    expect(at.view().words).toMatch(/library.*Nothing is ordered/)
    expect(at.engine.status().notice).toMatch(/The library.*(is not there|could not be looked through)/)
    renameSync(away, library)
    await saidOf(at, /-cut\.png$/, made, 2)
    await drop(folder, 'c.png')
    await until(() => cut().length === 3, 'what is new is ordered again')
    expect(posts()).toBe(3)
  })

  it('orders none that was retouched where it lies, nor one saved beside it, however often (L1, I13)', async () => {
    at = await watchingAt(strange, { home: at.home })
    const first = 'a-cut.png'
    for (const ending of ['.jpg', '.webp']) {
      await drop(folder, first)
      await drop(folder, first.replace('.png', ending))
      await saidOf(at, new RegExp(`-cut\\${ending}$`), /has changed since.*another name/, 1)
      await saidOf(at, /^a-cut\.png$/, /has changed since.*another name/, 1)
    }
    expect(posts()).toBe(2)
    // By a name of its own it is a new picture, as a person says.
    renameSync(join(folder, first), join(folder, 'mine.png'))
    await until(() => posts() === 3, 'the renamed one is ordered')
  })

  it('orders none of them where an empty library stands in its place, and none once they were fetched again (L1, I13)', async () => {
    renameSync(library, `${library}-away`)
    mkdirSync(library)
    await restored()
    expect(await at.engine.place.isAway(), 'an empty folder is where its disk is mounted').toBe(true)
    await at.close()
    at = await watchingAt(strange, { home: at.home, newHome: true })
    await saidOf(at, /-cut\.png$/, made, 2)
    expect(posts()).toBe(2)
  })

  it('orders none of them where the database was lost, nor copies that were renamed or put into another folder (L1, I13)', async () => {
    for (const end of ['', '-wal', '-shm']) rmSync(databaseIn(at.engine.options.folders.data) + end, { force: true })
    rmSync(library, { recursive: true })
    mkdirSync(library)
    at = await watchingAt(strange, { home: at.home, newHome: true })
    await until(() => at.view().state === 'trouble', 'it asks to be set up anew')
    await at.watches.remove(at.view().id)
    const other = newFolder()
    await watchFolder(at, other)
    for (const [n, name] of cut().entries()) renameSync(join(folder, name), join(other, `holiday-${n}.png`))
    await saidOf(at, /^holiday/, made, 2)
    expect(posts()).toBe(2)
  })
})
