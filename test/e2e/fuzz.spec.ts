import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { root } from '../../scripts/setup.mjs'
import type { CallName } from '../../src/contract/ipc.ts'
import { makeCodec } from '../electron-stand-in/codec.mjs'
import { chanceOf } from '../proof/support/random.ts'
import { callNames, IpcFuzz } from '../support/ipc-fuzz.ts'
import { callFrom, chooseFiles, handlesOf, order } from './driving.ts'
import { type RemoteService, startService } from './remote-service.ts'
import { expect, test } from './window-test.ts'

/** Ten thousand to each call are the row `ipc` of `npm run prove`, at main's door; here it is the way there, from the page. */
const each = 20
/** How many calls a page has under way at once. */
const atOnce = 8

test('20 random messages to each call: main lives, answers in the contract’s form, spends nothing, leaves no dialog open', async ({
  launch,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
  const service = await startService({ home: join(folder, 'service'), timeScale: 100 })
  const { app, page } = await launch({
    env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', PRINTROOM_TIME_SCALE: '100' },
  })
  try {
    const deaths: string[] = []
    page.on('crash', () => deaths.push('the page crashed'))
    const given = somePaths(folder)
    await chooseFiles(app, [given.empty])
    const chosen = await callFrom(page, 'files.chooseFolder', { purpose: 'copies' })
    await watchDialogs(app)
    await useService(app, page, service)
    const picture = await orderOne(page)
    const before = await service.charges()
    expect(before).toBe(1)
    const files = await handlesOf(page, [...given.files, picture])
    const folders = [chosen?.folder ?? '']
    const fuzz = new IpcFuzz({ files, folders, key: service.keys[0] ?? '', address: service.url }, 1)
    const chance = chanceOf(1)
    let said = 0
    for (const name of callNames) {
      const inputs = Array.from({ length: each }, () => fuzz.message(name, chance))
      const answers = await ask(page, name, inputs)
      said += answers.length
      expect(answers.flatMap((answer, n) => fuzz.wrongsOf(name, inputs[n], answer))).toEqual([])
      await useService(app, page, service)
    }
    expect(said).toBe(callNames.length * each)
    expect(await service.charges()).toBe(before)
    const dialogs = await app.evaluate(() => globalThis.dialogs)
    expect(dialogs.opened).toBeGreaterThan(0)
    expect(dialogs.open).toBe(0)
    expect(deaths).toEqual([])
    expect((await page.evaluate(() => window.printroom.call('app.snapshot', undefined))).ok).toBe(true)
  } finally {
    await service.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

/**
 * Says a call's messages from the page. They cross to it as text, so that it says just what was made: keys of
 * prototypes, lists that hold themselves.
 * @returns the answers in the same order; what was thrown instead as `{ thrown: words }`
 */
async function ask(page: Page, name: CallName, inputs: unknown[]): Promise<unknown[]> {
  const codec = makeCodec()
  // As text too: a function that is handed to the page is changed by the compiler on its way.
  const code = `(async () => {
    const codec = (${makeCodec})()
    const inputs = ${JSON.stringify(inputs.map((input) => codec.encode(input)))}
    const answers = []
    let next = 0
    const lane = async () => {
      while (next < inputs.length) {
        const n = next++
        answers[n] = codec.encode(await window.printroom.call(${JSON.stringify(name)}, codec.decode(inputs[n])).catch((error) => ({ thrown: String(error) })))
      }
    }
    await Promise.all(Array.from({ length: ${atOnce} }, lane))
    return answers
  })()`
  const answers = (await page.evaluate(code)) as string[]
  return answers.map((text) => codec.decode(text))
}

/** The service and its key again, where a message has changed them. */
async function useService(
  app: ElectronApplication,
  page: Page,
  { url, keys: [key = ''] }: RemoteService,
): Promise<void> {
  await app.evaluate(() => void Object.assign(globalThis.dialogs, { agrees: true }))
  const wrong = await page.evaluate(
    async ([url, key]) => {
      const { call } = window.printroom
      const answer = await call('app.snapshot', undefined)
      if (!answer.ok) return answer.message
      if (answer.value.service !== url) await call('app.useService', { address: url })
      if (answer.value.service === url && answer.value.key.where !== 'none') return null
      const set = await call('key.set', { key })
      return set.ok ? null : set.message
    },
    [url, key] as const,
  )
  await app.evaluate(() => void Object.assign(globalThis.dialogs, { agrees: false }))
  expect(wrong).toBeNull()
}

/** One paid picture at home, so that there is something to name. @returns where its file lies */
async function orderOne(page: Page): Promise<string> {
  const files = await handlesOf(page, [join(root, 'resources/sample.jpg')])
  await order(page, await callFrom(page, 'quote.skill', { skill: 'remove-bg', files }))
  const home = () =>
    page.evaluate(async () => {
      const list = await window.printroom.call('library.open', { filter: {}, limit: 5 })
      return list.ok ? (list.value.items[0]?.path ?? '') : ''
    })
  await expect.poll(home).not.toBe('')
  return home()
}

/** Files to be looked at, and a folder, none of them of any size. */
function somePaths(folder: string): { files: string[]; empty: string } {
  const here = join(folder, 'given')
  mkdirSync(join(here, 'empty'), { recursive: true })
  copyFileSync(join(root, 'resources/sample.jpg'), join(here, 'sample.jpg'))
  writeFileSync(join(here, 'no picture.png'), 'no picture')
  return { files: [join(here, 'sample.jpg'), join(here, 'no picture.png')], empty: join(here, 'empty') }
}

declare global {
  var dialogs: { opened: number; open: number; agrees: boolean }
}

/** Every dialog is dismissed at once, and counted until it is, but where the test itself asks; a drag goes nowhere. */
async function watchDialogs(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ BrowserWindow, dialog }) => {
    for (const { webContents } of BrowserWindow.getAllWindows()) webContents.startDrag = () => undefined
    globalThis.dialogs = { opened: 0, open: 0, agrees: false }
    const dismissed =
      <T>(answer: T) =>
      async (): Promise<T> => {
        globalThis.dialogs.opened += 1
        globalThis.dialogs.open += 1
        await new Promise((resolve) => setImmediate(resolve))
        globalThis.dialogs.open -= 1
        return answer
      }
    dialog.showOpenDialog = dismissed({ canceled: true, filePaths: [] })
    dialog.showSaveDialog = dismissed({ canceled: true, filePath: '' })
    const no = dismissed({ response: 1, checkboxChecked: false })
    const yes = { response: 0, checkboxChecked: false }
    dialog.showMessageBox = async () => (globalThis.dialogs.agrees ? yes : no())
  })
}
