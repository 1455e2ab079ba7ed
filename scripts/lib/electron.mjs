import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { node24 } from './node.mjs'
import { cacheDir, inRoot } from './paths.mjs'
import { run, toolEnv } from './run.mjs'
import { say } from './say.mjs'

const packageDir = inRoot('node_modules', 'electron')
const stalledMs = 60_000

/**
 * The genuine runtime's executable, if and only if it is on disk.
 * Never by `require('electron')`: that starts a download.
 */
export function findElectron() {
  const given = process.env.ELECTRON_OVERRIDE_DIST_PATH
  const pathFile = join(packageDir, 'path.txt')
  const relative = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : 'electron'
  const binary = join(given ?? join(packageDir, 'dist'), relative)
  return existsSync(binary) ? binary : undefined
}

/** Whether a window can be shown. Genuine Electron has no other way to run on Linux. */
export function hasScreen() {
  if (process.platform !== 'linux') return true
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

/** Runs Electron's own download, once, and says in one line when there is nothing to be had. */
export async function tryDownloadElectron() {
  const tmp = join(cacheDir, 'electron-download')
  mkdirSync(tmp, { recursive: true })
  say('Fetching the Electron runtime.')
  const node = node24()
  const giveUp = new AbortController()
  const watch = abortWhenStill(tmp, giveUp)
  const { output, timedOut } = await run(node, [join(packageDir, 'install.js')], {
    capture: true,
    signal: giveUp.signal,
    // The download is written below TMPDIR, so that its growth shows whether it still moves.
    env: toolEnv(node, { TMPDIR: tmp, TEMP: tmp, TMP: tmp, ELECTRON_SKIP_BINARY_DOWNLOAD: '' }),
  })
  clearInterval(watch)
  rmSync(tmp, { recursive: true, force: true })
  const found = findElectron()
  if (!found) {
    const reason = timedOut
      ? 'its download stood still for a minute'
      : (/^\w*Error: .*/m.exec(output)?.[0] ?? 'its download failed')
    say(`The Electron runtime cannot be had here: ${reason.slice(0, 160)}.`)
  }
  return found
}

function abortWhenStill(folder, controller) {
  let size = -1
  let since = Date.now()
  return setInterval(() => {
    const now = sizeOf(folder)
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
