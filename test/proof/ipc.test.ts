import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dialog } from 'electron'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { callNames, IpcFuzz, wrongNames } from '../support/ipc-fuzz.ts'
import { Door, strangers } from './support/door.ts'
import { chanceOf } from './support/random.ts'
import { Remote, temporaryFolder } from './support/remote.ts'
import { row } from './support/row.ts'

vi.mock('electron', () => import('../electron-stand-in/electron.mjs'))

const refused = { ok: false, code: 'not-allowed', message: 'This call is not allowed.', retryable: false }

let remote: Remote
let door: Door
let fuzz: IpcFuzz
let dialogs: Dialogs
let paidBefore: number
const folder = temporaryFolder()

beforeAll(async () => {
  remote = await Remote.open()
  process.env.PRINTROOM_HOME = join(folder, 'home')
  process.env.PRINTROOM_TIME_SCALE = '100'
  // Neither the trash nor the keychain of whoever runs this.
  process.env.XDG_DATA_HOME = join(folder, 'data')
  process.env.DBUS_SESSION_BUS_ADDRESS = 'unix:path=/nonexistent'
  dialogs = watchDialogs()
  door = new Door()
  await useService()
  const picture = await orderOne()
  const files = [...somePaths(), picture].map((path) => door.handles.of('file', path))
  const folders = [door.handles.of('folder', join(folder, 'given/empty'))]
  fuzz = new IpcFuzz({ files, folders, key: remote.key, address: remote.url }, 5)
  paidBefore = await paid()
  expect(paidBefore).toBe(1)
})
afterAll(async () => {
  await door.close()
  await remote.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

row(
  {
    name: 'ipc',
    title:
      'whatever a window says to any call, and whoever says it: main lives, answers in the contract’s form, spends nothing and leaves no dialog open',
    small: 20,
    large: 10_000,
  },
  async ({ index, seed }) => {
    const chance = chanceOf(seed)
    const wrongs: string[] = []
    for (const name of callNames) {
      const input = fuzz.message(name, chance)
      wrongs.push(...fuzz.wrongsOf(name, input, await door.say(name, input)))
      const stranger = strangers[chance.below(strangers.length)]
      if (chance.percent(5)) expect(await door.say(name, input, stranger), name).toEqual(refused)
    }
    expect(wrongs.join('\n')).toBe('')
    const name = wrongNames[index % wrongNames.length]
    expect(await door.say(name, undefined), `the name numbered ${index % wrongNames.length}`).toEqual(refused)
    expect(dialogs.open).toBe(0)
    await useService()
    expect(await paid()).toBe(paidBefore)
  },
)

/** The service and its key again, where a message has changed them. */
async function useService(): Promise<void> {
  const { service, key, notice } = await door.get('app.snapshot', undefined)
  expect(notice ?? '').not.toMatch(/stopped|not running/)
  if (service !== remote.url) await door.get('app.useService', { address: remote.url })
  if (service !== remote.url || key.where === 'none') await door.get('key.set', { key: remote.key })
}

/** One paid picture at home, so that there is something to name. @returns where its file lies */
async function orderOne(): Promise<string> {
  const quote = await door.get('quote.skill', {
    skill: 'remove-bg',
    files: [door.handles.of('file', join(import.meta.dirname, '../../resources/sample.jpg'))],
  })
  const requestIds = await door.order(quote)
  const home = () => door.get('library.open', { filter: {}, limit: 5 })
  const items = await eventually(async () => {
    const { items } = await home()
    expect(items).toHaveLength(requestIds.length)
    return items
  })
  return items[0]?.path ?? ''
}

const paid = async (): Promise<number> => (await remote.ledger()).entries.filter(({ kind }) => kind === 'charge').length

/** Files and folders to be looked at, none of them of any size. */
function somePaths(): string[] {
  const here = join(folder, 'given')
  mkdirSync(join(here, 'empty'), { recursive: true })
  copyFileSync(join(import.meta.dirname, '../../resources/sample.jpg'), join(here, 'sample.jpg'))
  writeFileSync(join(here, 'no picture.png'), 'no picture')
  return [here, join(here, 'empty'), join(here, 'sample.jpg'), join(here, 'no picture.png'), '/dev/null', '/dev/zero']
}

interface Dialogs {
  opened: number
  open: number
}

/** Counts the dialogs that are asked for and not yet answered. */
function watchDialogs(): Dialogs {
  const seen = { opened: 0, open: 0 }
  for (const name of ['showOpenDialog', 'showSaveDialog'] as const) {
    const show = dialog[name] as (...args: unknown[]) => Promise<unknown>
    Object.assign(dialog, {
      [name]: (...args: unknown[]) => {
        seen.opened += 1
        seen.open += 1
        return show(...args).finally(() => {
          seen.open -= 1
        })
      },
    })
  }
  return seen
}
