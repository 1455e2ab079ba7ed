import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { browserPid, listenTo, onTarget, openPage, sendToBrowser } from './chromium.mjs'
import { resolvePaths } from './file-paths.mjs'
import { codec, ipcMain, makeFrame } from './ipc-main.mjs'
import { imageOf } from './native-image.mjs'
import { applyTheme } from './native-theme.mjs'
import { pageScript } from './page-script.mjs'
import { answerRequest } from './requests.mjs'
import { contents, preventable, runtime, trace } from './runtime.mjs'
import { schemes, toApp, toPage } from './schemes.mjs'
import { session } from './session.mjs'

let nextId = 1
const quiet = (error) => trace(error.message)
/** Chromium's own. */
const unloadPatienceMs = 500

/** In the page. As in Chromium one in which nobody has done anything is not heard. */
function isLeftWillingly() {
  const event = document.createEvent('BeforeUnloadEvent')
  event.initEvent('beforeunload', false, true)
  dispatchEvent(event)
  return !(navigator.userActivation.hasBeenActive && (event.defaultPrevented || event.returnValue !== ''))
}

export class WebContents extends EventEmitter {
  id = nextId++
  session = session.defaultSession
  mainFrame = makeFrame(this)
  #preferences
  #secret = randomBytes(12).toString('hex')
  #address = ''
  #title = ''
  #loading = false
  #isCrashed = false
  /** What main asked to load, as Chromium knows it: navigations to elsewhere are the page's own wish. */
  #expected = new Set()
  #mainFrameId
  #openHandler = () => ({ action: 'allow' })
  #loaded = []

  constructor(owner, preferences) {
    super()
    this.owner = owner
    this.#preferences = preferences
    contents.set(this.id, this)
  }

  /** There is no pointer to carry files to another program: what Electron would refuse is refused, and the rest is told. */
  startDrag({ file, files = file === undefined ? [] : [file], icon }) {
    if (files.length === 0) throw new Error("Must specify either 'file' or 'files' option")
    if (icon === undefined || icon.isEmpty()) throw new Error("Must specify non-empty 'icon' option")
    this.emit('stand-in-drag', { files, icon })
  }

  /** Opens the page and puts the preload into it. */
  async open(size) {
    const { targetId, sessionId } = await openPage(size)
    this.targetId = targetId
    this.sessionId = sessionId
    listenTo(sessionId, (method, params) => this.#on(method, params))
    const config = {
      binding: `standInBinding${this.#secret}`,
      receiver: this.#receiver,
      schemes: [...schemes],
      corners: this.owner.corners,
      process: { platform: process.platform, arch: process.arch, versions: { ...process.versions } },
    }
    await Promise.all([
      this.cdp('Page.enable'),
      this.cdp('Runtime.enable'),
      this.cdp('DOM.enable'),
      this.cdp('Runtime.addBinding', { name: config.binding }),
      this.cdp('Page.addScriptToEvaluateOnNewDocument', { source: pageScript(config, this.#preferences.preload) }),
      this.cdp('Page.addScriptToEvaluateOnNewDocument', { source: runtime.inPage }),
      this.cdp('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      applyTheme(this),
    ])
    await this.owner.fitPage()
    const { frameTree } = await this.cdp('Page.getFrameTree')
    this.#mainFrameId = frameTree.frame.id
  }

  get #receiver() {
    return `standInReceiver${this.#secret}`
  }

  cdp(method, params) {
    if (!this.sessionId) return Promise.reject(new Error(`${method}: the window is not open`))
    return sendToBrowser(method, params, this.sessionId)
  }

  #on(method, params) {
    // The browser's pipe is read in pieces: what was under way when the window went is nobody's.
    if (this.isDestroyed()) return
    switch (method) {
      case 'Fetch.requestPaused':
        void answerRequest(this, params)
        break
      case 'Runtime.bindingCalled':
        void this.#fromPage(codec.decode(params.payload)).catch(quiet)
        break
      case 'Page.frameStartedLoading':
        if (params.frameId !== this.#mainFrameId) break
        this.#loading = true
        this.emit('did-start-loading', preventable())
        break
      case 'Page.frameNavigated':
        if (!params.frame.parentId) this.#navigated(params.frame)
        break
      case 'Page.navigatedWithinDocument':
        if (params.frameId !== this.#mainFrameId) break
        this.#address = params.url
        this.emit('did-navigate-in-page', preventable(), toApp(params.url), true)
        break
      case 'Page.domContentEventFired':
        this.showCorners()
        this.emit('dom-ready', preventable())
        break
      case 'Page.loadEventFired':
        this.#finished()
        break
      case 'Runtime.consoleAPICalled':
        this.#logged(params)
        break
      case 'Inspector.targetCrashed':
        this.#isCrashed = true
        this.emit('render-process-gone', preventable(), { reason: 'crashed', exitCode: 1 })
        break
    }
  }

  async #fromPage(message) {
    if (message.type === 'send') ipcMain.deliver(this, message)
    else if (message.type === 'invoke') this.#toPage(await ipcMain.answer(this, message))
    else if (message.type === 'open') this.#asksForWindow(message)
    else if (message.type === 'paths') {
      const value = await resolvePaths(
        this,
        `globalThis[${JSON.stringify(this.#receiver)}].files(${JSON.stringify(message.id)})`,
      )
      this.#toPage(codec.encode({ type: 'reply', id: message.id, value }))
    }
  }

  #toPage(text) {
    const expression = `globalThis[${JSON.stringify(this.#receiver)}]?.message(${JSON.stringify(text)})`
    this.cdp('Runtime.evaluate', { expression }).catch(quiet)
  }

  /** The page draws the system's buttons as they are now. */
  showCorners() {
    if (!this.sessionId) return
    const expression = `globalThis[${JSON.stringify(this.#receiver)}]?.corners(${JSON.stringify(this.owner.corners)})`
    this.cdp('Runtime.evaluate', { expression }).catch(quiet)
  }

  #navigated({ url, urlFragment = '' }) {
    this.#address = url + urlFragment
    this.#expected.clear()
    this.#isCrashed = false
    this.emit('did-navigate', preventable(), this.getURL(), 200, '')
  }

  #finished() {
    this.#loading = false
    // The empty page that every window starts with is nobody's.
    if (/^(about:blank|data:text\/html,)$/.test(this.#address) || this.#address === '') return
    this.emit('did-stop-loading', preventable())
    this.emit('did-finish-load', preventable())
    for (const resolve of this.#loaded.splice(0)) resolve()
    this.owner.emit('ready-to-show', preventable())
    this.executeJavaScript('document.title').then((title) => this.#titled(title), quiet)
  }

  #asksForWindow({ url, name, features }) {
    const details = {
      url: toApp(url),
      frameName: name,
      features,
      disposition: 'new-window',
      referrer: { url: this.getURL() },
    }
    const answer = this.#openHandler(details)
    if (answer?.action !== 'deny')
      console.error(`stand-in: a second window was allowed, which cannot be shown: ${details.url}`)
  }

  #logged({ type, args, stackTrace }) {
    const message = args.map((arg) => arg.value ?? arg.description ?? arg.type).join(' ')
    const level = { error: 'error', assert: 'error', warning: 'warning', debug: 'debug' }[type] ?? 'info'
    const at = stackTrace?.callFrames[0]
    this.emit('console-message', {
      ...preventable(),
      level,
      message,
      lineNumber: at?.lineNumber ?? 0,
      sourceId: at?.url ?? '',
    })
  }

  /** Whether the page goes: it is asked, and main may pass over what it says. */
  async letsUnload() {
    if (await this.#wantsToGo()) return true
    const event = preventable()
    if (!this.isDestroyed()) this.emit('will-prevent-unload', event)
    return event.defaultPrevented || this.isDestroyed()
  }

  /** By an event of our own: to the browser's, Playwright would answer too. One that is dead or hangs is not waited for. */
  async #wantsToGo() {
    if (!this.sessionId || this.#isCrashed) return true
    const { promise, resolve } = Promise.withResolvers()
    const timer = setTimeout(resolve, unloadPatienceMs, { result: { value: true } })
    this.cdp('Runtime.evaluate', { expression: `(${isLeftWillingly})()`, returnByValue: true }).then(resolve, resolve)
    const { result } = await promise
    clearTimeout(timer)
    return result?.value !== false
  }

  isMainFrame = (frameId) => frameId === this.#mainFrameId
  expects = (pageAddress) => this.#expected.has(pageAddress.split('#')[0])

  async loadURL(address) {
    await this.owner.opened
    const url = new URL(toPage(address)).href
    this.#expected.add(url.split('#')[0])
    await this.session.settlePermissions(this, address)
    const loaded = new Promise((resolve) => this.#loaded.push(resolve))
    const { errorText } = await this.cdp('Page.navigate', { url })
    if (errorText) {
      this.#expected.clear()
      this.emit('did-fail-load', preventable(), -2, errorText, address, true)
      throw new Error(`${errorText} (-2) loading '${address}'`)
    }
    await loaded
  }

  reload() {
    this.#expected.add(this.#address.split('#')[0])
    this.cdp('Page.reload').catch(quiet)
  }
  /** The browser answers with the crash alone. */
  forcefullyCrashRenderer() {
    this.cdp('Page.crash').catch(quiet)
  }
  async clearStorage() {
    if (!URL.canParse(this.#address)) return
    const { origin } = new URL(this.#address)
    await this.cdp('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }).catch(quiet)
  }
  reloadIgnoringCache() {
    this.reload()
  }

  send(channel, ...args) {
    const text = codec.encode({ type: 'event', channel, args })
    if (this.sessionId && !this.isDestroyed()) this.#toPage(text)
  }

  async executeJavaScript(expression) {
    const { result, exceptionDetails } = await this.cdp('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  async capturePage() {
    const { data } = await this.cdp('Page.captureScreenshot', { format: 'png' })
    return imageOf(Buffer.from(data, 'base64'))
  }

  setWindowOpenHandler(handler) {
    this.#openHandler = handler
  }
  #titled(title) {
    if (title === this.#title || title === '') return
    this.#title = title
    const event = preventable()
    this.emit('page-title-updated', event, title, true)
    this.owner.emit('page-title-updated', event, title, true)
    if (!event.defaultPrevented) this.owner.setTitle(title)
  }

  getURL = () => toApp(this.#address)
  getTitle = () => this.#title
  isLoading = () => this.#loading
  isDestroyed = () => !contents.has(this.id)
  isCrashed = () => this.#isCrashed
  isFocused = () => true
  /** @returns {'window'} */
  getType = () => 'window'
  getOSProcessId = () => browserPid()
  close = () => this.owner.close()
  focus = () => {}
  // Accepted, and without effect.
  openDevTools = () => {}
  closeDevTools = () => {}
  toggleDevTools = () => {}
  isDevToolsOpened = () => false
  setZoomFactor = () => {}
  getZoomFactor = () => 1
  setZoomLevel = () => {}
  getZoomLevel = () => 0
  setVisualZoomLevelLimits = async () => {}
  setBackgroundThrottling = () => {}
  // Remembered, and without effect on a Chromium that has started.
  #webRtcPolicy = 'default'
  setWebRTCIPHandlingPolicy = (policy) => {
    this.#webRtcPolicy = policy
  }
  getWebRTCIPHandlingPolicy = () => this.#webRtcPolicy
}

const all = () => [...contents.values()]
const ofTarget = (targetId) => all().find((one) => one.targetId === targetId)

export const webContents = {
  getAllWebContents: all,
  getFocusedWebContents: () => all().at(-1) ?? null,
  fromId: (id) => contents.get(id),
  fromDevToolsTargetId: ofTarget,
}

onTarget((method, { targetId }) => {
  if (method === 'Target.targetDestroyed') ofTarget(targetId)?.owner.gone()
})
