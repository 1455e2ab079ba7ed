import { UpdateError } from './source.ts'

/** As much of Electron's autoUpdater on macOS as is heeded here. */
export interface SystemUpdater {
  on(name: 'error' | 'update-not-available' | 'update-downloaded', listener: () => void): unknown
}

/** From here on the system ends the app by itself, if it does; what it has taken is put in place at the next start else. */
const mostEndingMs = 60_000

/**
 * The system fetches the file from this app once more, checks its signature and then ends the app. How long that takes
 * hangs on the disk: giving up while it goes on would start the old version in the new one's way. Whoever does not want
 * to wait can quit.
 * @param begin asks the system for it
 * @throws UpdateError where the system has said no, and nothing else
 */
export function putOnMac(system: SystemUpdater, begin: () => void, endingMs = mostEndingMs): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (): void =>
      reject(new UpdateError('The system did not take the new version. Nothing was installed.'))
    system.on('error', refuse)
    system.on('update-not-available', refuse)
    system.on('update-downloaded', () => setTimeout(resolve, endingMs).unref())
    begin()
  })
}
