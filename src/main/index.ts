import { join, resolve } from 'node:path'
import { app, type BrowserWindow, dialog, Menu, nativeTheme, powerMonitor } from 'electron'
import type { CommandId } from '../contract/commands.ts'
import { type EventName, type EventPayload, events } from '../contract/ipc.ts'
import { linkScheme } from '../domain/links/link.ts'
import { foldersFor } from '../engine/platform/home.ts'
import { awayWords } from '../engine/platform/home-memory.ts'
import { oddHomeWords } from '../engine/platform/home-trouble.ts'
import { AppState } from './app-state.ts'
import { askForHome } from './away-home.ts'
import { answerCalls } from './calls.ts'
import { reviveDeadPage } from './dead-page.ts'
import { debugSwitch, debugSwitchWords } from './debug-switches.ts'
import { askInTurn } from './dialogs.ts'
import { ExternalOpens } from './external-opens.ts'
import { isKeyGiven, withoutGivenKey } from './given-key.ts'
import { Handles } from './handles/handles.ts'
import { withHandles } from './handles/swap.ts'
import { appId, takesLinks } from './identity.ts'
import { menuTemplate } from './menu.ts'
import { PicturePace } from './picture-pace.ts'
import { profileFolder } from './profile-folder.ts'
import { registerScheme, serveScheme } from './scheme.ts'
import { StartupSnapshotFile } from './startup-snapshot.ts'
import { SystemStatus } from './system-status.ts'
import { isTwin } from './twin.ts'
import { updatesHere } from './updates/here.ts'
import type { Updates } from './updates/updates.ts'
import { openWindow, repaintWindow, wallIn, wallInBrowser } from './window.ts'

let window: BrowserWindow | null = null
/** Settled as soon as the page of the window of now hears what it is told. */
let listening: Promise<unknown> = Promise.resolve()
let state: AppState | null = null
/** Longer than any window and any engine: what is on a page when another home is opened stays what it is. */
const handles = new Handles()
let updates: Updates | null = null

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
  const systemStatus = new SystemStatus(
    () => window,
    () => command('queue'),
  )
  state = new AppState({
    onStatus: () => void tellStatus(),
    onEvent: (name, payload) => {
      tell(name, payload)
      if (name === 'requests.changed') systemStatus.apply(payload as EventPayload<'requests.changed'>)
      if (name === 'requests.changed' || name === 'library.task') updates?.workChanged()
    },
    onOpened: (link) => {
      void link
        .call('requests.list', { open: true, limit: 10_000 })
        .then((answer) => systemStatus.begin(answer.ok ? answer.value : []))
    },
  })
  const current = state
  serveScheme(
    async (address) => {
      const answer = await current.link.call('picture', { address })
      return answer.ok ? answer.value : null
    },
    new StartupSnapshotFile(join(app.getPath('userData'), 'first-sight.json'), () => ({
      service: current.service,
      data: current.folders.data,
    })),
    new PicturePace(current),
  )
  updates = updatesHere(current, (view) => tell('updates.changed', view))
  updates.start()
  answerCalls(current, () => window, updates, handles)
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(command)))
  powerMonitor.on('resume', () => void current.link.call('woke', undefined))
  nativeTheme.on('updated', () => {
    if (window && !window.isDestroyed()) repaintWindow(window)
  })
  show()
  externalOpens.named(process.argv, process.cwd(), app.getAppPath())
  externalOpens.start()
}

function show(): void {
  if (window && !window.isDestroyed()) {
    if (window.isMinimized()) window.restore()
    window.focus()
    return
  }
  window = openWindow(state?.language ?? 'en')
  const opened = window
  const { webContents } = window
  reviveDeadPage(
    webContents,
    (question) => askInTurn(opened, question),
    () => opened.destroy(),
  )
  listening = new Promise<void>((resolve) => webContents.once('did-finish-load', () => resolve()))
  window.on('closed', () => {
    window = null
  })
}

/** Tells the window, which is opened or brought to the front for it, as soon as it can listen. */
function tellShown<N extends EventName>(name: N, payload: EventPayload<N>): void {
  show()
  void listening.then(() => tell(name, payload))
}

const command = (id: CommandId): void => tellShown('app.command', id)

/** Files that were named on the command line or opened with the app: the window asks what they are for. */
async function openFiles(paths: string[]): Promise<void> {
  if (!state) return
  show()
  const found = await state.link.call('files.inspect', { files: paths })
  const files = withHandles(events['files.opened'], found.ok ? found.value : [], handles)
  tellShown('files.opened', events['files.opened'].parse(files))
}

const externalOpens = new ExternalOpens({
  link: (link) => tellShown('app.link', link),
  files: (paths) => void openFiles(paths),
})

let leaving = false

/** The engine first: what was unfinished when it ended says whether an update may be installed now. */
async function leave({ link }: AppState): Promise<void> {
  const ended = await link.close()
  // The new version may be started before this one is gone.
  app.releaseSingleInstanceLock()
  await updates?.leaving(ended?.work ?? null)
  // Without a word of the page's, which has nobody left to talk to, and may hang.
  window?.destroy()
}

/** Begun anew afterwards: what the window keeps of its own is in the home too. */
async function askFirst(): Promise<void> {
  const wish = await askForHome(foldersFor(home, false), async (question) => {
    const { response } = await dialog.showMessageBox(question)
    return response
  })
  if (wish === 'open') app.relaunch()
  else console.error(away)
  app.exit(0)
}

/** Begun anew without it, and with nothing else changed. */
async function askWithoutKey(): Promise<void> {
  const { message, detail } = withoutGivenKey
  console.error(`${message}. ${detail}`)
  const { response } = await dialog.showMessageBox(withoutGivenKey)
  delete process.env.PRINTROOM_API_KEY
  if (response === 0) app.relaunch()
  app.exit(response)
}

/** Nothing can be asked: by its name it is found nowhere. */
function refuseHome(message: string): void {
  console.error(message)
  dialog.showErrorBox('Printroom’s home cannot be opened', message)
  app.exit(1)
}

/** Before anything of the home is opened. */
function refuseDebugger(message: string): void {
  console.error(message)
  dialog.showErrorBox('Printroom does not start', message)
  app.exit(1)
}

const openToDebuggers = app.isPackaged && !isTwin(app.getAppPath()) ? debugSwitch(process.argv) : null
registerScheme()
wallInBrowser()
if (process.platform === 'win32') app.setAppUserModelId(appId)
// One folder holds everything, the window's own profile too; the lock below is one for each such folder.
const home = process.env.PRINTROOM_HOME
const odd = oddHomeWords(foldersFor(home, false))
const away = odd === null ? awayWords(foldersFor(home, false)) : null
if (home && odd === null) app.setPath('userData', profileFolder(resolve(home), away !== null))
if (openToDebuggers !== null) refuseDebugger(debugSwitchWords(openToDebuggers))
else if (isKeyGiven(process.env)) void app.whenReady().then(askWithoutKey)
else if (odd !== null) void app.whenReady().then(() => refuseHome(odd))
else if (away !== null) void app.whenReady().then(askFirst)
// Two windows on one home would fight over it; the second only brings the first to the front.
else if (!app.requestSingleInstanceLock()) app.quit()
else {
  app.on('second-instance', (_event, argv, folder) => {
    show()
    externalOpens.named(argv, folder, app.getAppPath())
  })
  app.on('open-file', (event, path) => {
    event.preventDefault()
    externalOpens.opened(path)
  })
  app.on('open-url', (event, url) => {
    event.preventDefault()
    externalOpens.linked(url)
  })
  if (takesLinks(app.isPackaged, process.env)) app.setAsDefaultProtocolClient(linkScheme)
  app.on('activate', show)
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('before-quit', (event) => {
    if (leaving || !state) return
    event.preventDefault()
    leaving = true
    void leave(state).finally(() => app.quit())
  })
  void app.whenReady().then(start)
}
