import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder } from '../../support/folders.ts'
import { cuttingService, drop, shownTwice, until, watchFolder, watchingAt } from './support/watching.ts'

it('none of the app’s own folders is watched where a link stands in the home’s path, nor a folder in them (L10)', async () => {
  const strange = await cuttingService()
  const real = newFolder()
  const link = join(newFolder(), 'home')
  symlinkSync(real, link)
  const at = await watchingAt(strange, { home: link })
  for (const home of [link, real])
    for (const part of ['service', 'service/library', 'service/cache', 'service/cache/prepared', 'practice']) {
      const folder = join(home, part)
      mkdirSync(folder, { recursive: true })
      await expect(watchFolder(at, folder), folder).rejects.toThrow(/Printroom’s own/)
    }
  expect(at.watches.list()).toEqual([])
  // What holds the home is no folder of the app: the files in it are not below the home.
  await watchFolder(at, real)
  expect(at.view().state).not.toBe('trouble')
})

it('a folder in another home’s library or data is not watched: what is in it was paid for there (L10, I13)', async () => {
  const strange = await cuttingService()
  const at = await watchingAt(strange)
  for (const name of ['.printroom-library', 'printroom.db', 'receipts.journal']) {
    const folder = newFolder()
    writeFileSync(join(folder, name), '')
    mkdirSync(join(folder, 'deeper'))
    for (const one of [folder, join(folder, 'deeper')])
      await expect(watchFolder(at, one), name).rejects.toThrow(/Printroom’s own/)
  }
})

it('a watched folder that the library is put into later rests, by whatever path, and orders nothing (L10, I13)', async () => {
  const strange = await cuttingService()
  const at = await watchingAt(strange)
  const folder = newFolder()
  await watchFolder(at, folder)
  const link = join(newFolder(), 'link')
  symlinkSync(folder, link)
  at.engine.place.change(() => ({ folder: link }))
  await drop(folder, 'fox.png')
  await until(() => at.view().state === 'trouble', 'it rests')
  expect(at.view().words).toMatch(/Printroom’s own/)
  expect(at.orders()).toBe(0)
})

it('a folder of the app is known under a second mount too, which no path tells (L10)', async ({ skip }) => {
  const strange = await cuttingService()
  const at = await watchingAt(strange)
  const { library } = at.engine.options.folders
  const second = newFolder()
  if (shownTwice(library, second) === null) return skip('this account may not mount')
  await expect(watchFolder(at, second)).rejects.toThrow(/Printroom’s own/)
})

it('a copy that is to go into a folder of the app, by a link, is not put there, in words (L10)', async () => {
  const strange = await cuttingService()
  const at = await watchingAt(strange)
  const link = join(newFolder(), 'link')
  symlinkSync(at.engine.options.folders.library, link)
  const source = await drop(newFolder(), 'fox.png')
  const alsoTo = { to: { kind: 'folder' as const, folder: link }, template: '{source}-{skill}' }
  const [id = ''] = await at.approve(await at.calls['quote.skill']({ skill: 'cut', files: [source], alsoTo }))
  const { copies } = await at.until(id, (view) => (view.copies?.failed ?? 0) + (view.copies?.made ?? 0) === 1)
  expect(copies).toMatchObject({ failed: 1 })
  const { copies: told } = await at.calls['requests.receipt']({ id })
  expect(told?.files[0]?.problem).toMatch(/Printroom’s own/)
})
