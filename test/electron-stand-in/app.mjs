import { EventEmitter } from 'node:events'
import { appPaths } from './app-paths.mjs'
import { closeChromium, onBrowserGone } from './chromium.mjs'
import { preventable, runtime, windows } from './runtime.mjs'
import { releaseInstance, takeInstance } from './single-instance.mjs'

let isReady = false
let becomeReady
const ready = new Promise((resolve) => {
  becomeReady = resolve
})

class App extends EventEmitter {
  isPackaged = runtime.isPackaged
  name = runtime.packageJson.productName ?? runtime.packageJson.name ?? 'Electron'
  dock = undefined
  badgeCount = 0

  commandLine = {
    appendSwitch: (name, value = '') => {
      runtime.switches.set(name, value)
      runtime.appended.set(name, value)
    },
    appendArgument: () => {},
    hasSwitch: (name) => runtime.switches.has(name),
    getSwitchValue: (name) => runtime.switches.get(name) ?? '',
    removeSwitch: (name) => void runtime.switches.delete(name),
  }

  getName = () => this.name
  setName = (name) => {
    this.name = name
  }
  getVersion = () => runtime.packageJson.version ?? '0.0.0'
  getAppPath = () => runtime.appPath
  getLocale = () => 'en-US'
  getSystemLocale = () => 'en-US'
  getLocaleCountryCode = () => 'US'
  getPreferredSystemLanguages = () => ['en-US']
  isReady = () => isReady
  whenReady = () => ready
  getPath = (name) => appPaths.get(name, this.name)
  setPath = (name, path) => appPaths.set(name, path)
  resolveProxy = async () => 'DIRECT'
  setAppLogsPath = (path) => appPaths.set('logs', path ?? appPaths.get('logs', this.name))

  requestSingleInstanceLock = (data) =>
    takeInstance(this.getPath('userData'), data, (argv, directory, additionalData) => {
      this.emit('second-instance', preventable(), argv, directory, additionalData)
    })
  hasSingleInstanceLock = () => takeInstance.held()
  releaseSingleInstanceLock = () => releaseInstance()

  // Remembered, and told to no desktop. Tests hand links and files over themselves: `open-url`, `open-file`, argv.
  #schemes = new Set()
  setAsDefaultProtocolClient = (scheme) => {
    this.#schemes.add(scheme)
    return true
  }
  removeAsDefaultProtocolClient = (scheme) => this.#schemes.delete(scheme)
  isDefaultProtocolClient = (scheme) => this.#schemes.has(scheme)

  // Accepted, and without effect on a Chromium beside us.
  enableSandbox = () => {}
  disableHardwareAcceleration = () => {}
  setAppUserModelId = () => {}
  setAboutPanelOptions = () => {}
  focus = () => {}
  addRecentDocument = () => {}
  setBadgeCount = (count = 0) => {
    this.badgeCount = count
    return true
  }

  quit = () => {
    if (runtime.quitting) return
    const before = preventable()
    this.emit('before-quit', before)
    if (before.defaultPrevented) return
    runtime.quitting = true
    if (windows.size === 0) this.#quitNow()
    else void this.#closeAll()
  }

  async #closeAll() {
    const gone = await Promise.all([...windows.values()].map((window) => window.close()))
    // A window's `close` was prevented, by main or by its page: it stays, and so do we.
    if (gone.includes(false)) runtime.quitting = false
    else this.#quitNow()
  }

  #quitNow() {
    const will = preventable()
    this.emit('will-quit', will)
    if (will.defaultPrevented) runtime.quitting = false
    else this.exit(process.exitCode ?? 0)
  }

  // Nobody starts it again here: whoever waits for it sees it end.
  relaunch = () => console.error('The app would start again now.')

  exit = (code = 0) => {
    runtime.quitting = true
    this.emit('quit', preventable(), code)
    releaseInstance()
    closeChromium().finally(() => process.exit(code))
  }
}

export const app = new App()

export function startReady() {
  setImmediate(() => {
    isReady = true
    becomeReady()
    app.emit('ready', preventable(), {})
  })
}

/** A window went away. The last one ends the app, unless it listens and decides otherwise. */
export function windowClosed() {
  if (windows.size > 0 || runtime.quitting) return
  if (app.listenerCount('window-all-closed') > 0) app.emit('window-all-closed')
  else app.quit()
}

onBrowserGone(() => {
  for (const window of [...windows.values()]) window.gone()
})
process.on('exit', releaseInstance)
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => app.quit())
