import { existsSync, readFileSync } from 'node:fs'
import { arch, release } from 'node:os'
import { hasScreen } from '../lib/electron.mjs'
import { node24 } from '../lib/node.mjs'
import { inRoot } from '../lib/paths.mjs'
import { run } from '../lib/run.mjs'

/** What needs.mjs judges by. */
export const factsHere = ({ isGenuine, withInstallers }) => ({
  isGenuine,
  withInstallers,
  platform: process.platform,
  isRoot: process.getuid?.() === 0,
  hasScreen: hasScreen(),
})

export async function systemHere() {
  return {
    platform: process.platform,
    release: release(),
    arch: arch(),
    distribution: distribution(),
    session: process.platform === 'linux' ? (process.env.XDG_SESSION_TYPE ?? 'unknown') : undefined,
    desktop: process.env.XDG_CURRENT_DESKTOP,
    isRoot: process.getuid?.() === 0,
  }
}

/** By os-release, where Linux has one. */
function distribution() {
  if (process.platform !== 'linux' || !existsSync('/etc/os-release')) return undefined
  return /^PRETTY_NAME="?([^"\n]*)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1]
}

export async function versionsHere() {
  const version = (...parts) => JSON.parse(readFileSync(inRoot(...parts, 'package.json'), 'utf8')).version
  return {
    printroom: version(),
    electron: version('node_modules/electron'),
    playwright: version('node_modules/@playwright/test'),
    electronBuilder: version('node_modules/electron-builder'),
    node: (await run(node24(), ['--version'], { capture: true })).output.trim(),
    scriptsNode: process.version,
  }
}

/**
 * What the runtime says it is made of, as a plain Node; null where it is not Electron itself, whatever it is called.
 * @returns {Promise<Record<string, string> | null>}
 */
export async function runtimeVersions(executable) {
  const { code, output } = await run(executable, ['-e', 'console.log(JSON.stringify(process.versions))'], {
    capture: true,
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    timeoutMs: 30_000,
  })
  try {
    const { electron, chrome, node, v8 } = JSON.parse(output.trim().split('\n').at(-1))
    return code === 0 && electron && chrome ? { electron, chrome, node, v8 } : null
  } catch {
    return null
  }
}

/** With a plus where files differ from it. */
export async function commitHere() {
  const git = async (...args) => {
    const { code, output } = await run('git', args, { capture: true })
    return code === 0 ? output.trim() : null
  }
  const commit = await git('rev-parse', 'HEAD')
  return commit === null ? 'unknown' : `${commit}${(await git('status', '--porcelain')) === '' ? '' : '+'}`
}
