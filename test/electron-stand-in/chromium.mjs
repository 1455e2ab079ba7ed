// The one Chromium process behind all windows.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Cdp } from './cdp.mjs'
import { withUnicode } from './locale.mjs'
import { runtime, trace } from './runtime.mjs'
import { switches } from './switches.mjs'

const profilePrefix = 'printroom-stand-in-'

/** @type {{ cdp: Cdp, child: import('node:child_process').ChildProcess, profile: string } | undefined} */
let running
/** @type {Promise<typeof running> | undefined} */
let launching
/** As soon as it is there, and before anything runs in it. */
let profileNow
const goneListeners = new Set()
const targetListeners = new Set()

/** Called when the browser went away by itself: it crashed, or somebody closed its last window. */
export const onBrowserGone = (listener) => goneListeners.add(listener)
/** Browser-level events about pages: `listener(method, params)`. */
export const onTarget = (listener) => targetListeners.add(listener)

/** Where the browser keeps what pages put down; null while there is none. */
export const storageFolder = () => (profileNow === undefined ? null : join(profileNow, 'Default'))

export const browserPid = () => running?.child.pid ?? 0

/** The connection, once the browser is there. Sends nothing and resolves to undefined where there is none. */
export function sendToBrowser(method, params, sessionId) {
  return running ? running.cdp.send(method, params, sessionId) : Promise.resolve(undefined)
}

export function listenTo(sessionId, listener) {
  running?.cdp.listen(sessionId, listener)
}

export function launchChromium(size) {
  launching ??= start(size, wantsSandbox()).catch((error) => {
    // Containers and some systems forbid it to ordinary users. The page is the app's own and reaches no network.
    if (!wantsSandbox() || !/sandbox/i.test(error.message)) throw error
    console.error('stand-in: the browser starts here without its sandbox only')
    return start(size, false)
  })
  return launching
}

/**
 * Opens a page and attaches to it, before it has loaded anything.
 * @returns {Promise<{ targetId: string, sessionId: string }>}
 */
export async function openPage({ width, height }) {
  const first = !launching
  const { cdp } = await launchChromium({ width, height })
  const targetId = (first && runtime.headed && (await firstPage(cdp))) || (await createPage(cdp, width, height))
  const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: true })
  return { targetId, sessionId }
}

async function createPage(cdp, width, height) {
  const { targetId } = await cdp.send('Target.createTarget', { url: 'about:blank', newWindow: true, width, height })
  return targetId
}

async function firstPage(cdp) {
  for (let i = 0; i < 50; i++) {
    const { targetInfos } = await cdp.send('Target.getTargets')
    const page = targetInfos.find(({ type }) => type === 'page')
    if (page) return page.targetId
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return undefined
}

/** Chromium's sandbox refuses to run as root. Playwright always asks for none. */
const wantsSandbox = () => process.getuid?.() !== 0 && !runtime.switches.has('no-sandbox')

async function start(size, sandboxed) {
  sweepProfiles()
  const binary = process.env.PRINTROOM_BROWSER || (await findOne())
  const profile = mkdtempSync(join(tmpdir(), `${profilePrefix}${process.pid}-`))
  profileNow = profile
  keepPreferences(profile)
  const child = spawn(binary, [...switches(profile, size, sandboxed, runtime.headed), ...appended()], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // As Electron's zygote, which starts before main and so has whatever main takes out.
    env: withUnicode(runtime.environment),
  })
  const cdp = new Cdp(child.stdio[3], child.stdio[4])
  const address = await devToolsAddress(child)
  child.once('exit', (code, signal) => {
    trace('browser ended', code ?? signal)
    removeProfile(profile)
    if (running?.child !== child) return
    running = undefined
    launching = undefined
    for (const listener of goneListeners) listener()
  })
  running = { cdp, child, profile }
  cdp.listen('', (method, params) => {
    for (const listener of targetListeners) listener(method, params)
  })
  await cdp.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] })
  // Playwright's _electron.launch waits for this line, and connects to this address.
  process.stderr.write(`DevTools listening on ${address}\n`)
  return running
}

/**
 * A whole Chrome takes these from its user's preferences alone: what main's switch says of WebRTC, and that nothing is
 * connected beforehand, which in Electron goes the way of the session's proxy.
 */
function keepPreferences(profile) {
  const policy = runtime.appended.get('force-webrtc-ip-handling-policy')
  const preferences = {
    net: { network_prediction_options: 2 },
    ...(policy === undefined ? {} : { webrtc: { ip_handling_policy: policy } }),
  }
  mkdirSync(join(profile, 'Default'))
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
}

const appended = () => [...runtime.appended].map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`))

async function findOne() {
  const { findBrowser } = await import('../../scripts/setup.mjs')
  const found = await findBrowser({ headed: runtime.headed })
  if (!found) throw new Error('stand-in: no browser found; set PRINTROOM_BROWSER to a Chromium')
  return found.path
}

function devToolsAddress(child) {
  return new Promise((resolve, reject) => {
    let words = ''
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      reject(new Error(`stand-in: the browser ended with ${code ?? signal}\n${words}`)),
    )
    child.stderr.on('data', (chunk) => {
      trace(String(chunk).trimEnd())
      words = (words + chunk).slice(-8192)
      const address = /^DevTools listening on (ws:\/\/\S+)/m.exec(words)?.[1]
      if (address) resolve(address)
    })
  })
}

/** Closes the browser and removes its profile. Never throws, never takes longer than two seconds. */
export async function closeChromium() {
  const current = running ?? (await launching?.catch(() => undefined))
  running = undefined
  launching = undefined
  if (!current) return
  const { child, cdp, profile } = current
  const ended = new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve()))
  cdp.send('Browser.close').catch(() => {})
  const timer = setTimeout(() => child.kill('SIGKILL'), 1500)
  await ended
  clearTimeout(timer)
  removeProfile(profile)
}

function removeProfile(profile) {
  try {
    rmSync(profile, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 })
  } catch (error) {
    trace('profile left behind', error.message)
  }
}

/** Removes what runs that were killed could not. */
function sweepProfiles() {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${profilePrefix}(\\d+)-`).exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) removeProfile(join(tmpdir(), name))
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
