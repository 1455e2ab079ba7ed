// Whether Chromium's sandbox can start on this Linux, before Chromium says in its own words that it cannot. One file with
// nothing but Node's own modules: `npm start` asks it, and an unpacked package carries it (linux-launcher.mjs).
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * What the sandbox hangs on. Chromium takes namespaces of the user where they are to be had, else the helper beside it,
 * which has to be the administrator's and setuid; with neither it aborts.
 * @typedef {object} SandboxFacts
 * @property {string} platform
 * @property {boolean} isRoot
 * @property {string} helper its path
 * @property {'setuid' | 'plain' | 'absent'} helperState
 * @property {'apparmor' | 'clone' | 'limit' | null} forbiddenBy the system's setting that refuses namespaces to ordinary users
 * @property {boolean} hasProfile whether a profile of AppArmor may be the executable's
 * @property {boolean | null} canUnshare whether another program got such namespaces; null where it could not be tried
 */

/**
 * @param {SandboxFacts} facts
 * @returns {{ args: string[] } | { problem: string }} arguments for the executable, or what hinders it and what to do
 */
export function sandboxVerdict({ platform, isRoot, helper, helperState, forbiddenBy, hasProfile, canUnshare }) {
  if (platform !== 'linux') return { args: [] }
  // Chromium's sandbox refuses to run as root.
  if (isRoot) return { args: ['--no-sandbox'] }
  if (helperState === 'setuid') return { args: [] }
  const isForbidden = forbiddenBy === 'apparmor' ? !hasProfile : forbiddenBy !== null || canUnshare === false
  if (!isForbidden) return { args: [] }
  const mend =
    helperState === 'plain'
      ? `run once: sudo chown root:root ${quoted(helper)} && sudo chmod 4755 ${quoted(helper)}`
      : 'allow them, or start it outside the container that refuses them'
  return { problem: `The app’s sandbox cannot start, since ${refusals[forbiddenBy ?? 'other']}; to start it, ${mend}` }
}

const refusals = {
  apparmor:
    'this system refuses user namespaces to programs without an AppArmor profile (kernel.apparmor_restrict_unprivileged_userns)',
  clone: 'this system refuses user namespaces to ordinary users (kernel.unprivileged_userns_clone)',
  limit: 'this system allows no user namespaces (user.max_user_namespaces)',
  other: 'this system, or the container around it, refuses user namespaces to ordinary users',
}

const quoted = (path) => (/^[\w./+:@-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`)

/** @returns {SandboxFacts} of this computer, for an executable of Electron's or a packed one */
export function sandboxFacts(executable) {
  const helper = join(dirname(executable), 'chrome-sandbox')
  const forbiddenBy =
    setting('kernel/apparmor_restrict_unprivileged_userns') === '1'
      ? 'apparmor'
      : setting('kernel/unprivileged_userns_clone') === '0'
        ? 'clone'
        : setting('user/max_user_namespaces') === '0'
          ? 'limit'
          : null
  return {
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    helper,
    helperState: helperState(statSync(helper, { throwIfNoEntry: false })),
    forbiddenBy,
    hasProfile: forbiddenBy === 'apparmor' && hasProfile(executable),
    canUnshare: process.platform === 'linux' ? canUnshare() : null,
  }
}

/** @param {{ uid: number, mode: number } | undefined} stat */
export function helperState(stat) {
  if (stat === undefined) return 'absent'
  return stat.uid === 0 && (stat.mode & 0o4001) === 0o4001 ? 'setuid' : 'plain'
}

function setting(name) {
  try {
    return readFileSync(join('/proc/sys', name), 'utf8').trim()
  } catch {
    return null // Not a setting of this kernel.
  }
}

/**
 * Which profiles are loaded only root may read; those that are loaded at the system's start lie in a folder. They name
 * paths by patterns too: a file that speaks of such a program is believed, and Chromium has the last word.
 */
export function hasProfile(executable, folder = '/etc/apparmor.d') {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .some(({ name }) => {
        const text = readFileSync(join(folder, name), 'utf8')
        return text.includes(`/${basename(executable)}`) && /^\s*userns\b/m.test(text)
      })
  } catch {
    return false
  }
}

/** As electron-builder's own AppImages ask it. Of some systems this program has a profile of its own: see `forbiddenBy`. */
function canUnshare() {
  try {
    execFileSync('unshare', ['-Ur', 'true'], { stdio: 'ignore', timeout: 5_000 })
    return true
  } catch (error) {
    return error.code === 'ENOENT' ? null : false
  }
}

// As a program of an unpacked package's launcher: the sentence and a status, or nothing.
if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const verdict = sandboxVerdict(sandboxFacts(process.argv[2]))
  if ('problem' in verdict) {
    console.error(`${verdict.problem}.`)
    process.exitCode = 1
  }
}
