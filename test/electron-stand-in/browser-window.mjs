import { EventEmitter } from 'node:events'
import { app, windowClosed } from './app.mjs'
import { sendToBrowser } from './chromium.mjs'
import { cornersOf, onSystem } from './corners.mjs'
import { contents, preventable, trace, windows } from './runtime.mjs'
import { WebContents } from './web-contents.mjs'

/** What apps call of a page. */
const used = ['send', 'loadURL', 'reload', 'executeJavaScript', 'capturePage', 'startDrag', 'setWindowOpenHandler']

function refuse(object, name) {
  if (name === 'isDestroyed') return
  object[name] = () => {
    throw new TypeError('Object has been destroyed')
  }
}

export class BrowserWindow extends EventEmitter {
  #title
  #bounds
  #visible
  #state = 'normal'
  #corners

  constructor(options = {}) {
    super()
    const { width = 800, height = 600, x = 0, y = 0, title = app.name, show = true, webPreferences = {} } = options
    this.#title = title
    this.#bounds = { x, y, width, height }
    this.#visible = show
    this.#corners = cornersOf(options)
    this.webContents = new WebContents(this, webPreferences)
    this.id = this.webContents.id
    windows.set(this.id, this)
    /** Resolves when the page is there; loading waits for it. */
    this.opened = this.webContents.open({ width, height })
    this.opened.catch((error) => {
      if (this.isDestroyed()) return
      console.error(error)
      app.exit(1)
    })
    queueMicrotask(() => app.emit('browser-window-created', preventable(), this))
  }

  loadURL = (url) => this.webContents.loadURL(url)
  reload = () => this.webContents.reload()

  /** @returns a promise of whether it is gone: the page is asked too, and what it answers is main's to pass over */
  close = async () => {
    if (this.isDestroyed()) return true
    const event = preventable()
    this.emit('close', event)
    if (event.defaultPrevented || !(await this.webContents.letsUnload())) return false
    if (!this.isDestroyed()) this.destroy()
    return true
  }

  destroy = () => {
    const { targetId } = this.webContents
    if (targetId) sendToBrowser('Target.closeTarget', { targetId }).catch((error) => trace(error.message))
    this.gone()
  }

  /** The page went away: main closed it, somebody closed the window, or the browser ended. */
  gone() {
    if (!windows.delete(this.id)) return
    contents.delete(this.id)
    for (const name of Object.keys(this)) if (typeof this[name] === 'function') refuse(this, name)
    for (const name of used) refuse(this.webContents, name)
    this.webContents.emit('destroyed')
    this.emit('closed')
    windowClosed()
  }

  isDestroyed = () => !windows.has(this.id)

  show = () => this.#setVisible(true)
  showInactive = () => this.#setVisible(true)
  hide = () => this.#setVisible(false)
  isVisible = () => this.#visible
  #setVisible(visible) {
    if (this.#visible === visible) return
    this.#visible = visible
    this.emit(visible ? 'show' : 'hide')
  }

  focus = () => this.emit('focus', preventable())
  blur = () => this.emit('blur', preventable())
  isFocused = () => windows.size > 0 && [...windows.values()].at(-1) === this

  minimize = () => this.#setState('minimized', 'minimize')
  maximize = () => this.#setState('maximized', 'maximize')
  restore = () => this.#setState('normal', 'restore')
  unmaximize = () => this.#setState('normal', 'unmaximize')
  setFullScreen = (on) => this.#setState(on ? 'fullscreen' : 'normal', on ? 'enter-full-screen' : 'leave-full-screen')
  isMinimized = () => this.#state === 'minimized'
  isMaximized = () => this.#state === 'maximized'
  isFullScreen = () => this.#state === 'fullscreen'
  isNormal = () => this.#state === 'normal'
  #setState(state, event) {
    this.#state = state
    this.webContents.showCorners()
    this.emit(event, preventable())
  }

  getTitle = () => this.#title
  setTitle = (title) => {
    this.#title = title
  }

  getBounds = () => ({ ...this.#bounds })
  getNormalBounds = () => this.getBounds()
  getContentBounds = () => this.getBounds()
  getSize = () => [this.#bounds.width, this.#bounds.height]
  getContentSize = () => this.getSize()
  getPosition = () => [this.#bounds.x, this.#bounds.y]
  setSize = (width, height) => this.setBounds({ width, height })
  setContentSize = (width, height) => this.setBounds({ width, height })
  setPosition = (x, y) => this.setBounds({ x, y })
  setContentBounds = (bounds) => this.setBounds(bounds)
  setBounds = (bounds) => {
    this.#bounds = { ...this.#bounds, ...bounds }
    this.opened.then(() => this.fitPage())
    this.emit('resize')
  }
  /** Gives the page the window's size; the browser's own window may have a frame and bars around it. */
  async fitPage() {
    try {
      const { windowId } = await this.webContents.cdp('Browser.getWindowForTarget')
      const { width, height } = this.#bounds
      await sendToBrowser('Browser.setContentsSize', { windowId, width, height })
    } catch (error) {
      trace(error.message)
    }
  }

  /** The system's buttons over the page; none in full screen, where the page has all of it. */
  get corners() {
    return this.isFullScreen() || !this.#corners ? null : onSystem(this.#corners)
  }
  setTitleBarOverlay = ({ height, color, symbolColor }) => {
    if (!this.#corners) throw new Error('Titlebar overlay is not enabled')
    const changed = Object.entries({ height, color, symbolColor }).filter(([, value]) => value !== undefined)
    this.#corners = { ...this.#corners, ...Object.fromEntries(changed) }
    this.webContents.showCorners()
  }

  // Accepted, and without effect on a Chromium window.
  center = () => {}
  moveTop = () => {}
  setMenu = () => {}
  removeMenu = () => {}
  setMenuBarVisibility = () => {}
  setAutoHideMenuBar = () => {}
  setProgressBar = () => {}
  setMinimumSize = () => {}
  setBackgroundColor = () => {}
  setAlwaysOnTop = () => {}
  setIcon = () => {}
  setDocumentEdited = () => {}
  setRepresentedFilename = () => {}
  flashFrame = () => {}

  static getAllWindows = () => [...windows.values()]
  static fromId = (id) => windows.get(id) ?? null
  static fromWebContents = (one) => one?.owner ?? null
  static getFocusedWindow = () => [...windows.values()].at(-1) ?? null
}
