import { EventEmitter } from 'node:events'
import { sendToBrowser, storageFolder } from './chromium.mjs'
import { protocol } from './protocol.mjs'
import { contents, trace } from './runtime.mjs'

/** Electron's permission names, and Chromium's for the same. */
const permissions = [
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['media', 'camera'],
  ['media', 'microphone'],
  ['midi', 'midi'],
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-sanitized-write', 'clipboard-write'],
]

class Session extends EventEmitter {
  protocol = protocol
  #beforeRequest
  #permissionHandler
  #permissionCheck

  webRequest = {
    onBeforeRequest: (...args) => {
      const listener = args.at(-1)
      const urls = args.length > 1 ? (args[0]?.urls ?? []) : []
      this.#beforeRequest = listener ? { listener, accepts: matcher(urls) } : undefined
    },
  }

  setPermissionRequestHandler = (handler) => {
    this.#permissionHandler = handler ?? undefined
  }
  setPermissionCheckHandler = (handler) => {
    this.#permissionCheck = handler ?? undefined
  }
  setDevicePermissionHandler = () => {}
  setDisplayMediaRequestHandler = () => {}
  setSpellCheckerEnabled = () => {}
  setSpellCheckerLanguages = () => {}
  #proxy = ''
  // Remembered: the Chromium beside us has none, and reaches no other computer anyway.
  setProxy = async ({ proxyRules = '' }) => {
    this.#proxy = proxyRules
  }
  resolveProxy = async () => (this.#proxy === '' ? 'DIRECT' : `PROXY ${this.#proxy.replace(/^http:\/\//, '')}`)
  clearCache = async () => {}
  get storagePath() {
    return storageFolder()
  }
  /** Of the origins that are shown. The browser's profile is a new one at each start. */
  clearStorageData = async () => {
    for (const page of contents.values()) await page.clearStorage()
  }
  getUserAgent = () => ''

  /**
   * What the app's onBeforeRequest decides.
   * @returns {Promise<{ cancel?: boolean, redirectURL?: string }>}
   */
  beforeRequest(details) {
    const { listener, accepts } = this.#beforeRequest ?? {}
    if (!listener || !accepts(details.url)) return Promise.resolve({})
    return new Promise((resolve) => listener(details, (answer) => resolve(answer ?? {})))
  }

  /**
   * Chromium cannot ask us at the moment of need, so both handlers are asked about the page for each permission before it
   * is loaded. What one of them refuses is refused; as in Electron, one that is not there refuses nothing.
   */
  async settlePermissions(contents, requestingUrl) {
    const handler = this.#permissionHandler ?? ((_contents, _name, grant) => grant(true))
    const check = this.#permissionCheck ?? (() => true)
    const details = { requestingUrl, isMainFrame: true, mediaTypes: [] }
    for (const [name, chromiumName] of permissions) {
      const granted = await new Promise((resolve) => handler(contents, name, resolve, details))
      const isOn = granted && check(contents, name, new URL(requestingUrl).origin, details)
      const setting = isOn ? 'granted' : 'denied'
      await sendToBrowser('Browser.setPermission', { permission: { name: chromiumName }, setting }).catch((e) =>
        trace(e.message),
      )
    }
  }
}

/** Electron's URL patterns, of which `*` is the only wildcard. None at all, or <all_urls>, matches everything. */
function matcher(urls) {
  if (urls.length === 0 || urls.includes('<all_urls>')) return () => true
  const asPattern = (text) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
  const patterns = urls.map((url) => new RegExp(`^${asPattern(url).replace(/^\.\*:/, '[a-z]+:')}$`, 'i'))
  return (address) => patterns.some((pattern) => pattern.test(address))
}

const defaultSession = new Session()
export const session = { defaultSession, fromPartition: () => defaultSession }
