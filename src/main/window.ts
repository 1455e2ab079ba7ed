import { app, BrowserWindow, nativeTheme, type Session, session, shell, type TitleBarOverlayOptions } from 'electron'
import type { Language } from '../contract/settings.ts'
import { preload } from './paths.ts'
import { appOrigin, scheme, startPage } from './scheme.ts'

/** Walls around the page: no network, no permission but to copy words, no way out of the app's own address. */
export function wallIn(ses: Session = session.defaultSession): void {
  ses.webRequest.onBeforeRequest((details, callback) => {
    const { protocol } = new URL(details.url)
    const own = [`${scheme}:`, 'data:', 'blob:', 'devtools:'].includes(protocol)
    const development = developmentServer()
    callback({ cancel: !own && !(development !== undefined && isFrom(details.url, development)) })
  })
  // Whatever the walls above do not see goes through a proxy that is not there: a name that no one may ever have (RFC 6761).
  if (developmentServer() === undefined)
    void ses.setProxy({ proxyRules: `http://${nowhere}:9`, proxyBypassRules: '<-loopback>' })
  ses.setPermissionRequestHandler((_contents, permission, callback, asked) => callback(isGranted(permission, asked)))
  ses.setPermissionCheckHandler((_contents, permission, _origin, asked) => isGranted(permission, asked))
}

/** Text onto the clipboard, for the buttons that copy, and nothing from it. */
const isGranted = (permission: string, { isMainFrame, requestingUrl = '' }: Asked): boolean =>
  permission === 'clipboard-sanitized-write' && isMainFrame && isOurAddress(requestingUrl)

interface Asked {
  isMainFrame: boolean
  requestingUrl?: string
}

const nowhere = 'printroom.invalid'

/** WebRTC by UDP takes no proxy, so there is none; by TCP it takes the one that is not there. */
const webRtcPolicy = 'disable_non_proxied_udp'

/**
 * What no policy of the page names: WebRTC, and names that Chromium looks up before anybody goes there. Called before
 * Electron is ready.
 */
export function wallInBrowser(): void {
  app.commandLine.appendSwitch('force-webrtc-ip-handling-policy', webRtcPolicy)
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false')
}

/**
 * electron-vite serves the page from loopback while somebody develops. A packaged app heeds no such variable: whoever
 * could set it would put a page of their own before the door to the engine.
 */
const developmentServer = (): string | undefined => (app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL)

const isFrom = (url: string, development: string): boolean => {
  const { hostname, port } = new URL(url)
  const server = new URL(development)
  return hostname === server.hostname && port === server.port
}

/** The title bar's height and colours, as the page has them (look: `--bar`, `--panel`, `--text-2`). */
const overlay = (): TitleBarOverlayOptions =>
  nativeTheme.shouldUseDarkColors
    ? { height: 39, color: '#1d1d1d', symbolColor: '#bdbdbd' }
    : { height: 39, color: '#f4f4f4', symbolColor: '#474747' }

/** What is seen before the page is, and at its edge while the window grows. */
const ground = (): string => (nativeTheme.shouldUseDarkColors ? '#1d1d1d' : '#f4f4f4')

/** Called when light and dark change places. */
export function repaintWindow(window: BrowserWindow): void {
  window.setBackgroundColor(ground())
  if (process.platform !== 'darwin') window.setTitleBarOverlay(overlay())
}

/** The page knows its language from the first moment: it stands in the address, where no script has to ask for it. */
export function openWindow(language: Language): BrowserWindow {
  const window = new BrowserWindow({
    // Electron keeps where a window of this name stood, how large, and whether it filled the screen.
    name: 'main',
    windowStatePersistence: true,
    width: 1440,
    height: 900,
    minWidth: 960,
    minHeight: 640,
    show: false,
    title: 'Printroom',
    // The page draws the bar; the system keeps its own buttons in the place the page leaves for them.
    titleBarStyle: 'hidden',
    ...(process.platform === 'darwin' ? {} : { titleBarOverlay: overlay() }),
    backgroundColor: ground(),
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
    },
  })
  const { webContents } = window
  webContents.setWebRTCIPHandlingPolicy(webRtcPolicy)
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
  webContents.on('will-navigate', (event, url) => {
    if (!url.startsWith(`${appOrigin}/`)) event.preventDefault()
  })
  webContents.on('will-attach-webview', (event) => event.preventDefault())
  window.once('ready-to-show', () => window.show())
  void window.loadURL(`${developmentServer() ?? startPage}#${language}`)
  return window
}

/** Whether a message comes from our own page in its own main frame. */
export function isOurPage(frame: { url: string; parent: unknown } | null): boolean {
  return frame !== null && frame.parent === null && isOurAddress(frame.url)
}

function isOurAddress(url: string): boolean {
  const development = developmentServer()
  return url.startsWith(`${appOrigin}/`) || (development !== undefined && URL.canParse(url) && isFrom(url, development))
}

export const showInFolder = (path: string): void => shell.showItemInFolder(path)
