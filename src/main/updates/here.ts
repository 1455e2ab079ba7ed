import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import type { UpdatesView } from '../../contract/updates.ts'
import { packageKind } from '../../domain/updates/kind.ts'
import { foldersFor } from '../../engine/platform/home.ts'
import type { AppState } from '../app-state.ts'
import { startAppImage } from './app-image.ts'
import { addressIn } from './package-address.ts'
import { pinnedKey } from './signature.ts'
import { Updates } from './updates.ts'

/** Updates of this very copy. Nothing is read but two small files beside it; electron-updater is not loaded. */
export function updatesHere(state: AppState, onChange: (view: UpdatesView) => void): Updates {
  const besideApp = (name: string): string => join(process.resourcesPath ?? '', name)
  const packageFile = besideApp('app-update.yml')
  const kind = packageKind({
    platform: process.platform,
    env: process.env,
    execPath: process.execPath,
    packageType: app.isPackaged ? textOf(besideApp('package-type')) : null,
    isPackaged: app.isPackaged,
  })
  return new Updates({
    kind,
    publicKey: app.isPackaged ? pinnedKey(app.getAppPath()) : (process.env.PRINTROOM_UPDATES_KEY ?? null),
    version: app.getVersion(),
    name: app.getName(),
    packageFile,
    packageAddress: app.isPackaged ? addressIn(textOf(packageFile)) : null,
    cacheFolder: foldersFor(process.env.PRINTROOM_HOME, false).cache,
    choices: { get: () => state.updates, set: (choices) => state.setUpdates(choices) },
    way: (address) => state.routeTo(address),
    work: async () => {
      const answer = await state.link.call('work', undefined)
      return answer.ok ? answer.value : null
    },
    now: Date.now,
    onChange,
    quit: () => app.quit(),
    relaunch: () => {
      const { APPIMAGE } = process.env
      if (kind === 'appimage' && APPIMAGE !== undefined) startAppImage(APPIMAGE)
      else app.relaunch()
    },
  })
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
