import { join } from 'node:path'
import {
  app,
  BrowserWindow,
  type BrowserWindowConstructorOptions,
  nativeTheme,
  type Session,
  screen,
  session,
  shell,
  type TitleBarOverlayOptions,
} from 'electron'
import type { Language } from '../contract/settings.ts'
import { boundStorage } from './page-storage.ts'
import { preload, resourcesFolder } from './paths.ts'
import { appOrigin, scheme, startPage } from './scheme.ts'

/** Walls around the page: no network, no permission, no way out of the app's own address. */
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
  ses.setPermissionRequestHandler((_contents, _permission, callback) => callback(false))
  // Nothing of ours is downloaded by the page: main writes what a person saves, where its chooser said.
  ses.on('will-download', (event) => event.preventDefault())
  ses.setPermissionCheckHandler(() => false)
}

const nowhere = 'printroom.invalid'

/** WebRTC by UDP takes no proxy, so there is none; by TCP it takes the one that is not there. */
const webRtcPolicy = 'disable_non_proxied_udp'

/**
 * Choosers and windows that a page would open by itself, with names and rights of its own, outside main's lock: for files and
 * folders, for colours of the whole screen, windows over all others, sign-ins.
 */
const boxesOfThePage = ['FileSystemAccessLocal', 'EyeDropperAPI', 'DocumentPictureInPictureAPI', 'FedCm']

/**
 * What no policy of the page names: WebRTC, such boxes, and names that Chromium looks up before anybody goes there. Called before
 * Electron is ready.
 */
export function wallInBrowser(): void {
  app.commandLine.appendSwitch('force-webrtc-ip-handling-policy', webRtcPolicy)
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false')
  app.commandLine.appendSwitch('disable-blink-features', boxesOfThePage.join())
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

/**
 * The system's buttons, in a strip as high as the page's bar without its line (tokens.css: `--bar`, `--panel`, `--text-2`).
 * macOS takes the height alone, and centres its traffic lights by it. The page learns where it may draw by
 * `env(titlebar-area-x)` and `env(titlebar-area-width)` (title-bar.module.css).
 */
const overlay = (): TitleBarOverlayOptions =>
  nativeTheme.shouldUseDarkColors
    ? { height: 39, color: '#1d1d1d', symbolColor: '#bdbdbd' }
    : { height: 39, color: '#f4f4f4', symbolColor: '#474747' }

/** What is seen before the page is, and at its edge while the window grows. */
const ground = (): string => (nativeTheme.shouldUseDarkColors ? '#1d1d1d' : '#f4f4f4')

/** Called when light and dark change places. */
export function repaintWindow(window: BrowserWindow): void {
  window.setBackgroundColor(ground())
  // macOS colours its traffic lights itself, and has no such call.
  if (process.platform !== 'darwin') window.setTitleBarOverlay(overlay())
}

/**
 * The first time: the size that the screens are drawn for, or as much as the screen has free. Electron makes a window larger
 * than the screen where it is told to, with the button that spends below its edge.
 */
function firstSize(): { width: number; height: number } {
  const { width, height } = screen.getPrimaryDisplay().workAreaSize
  return { width: Math.min(1440, width), height: Math.min(900, height) }
}

/** The same on all three systems but for the icon. */
const options = (): BrowserWindowConstructorOptions => ({
  // Electron keeps where a window of this name stood, how large, and whether it filled the screen.
  name: 'main',
  windowStatePersistence: true,
  ...firstSize(),
  // The smallest at which nothing of them is cut off.
  minWidth: 960,
  minHeight: 640,
  // Shown with its first picture in it, not before (ready-to-show).
  show: false,
  // Until the page has said its own; and in the list of windows.
  title: 'Printroom',
  // The page draws the bar, and the system its own buttons over it, at the side or sides where it has them.
  titleBarStyle: 'hidden',
  titleBarOverlay: overlay(),
  backgroundColor: ground(),
  // Windows and macOS have it from the program; under Linux a window brings its own.
  ...(process.platform === 'linux' ? { icon: join(resourcesFolder, 'icon.png') } : {}),
  webPreferences: {
    preload,
    // Electron's own defaults, which hold the page away from Node and this computer: said, so that nobody has to know them.
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    // It would fetch its dictionaries from Google.
    spellcheck: false,
    // A page's own boxes look like main's. What this leaves (`print`) the page's policy forbids (scheme.ts, `sandbox`).
    disableDialogs: true,
  },
})

/** All that a page could put down between one start and the next. Ours puts nothing there; V8's and the GPU's caches stay. */
const storages = ['cookies', 'filesystem', 'indexdb', 'localstorage', 'serviceworkers', 'cachestorage'] as const

/** The page knows its language from the first moment: it stands in the address, where no script has to ask for it. */
export function openWindow(language: Language): BrowserWindow {
  const window = new BrowserWindow(options())
  const { webContents } = window
  webContents.setWebRTCIPHandlingPolicy(webRtcPolicy)
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
  webContents.on('will-navigate', (event, url) => {
    if (!url.startsWith(`${appOrigin}/`)) event.preventDefault()
  })
  webContents.on('will-attach-webview', (event) => event.preventDefault())
  // A page that wants to stay does not: it can hold no window, and no end of the app.
  webContents.on('will-prevent-unload', (event) => event.preventDefault())
  window.once('ready-to-show', () => window.show())
  // Not waited for: what lies there is no script, and the first picture is.
  const { defaultSession } = session
  const clear = (): Promise<void> => defaultSession.clearStorageData({ storages: [...storages] })
  const folder = defaultSession.storagePath
  if (folder === null) void clear().catch(() => undefined)
  else boundStorage(webContents, folder, clear)
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
