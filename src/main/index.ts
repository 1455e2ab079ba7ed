import { resolve } from 'node:path'
import { app, type BrowserWindow, Menu, nativeTheme, powerMonitor } from 'electron'
import type { EventName, EventPayload } from '../contract/ipc.ts'
import type { Place } from '../contract/places.ts'
import { AppState } from './app-state.ts'
import { answerCalls } from './calls.ts'
import { Desk } from './desk.ts'
import { menuTemplate } from './menu.ts'
import { namedFiles } from './named-files.ts'
import { registerScheme, serveScheme } from './scheme.ts'
import { openWindow, repaintTitleBar, wallIn } from './window.ts'

// The key given by the environment is taken out of it before any child can start (design.md, "The terminal").
const environmentKey = process.env.PRINTROOM_API_KEY?.trim() || null
delete process.env.PRINTROOM_API_KEY

let window: BrowserWindow | null = null
let state: AppState | null = null

function tell<N extends EventName>(name: N, payload: EventPayload<N>): void {
  if (window && !window.isDestroyed()) window.webContents.send('printroom:event', name, payload)
}

/** Changes come in bursts; the window needs only the latest, and each costs a look at the engine. */
let telling = false
async function tellStatus(): Promise<void> {
  if (telling || !state) return
  telling = true
  await new Promise((resolve) => setImmediate(resolve))
  telling = false
  tell('app.changed', await state.snapshot())
}

function start(): void {
  wallIn()
  const desk = new Desk(
    () => window,
    () => go('queue'),
  )
  state = new AppState(
    {
      onStatus: () => void tellStatus(),
      onEvent: (name, payload) => {
        tell(name, payload)
        if (name === 'requests.changed') desk.take(payload as EventPayload<'requests.changed'>)
      },
      onOpened: (link) => {
        void link
          .call('requests.list', { open: true, limit: 10_000 })
          .then((answer) => desk.begin(answer.ok ? answer.value : []))
      },
    },
    environmentKey,
  )
  const current = state
  serveScheme(async (address) => {
    const answer = await current.link.call('picture', { address })
    return answer.ok ? answer.value : null
  })
  answerCalls(current, () => window)
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(go)))
  powerMonitor.on('resume', () => void current.link.call('woke', undefined))
  nativeTheme.on('updated', () => {
    if (window && !window.isDestroyed()) repaintTitleBar(window)
  })
  show()
  void openFiles(namedFiles(process.argv, process.cwd(), app.getAppPath()))
}

function show(): void {
  if (window && !window.isDestroyed()) {
    if (window.isMinimized()) window.restore()
    window.focus()
    return
  }
  window = openWindow()
  window.on('closed', () => {
    window = null
  })
}

/** Somewhere in the window, which is opened or brought to the front for it. */
function go(place: Place): void {
  show()
  const { webContents } = window ?? {}
  if (webContents?.isLoading()) webContents.once('did-finish-load', () => tell('app.go', place))
  else tell('app.go', place)
}

/** Files that were named on the command line or opened with the app: they wait in Skills. */
async function openFiles(paths: string[]): Promise<void> {
  if (paths.length === 0 || !state) return
  show()
  const found = await state.link.call('files.inspect', { paths })
  const files = found.ok ? found.value : []
  const { webContents } = window ?? {}
  if (webContents?.isLoading()) webContents.once('did-finish-load', () => tell('files.opened', files))
  else tell('files.opened', files)
}

let leaving = false

registerScheme()
// One folder holds everything, the window's own profile too; the lock below is one for each such folder.
const home = process.env.PRINTROOM_HOME
if (home) app.setPath('userData', resolve(home, 'window'))
// Two windows on one home would fight over it; the second only brings the first to the front.
if (!app.requestSingleInstanceLock()) app.quit()
else {
  app.on('second-instance', (_event, argv, folder) => {
    show()
    void openFiles(namedFiles(argv, folder, app.getAppPath()))
  })
  app.on('open-file', (event, path) => {
    event.preventDefault()
    void openFiles([path])
  })
  app.on('activate', show)
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('before-quit', (event) => {
    if (leaving || !state) return
    event.preventDefault()
    leaving = true
    void state.link.close().finally(() => app.quit())
  })
  void app.whenReady().then(start)
}
