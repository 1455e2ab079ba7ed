import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app, dialog, type OpenDialogOptions, type SaveDialogOptions } from 'electron'
import { beforeEach, expect, it, vi } from 'vitest'
import { chooseToOpen, chooseToSave } from '../../../src/main/dialogs.ts'
import { newFolder } from '../../support/folders.ts'

vi.mock('electron', () => import('../../electron-stand-in/electron.mjs'))

let asked: Pick<OpenDialogOptions, 'defaultPath' | 'message'>[]
/** What the person chooses next; nothing is a dismissed dialog. */
let chosen: string | null

beforeEach(() => {
  asked = []
  chosen = null
  app.setPath('userData', newFolder())
  Object.assign(dialog, {
    showOpenDialog: async (options: OpenDialogOptions) => {
      asked.push(options)
      return { canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] }
    },
    showSaveDialog: async (options: SaveDialogOptions) => {
      asked.push(options)
      return { canceled: chosen === null, filePath: chosen ?? '' }
    },
  })
})

const begins = (): unknown => asked.at(-1)?.defaultPath
const file = { title: 'Choose pictures', properties: ['openFile' as const] }
const folder = { title: 'Export to this folder', properties: ['openDirectory' as const] }
const save = { title: 'Export the ledger', name: 'ledger.csv' }

it('a dialog begins where the last one of its purpose ended, over a restart too, and a dismissed one changes nothing', async () => {
  await chooseToOpen(null, 'pictures', file)
  expect(begins()).toBe(app.getPath('pictures'))
  chosen = '/photos/june/one.jpg'
  expect(await chooseToOpen(null, 'pictures', file)).toEqual([chosen])
  chosen = '/photos/exported'
  await chooseToOpen(null, 'exports', folder)
  chosen = '/books/june.csv'
  expect(await chooseToSave(null, 'ledger', save)).toBe(chosen)
  chosen = null
  expect(await chooseToOpen(null, 'pictures', file)).toEqual([])
  expect(begins()).toBe('/photos/june')
  await chooseToOpen(null, 'exports', folder)
  expect(begins()).toBe('/photos/exported')
  expect(await chooseToSave(null, 'ledger', save)).toBeNull()
  expect(begins()).toBe(join('/books', 'ledger.csv'))
})

it('what lies on another computer’s share is refused in words and no dialog begins there, however it was chosen (W2)', async () => {
  for (chosen of ['\\\\nas\\photos', '//nas/photos', '\\\\.\\C:\\photos']) {
    await expect(chooseToOpen(null, 'exports', folder)).rejects.toThrow('it lies on another computer or is a device')
    await expect(chooseToOpen(null, 'exports', file)).rejects.toThrow('give the share a drive letter')
    expect(await chooseToSave(null, 'exports', save)).toBe(chosen)
  }
  chosen = null
  await chooseToOpen(null, 'exports', folder)
  expect(begins()).toBe(app.getPath('pictures'))
})

it('says what it is for where a Mac shows no title', async () => {
  await chooseToOpen(null, 'pictures', file)
  await chooseToSave(null, 'ledger', save)
  expect(asked.map(({ message }) => message)).toEqual(['Choose pictures', 'Export the ledger'])
})

it('begins anew where what was kept cannot be read or kept', async () => {
  const kept = join(app.getPath('userData'), 'dialog-folders.json')
  for (const text of ['', '{"pictures": 7}', '[]']) {
    writeFileSync(kept, text)
    chosen = null
    await chooseToOpen(null, 'pictures', file)
    expect(begins()).toBe(app.getPath('pictures'))
    chosen = '/photos/one.jpg'
    await chooseToOpen(null, 'pictures', file)
    expect(JSON.parse(readFileSync(kept, 'utf8'))).toEqual({ pictures: '/photos' })
  }
  app.setPath('userData', '/nowhere')
  expect(await chooseToOpen(null, 'pictures', file)).toEqual([chosen])
})
