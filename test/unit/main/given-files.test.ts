import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { clipboard, dialog } from 'electron'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Door, strangers } from '../../proof/support/door.ts'
import { temporaryFolder } from '../../proof/support/remote.ts'

vi.mock('electron', () => import('../../electron-stand-in/electron.mjs'))

const folder = temporaryFolder()
const picture = join(folder, 'a.jpg')
let door: Door

beforeAll(() => {
  copyFileSync(join(import.meta.dirname, '../../../resources/sample.jpg'), picture)
  vi.stubEnv('PRINTROOM_HOME', join(folder, 'home'))
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nonexistent')
  door = new Door()
})
afterAll(async () => {
  await door.close()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

it('a whole drop is given its handles in one message, in its order; what lies on another computer’s share has none (W2)', async () => {
  const given = await door.give([picture, '', '\\\\host\\share\\a.jpg', '//host/share/a.jpg', '\\\\.\\pipe\\x'])
  expect(given).toEqual([expect.stringMatching(/^f_/), '', '', '', ''])
  const [file] = given as string[]
  expect(await door.get('files.inspect', { files: [file] })).toMatchObject([{ file, name: 'a.jpg', problem: null }])
  const thousand = Array.from({ length: 1000 }, (_, n) => join(folder, `${n}.jpg`))
  expect(new Set((await door.give(thousand)) as string[]).size).toBe(1000)
})

it('nobody but the preload of the app’s own page is given any (W2)', async () => {
  for (const stranger of strangers) expect(await door.give([picture], stranger)).toEqual([])
})

it('files that a pasted text names are used only where a person says so in main’s dialog (W2)', async () => {
  const asked: { detail?: string; buttons?: string[] }[] = []
  let response = 1
  Object.assign(dialog, {
    showMessageBox: async (question: object) => {
      asked.push(question)
      return { response }
    },
  })
  await clipboard.writeText('A red boat at dusk')
  expect(await door.get('files.onClipboard', undefined)).toEqual([])
  expect(asked).toEqual([])
  await clipboard.writeText(`"${picture}"\n//host/share/b.jpg`)
  expect(await door.get('files.onClipboard', undefined)).toEqual([])
  response = 0
  expect(await door.get('files.onClipboard', undefined)).toMatchObject([{ name: 'a.jpg', problem: null }])
  expect(asked).toMatchObject([{ detail: picture, buttons: ['Use', 'Cancel'], defaultId: 1 }, { detail: picture }])
})

it('a folder that is called like a picture is not opened out, whatever a person says to its name (W2)', async () => {
  const called = join(folder, 'all.jpg')
  mkdirSync(called)
  copyFileSync(picture, join(called, 'inside.jpg'))
  Object.assign(dialog, { showMessageBox: async () => ({ response: 0 }) })
  await clipboard.writeText(`${called}\n${picture}`)
  expect((await door.get('files.onClipboard', undefined)).map(({ name }) => name)).toEqual(['a.jpg'])
})
