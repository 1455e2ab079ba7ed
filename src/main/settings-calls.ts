import { arch, release } from 'node:os'
import { app, type BrowserWindow, clipboard } from 'electron'
import type { CallAnswer } from '../contract/ipc.ts'
import { SettingError } from '../engine/platform/settings.ts'
import type { AppState } from './app-state.ts'
import { chooseToOpen, chooseToSave } from './dialogs.ts'
import type { MainCalls } from './main-calls.ts'
import { onClipboardMs } from './new-key.ts'
import { showInFolder } from './window.ts'

type SettingsCalls = Pick<
  MainCalls,
  | 'app.setNetwork'
  | 'app.chooseCertificates'
  | 'app.showFolder'
  | 'backups.restore'
  | 'diagnostics.read'
  | 'diagnostics.save'
  | 'tokens.create'
  | 'tokens.copyNew'
  | 'tokens.useNew'
>

/** What Settings asks of Electron: dialogs, the clipboard, an engine that is opened anew. */
export function settingsCalls(
  state: AppState,
  windowNow: () => BrowserWindow | null,
  unwrap: <T>(answer: CallAnswer<T>) => T,
): SettingsCalls {
  const { newKey } = state
  const copyKey = async (value: string): Promise<void> => {
    await clipboard.writeText(value)
    // Whatever else is put there meanwhile is somebody's.
    const takeOff = async (): Promise<void> => {
      if ((await clipboard.readText()) === value) await clipboard.writeText('')
    }
    setTimeout(() => void takeOff().catch(() => undefined), onClipboardMs).unref()
  }
  /** The engine of the service that made the key, as long as the app works with that one. */
  const held = async () => {
    const { link } = state
    const { service } = await state.snapshot()
    const made = newKey.now
    // A service that was changed meanwhile is as much another one.
    if (made === null || made.service !== service || link !== state.link)
      throw new SettingError(
        'No new key of this service is at hand: for a minute one is, until it is used or the service is changed. Make another one, and revoke the one that is lost.',
      )
    return { link, value: made.value }
  }
  const diagnostics = async (withPrompts: boolean): Promise<string> => {
    const { node, chrome, electron } = process.versions
    const about = {
      printroom: app.getVersion(),
      system: `${process.platform} ${release()} ${arch()}`,
      runtimes: { node, chrome, electron },
      savedAt: new Date().toISOString(),
    }
    const found = unwrap(await state.link.call('diagnostics', { withPrompts }))
    return `${JSON.stringify({ about, app: found }, null, 2)}\n`
  }
  return {
    'app.setNetwork': ({ proxy, trustNoOther }) =>
      state.setNetwork({
        ...(proxy === undefined ? {} : { proxy }),
        ...(trustNoOther ? { extraCa: null } : {}),
      }),
    'app.chooseCertificates': async () => {
      const [path] = await chooseToOpen(windowNow(), 'certificates', {
        title: 'Choose a file with certificates',
        properties: ['openFile'],
        filters: [{ name: 'Certificates', extensions: ['pem', 'crt', 'cer'] }],
      })
      return path === undefined ? null : state.setNetwork({ extraCa: path })
    },
    'app.showFolder': async ({ which }) => {
      showInFolder(
        which === 'library' ? unwrap(await state.link.call('library.placeNow', undefined)).folder : state.folders.data,
      )
      return undefined
    },
    'backups.restore': async ({ name }) => ({ words: unwrap(await state.restoreBackup(name)) }),
    'diagnostics.read': async ({ withPrompts }) => ({ text: await diagnostics(withPrompts) }),
    'diagnostics.save': async ({ withPrompts }) => {
      const name = `printroom-diagnostics-${new Date().toISOString().slice(0, 10)}.json`
      const path = await chooseToSave(windowNow(), 'diagnostics', { title: 'Save diagnostics', name })
      if (path === null) return null
      state.writeOut(path, await diagnostics(withPrompts))
      return { path }
    },
    'tokens.create': async (input) => {
      const { name, value } = unwrap(await state.link.call('makeToken', input))
      state.keyMade({ name, value, service: input.service })
      // The key is made and held here whether or not the system takes it.
      const isCopied = await copyKey(value).then(
        () => true,
        () => false,
      )
      return { name, isCopied }
    },
    'tokens.copyNew': async () => {
      await copyKey((await held()).value)
      newKey.keepOn()
      return undefined
    },
    'tokens.useNew': async () => {
      const { link, value } = await held()
      const status = unwrap(await link.call('key.set', { key: value }))
      newKey.forget()
      return status
    },
  }
}
