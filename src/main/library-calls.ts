import { join } from 'node:path'
import { type BrowserWindow, nativeImage } from 'electron'
import type { CallAnswer } from '../contract/ipc.ts'
import { NotNowError } from '../engine/platform/call-error.ts'
import type { AppState } from './app-state.ts'
import { chooseToOpen } from './dialogs.ts'
import type { MainCalls } from './main-calls.ts'
import { resourcesFolder } from './paths.ts'

type LibraryCalls = Pick<MainCalls, 'library.move' | 'library.pointTo' | 'library.findMissing' | 'library.dragOut'>

/** What the library asks of Electron: folders that a person alone may choose, and files under the pointer. */
export function nativeLibraryCalls(
  state: AppState,
  windowNow: () => BrowserWindow | null,
  unwrap: <T>(answer: CallAnswer<T>) => T,
): LibraryCalls {
  const chooseFolder = async (title: string, buttonLabel: string): Promise<string | null> => {
    const properties: ('openDirectory' | 'createDirectory')[] = ['openDirectory', 'createDirectory']
    const [folder] = await chooseToOpen(windowNow(), 'library', { title, buttonLabel, properties })
    return folder ?? null
  }
  return {
    'library.move': async () => {
      const folder = await chooseFolder('Move the library into this folder', 'Move it here')
      return folder === null ? null : unwrap(await state.link.call('moveLibrary', { folder }))
    },
    'library.pointTo': async () => {
      const folder = await chooseFolder('Where is the library now?', 'It is here')
      return folder === null ? null : unwrap(await state.link.call('pointToLibrary', { folder }))
    },
    'library.findMissing': async ({ of }) => {
      // By their names: what comes home while the dialog is open moves every place in the list.
      const named = of && { ids: unwrap(await state.link.call('library.items', { of })).map(({ id }) => id) }
      const folder = await chooseFolder('Look for missing files in this folder', 'Look here')
      return folder === null ? null : unwrap(await state.link.call('findMissing', { folder, of: named ?? null }))
    },
    'library.dragOut': async ({ of }) => {
      const { paths, icon } = unwrap(await state.link.call('dragged', { of }))
      const [file] = paths
      if (file === undefined)
        throw new NotNowError('None of these files is in its place, so nothing can be dragged. Find them first.')
      const small = icon === null ? nativeImage.createEmpty() : nativeImage.createFromPath(icon)
      const shown = small.isEmpty()
        ? nativeImage.createFromPath(join(resourcesFolder, 'icon.png')).resize({ width: 48 })
        : small
      windowNow()?.webContents.startDrag({ file, files: paths, icon: shown })
      return undefined
    },
  }
}
