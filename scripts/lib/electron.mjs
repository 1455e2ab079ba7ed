import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { node24 } from './node.mjs'
import { cacheDir, inRoot } from './paths.mjs'
import { run, toolEnv } from './run.mjs'
import { say } from './say.mjs'

const packageDir = inRoot('node_modules', 'electron')
const stalledMs = 60_000

/**
 * The genuine runtime's executable, if and only if it is whole on disk: its own installation writes path.txt last, and one
 * that broke off leaves an executable without what it needs. A folder that somebody names is believed.
 * Never by `require('electron')`: that starts a download.
 */
export function findElectron(
  folder = packageDir,
  given = process.env.ELECTRON_OVERRIDE_DIST_PATH,
  platform = process.platform,
) {
  const relative = textOf(join(folder, 'path.txt'))
  const isWhole = relative !== '' && textOf(join(folder, 'dist', 'version')).replace(/^v/, '') === versionOf(folder)
  if (!given && !isWhole) return undefined
  const binary = join(given || join(folder, 'dist'), relative || executableNames[platform] || 'electron')
  return existsSync(binary) ? binary : undefined
}

/** As Electron's own installation would write into path.txt; elsewhere `electron`. */
const executableNames = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }

const versionOf = (folder) => JSON.parse(textOf(join(folder, 'package.json')) || '{}').version

function textOf(path) {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
}

/** Whether a window can be shown. Genuine Electron has no other way to run on Linux. */
export function hasScreen() {
  if (process.platform !== 'linux') return true
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

export const withoutElectronOnWindows =
  'On Windows the app opens in Electron’s own runtime alone, and that is not on this disk: its stand-in is a program for Linux and macOS. Run npm start where the runtime can be fetched.'

/** Runs Electron's own download, once, and says in one line when there is nothing to be had. */
export async function tryDownloadElectron() {
  say('Fetching the Electron runtime.')
  const { path, reason } = await fetchElectron()
  if (reason !== undefined) say(`The Electron runtime cannot be had here: ${reason}.`)
  return path
}

/**
 * As above, without a word.
 * @returns {Promise<{ path: string, reason?: undefined } | { path?: undefined, reason: string }>}
 */
export async function fetchElectron() {
  const tmp = join(cacheDir, 'electron-download')
  mkdirSync(tmp, { recursive: true })
  const node = node24()
  const giveUp = new AbortController()
  // First the download grows, then what is unpacked from it.
  const watch = abortWhenStill([tmp, join(packageDir, 'dist')], giveUp)
  const { output, timedOut } = await run(node, [join(packageDir, 'install.js')], {
    capture: true,
    signal: giveUp.signal,
    // The download is written below TMPDIR, so that its growth shows whether it still moves.
    env: toolEnv(node, { TMPDIR: tmp, TEMP: tmp, TMP: tmp, ELECTRON_SKIP_BINARY_DOWNLOAD: '' }),
  })
  clearInterval(watch)
  rmSync(tmp, { recursive: true, force: true })
  const path = findElectron()
  if (path !== undefined) return { path }
  const reason = timedOut
    ? 'its download or unpacking stood still for a minute'
    : (/^\w*Error: .*/m.exec(output)?.[0] ?? 'its download failed')
  return { reason: reason.slice(0, 160) }
}

function abortWhenStill(folders, controller) {
  let size = -1
  let since = Date.now()
  return setInterval(() => {
    const now = folders.reduce((sum, folder) => sum + sizeOf(folder), 0)
    if (now !== size) since = Date.now()
    size = now
    if (Date.now() - since > stalledMs) controller.abort()
  }, 1000)
}

function sizeOf(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat?.isDirectory()) return stat?.size ?? 0
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}
