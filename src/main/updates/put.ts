import type { AppUpdater } from 'electron-updater'
import type { PackageKind } from '../../domain/updates/kind.ts'
import { replaceAppImage, startAppImage } from './app-image.ts'
import { putOnMac, type SystemUpdater } from './mac.ts'
import { UpdateError } from './source.ts'

export type Installer = AppUpdater & { install?: (silent: boolean, runAfter: boolean) => boolean }

/** What electron-updater does not show of its classes. */
interface Inner {
  /** Starts an installer of Windows; refused where it does not start. */
  spawnLog?: (...args: unknown[]) => Promise<boolean>
  nativeUpdater?: SystemUpdater
}

interface Putting {
  kind: PackageKind | null
  downloaded: string
  restart: boolean
  versions: { old: string; next: string }
}

/** @throws UpdateError or the system's error; the old version is in its place then */
export async function put(updater: Installer, { kind, downloaded, restart, versions }: Putting): Promise<void> {
  const current = process.env.APPIMAGE
  const { nativeUpdater } = updater as unknown as Inner
  if (kind === 'appimage' && current !== undefined) {
    const path = await replaceAppImage(current, downloaded, versions)
    if (restart) startAppImage(path)
  } else if (kind === 'mac' && nativeUpdater !== undefined)
    await putOnMac(nativeUpdater, () => updater.quitAndInstall())
  else if (kind === null || !(await isTaken(updater, restart)))
    throw new UpdateError('The system did not take the new version. Nothing was installed.')
}

/**
 * On Windows electron-updater says yes before the installer has started, and tries `elevate.exe` after it where that
 * needs an administrator: it was taken if the last of those that were begun has started.
 */
async function isTaken(updater: Installer, restart: boolean): Promise<boolean> {
  const begun: Promise<boolean>[] = []
  const inner = updater as unknown as Inner
  const spawn = inner.spawnLog?.bind(updater)
  if (spawn !== undefined)
    inner.spawnLog = (...args) => {
      const started = spawn(...args)
      begun.push(started.catch(() => false))
      return started
    }
  let isTaken = updater.install?.(true, restart) === true
  // The list grows while it is read.
  for (const started of begun) {
    isTaken = await started
    // electron-updater hears of the failure after this does, and then begins what it tries next.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return isTaken
}
