import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  app,
  type BrowserWindow,
  dialog,
  type MessageBoxOptions,
  type OpenDialogOptions,
  type SaveDialogOptions,
} from 'electron'
import { beforeEach, expect, it, vi } from 'vitest'
import { agreesTo, askInTurn, chooseToOpen, chooseToSave } from '../../../src/main/dialogs.ts'
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

it('one dialog or chooser stands at a time, whichever asks; a second one can be tried again once it is answered (W1)', async () => {
  const answer = Promise.withResolvers<{ response: number; checkboxChecked: boolean }>()
  Object.assign(dialog, { showMessageBox: () => answer.promise })
  const question = { message: 'Go on?', detail: '', act: 'Go on' }
  const first = agreesTo(null, question)
  const all = [
    () => agreesTo(null, question),
    () => chooseToOpen(null, 'pictures', file),
    () => chooseToSave(null, 'ledger', save),
  ]
  for (const another of all)
    await expect(another()).rejects.toMatchObject({
      retryable: true,
      message: expect.stringMatching(/Answer that first.*Nothing was changed, sent or charged/),
    })
  expect(asked).toEqual([])
  answer.resolve({ response: 1, checkboxChecked: false })
  expect(await first).toBe(false)
  await chooseToOpen(null, 'pictures', file)
  await chooseToSave(null, 'ledger', save)
  expect(asked).toHaveLength(2)
})

it('a chooser that fails, and one whose window is gone without an answer, leave the way free for the next (W1)', async () => {
  Object.assign(dialog, { showOpenDialog: () => Promise.reject(new Error('no portal')) })
  await expect(chooseToOpen(null, 'pictures', file)).rejects.toThrow('no portal')
  let isDestroyed = false
  const window = { isDestroyed: () => isDestroyed } as unknown as BrowserWindow
  Object.assign(dialog, { showMessageBox: () => new Promise(() => undefined) })
  void agreesTo(window, { message: 'Go on?', detail: '', act: 'Go on' })
  await expect(chooseToSave(null, 'ledger', save)).rejects.toMatchObject({ retryable: true })
  isDestroyed = true
  expect(await chooseToSave(null, 'ledger', save)).toBeNull()
})

it('Enter leaves everything as it is, and no word of a dialog turns the direction or hides another (W1)', async () => {
  const boxes: MessageBoxOptions[] = []
  Object.assign(dialog, {
    showMessageBox: async (options: MessageBoxOptions) => {
      boxes.push(options)
      return { response: 1, checkboxChecked: false }
    },
  })
  await agreesTo(null, { message: 'Use \u202egnp.a?', detail: '/a/\u2066b.png\n/c\u0007.png', act: 'U\u200bse' })
  expect(boxes).toMatchObject([
    { message: 'Use gnp.a?', detail: '/a/ b.png\n/c .png', buttons: ['U se', 'Cancel'], defaultId: 1, cancelId: 1 },
  ])
  await chooseToOpen(null, 'folders', { ...folder, title: 'Choose \u202eredlof' })
  await chooseToSave(null, 'ledger', { ...save, title: 'Export\u2029it' })
  expect(asked).toMatchObject([
    { title: 'Choose redlof', message: 'Choose redlof' },
    { title: 'Export it', message: 'Export it' },
  ])
})

it('what main itself has to say of a dead page is put over no other dialog, and is said when that one is answered (W1)', async () => {
  const first = Promise.withResolvers<{ canceled: boolean; filePaths: string[] }>()
  const told: string[] = []
  Object.assign(dialog, {
    showOpenDialog: () => first.promise,
    showMessageBox: async (_window: BrowserWindow, { message }: MessageBoxOptions) => {
      told.push(message)
      return { response: 1 }
    },
  })
  const choosing = chooseToOpen(null, 'pictures', file)
  const window = { isDestroyed: () => false } as BrowserWindow
  const answers = [askInTurn(window, { message: 'one' }), askInTurn(window, { message: 'two' })]
  await new Promise(setImmediate)
  expect(told).toEqual([])
  first.resolve({ canceled: true, filePaths: [] })
  await choosing
  expect(await Promise.all(answers)).toEqual([1, 1])
  expect(told).toEqual(['one', 'two'])
})
