import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { findElectron, getBrowser, hasScreen, node24, root } from '../../scripts/setup.mjs'
import { patienceMs } from '../support/patience.ts'
import { choosePractice, copyCutOut } from './practised-home.ts'

export interface LaunchOptions {
  /** The folder that PRINTROOM_HOME names; kept afterwards. Left out: a fresh one, removed on close. */
  home?: string
  /**
   * What a fresh home has, instead of nothing: practice as the chosen service, and the sample cut out too. For tests that
   * are about what comes after that.
   */
  begun?: 'practising' | 'cut out'
  /** Added to this process's environment; undefined takes a variable out. */
  env?: Record<string, string | undefined>
  /** The app's own arguments. */
  args?: string[]
  /** The app's folder. Left out: this repository, as built. */
  appPath?: string
  /** The executable of a packed app, in place of a runtime and a folder. */
  packed?: string
  /** Runs in the window's documents before their own scripts; in genuine Electron, as soon as there is somebody to ask for it. */
  inPage?: () => void
}

export interface Launched {
  app: ElectronApplication
  /** The first window, once it has a document. */
  page: Page
  home: string
  /** Genuine Electron, not the stand-in. */
  real: boolean
  /** Ends the app as its user would, and removes a home that was made here. */
  close(): Promise<void>
}

export interface Runtime {
  real: boolean
  executablePath: string
  /** One line for people. */
  words: string
  env: Record<string, string>
}

/** Genuine Electron where it is on disk and has a screen, else the stand-in. PRINTROOM_RUNTIME insists on one: stand-in, genuine. */
export async function findRuntime(): Promise<Runtime> {
  const electron = process.env.PRINTROOM_RUNTIME === 'stand-in' || !hasScreen() ? undefined : findElectron()
  if (electron) return { real: true, executablePath: electron, words: `genuine Electron (${electron})`, env: {} }
  if (process.env.PRINTROOM_RUNTIME === 'genuine')
    throw new Error('Genuine Electron is wanted, and it is not on disk or has no screen.')
  const browser = await getBrowser({ quiet: true })
  return {
    real: false,
    executablePath: join(root, 'test', 'electron-stand-in', 'electron'),
    words: `the stand-in for Electron, in ${browser.product} (${browser.from})`,
    env: { PRINTROOM_BROWSER: browser.path, PRINTROOM_STANDIN_NODE: node24() },
  }
}

/** Starts the built app. The same for genuine Electron and the stand-in. */
export async function launchApp(options: LaunchOptions = {}): Promise<Launched> {
  const runtime = await findRuntime()
  const home = options.home ?? (await freshHome(options.begun))
  const app = await _electron.launch({
    executablePath: options.packed ?? runtime.executablePath,
    args: [...(options.packed === undefined ? [options.appPath ?? root] : []), ...(options.args ?? [])],
    cwd: root,
    env: environment(home, {
      ...runtime.env,
      PRINTROOM_STANDIN_IN_PAGE: options.inPage && `(${options.inPage})()`,
      ...options.env,
    }),
    // Else Playwright takes Chromium's sandbox away on Linux, and nothing would be seen of it. As root it cannot start.
    chromiumSandbox: process.getuid?.() !== 0,
    // Otherwise Playwright overrides what nativeTheme says.
    colorScheme: null,
    timeout: 2 * patienceMs,
  })
  const close = async () => {
    await app.close().catch(() => {})
    if (options.home === undefined) await rm(home, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    app.context().setDefaultTimeout(patienceMs)
    if (options.inPage && runtime.real) await app.context().addInitScript(options.inPage)
    const page = await app.firstWindow()
    // A window is there a moment before its document.
    await page.waitForURL((url) => url.protocol !== 'about:' && url.protocol !== 'data:')
    await page.waitForLoadState()
    if (options.begun) await page.getByText('Nothing here costs money.').waitFor()
    return { app, page, home, real: runtime.real, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function freshHome(begun: LaunchOptions['begun']): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'printroom-home-'))
  if (begun === 'practising') await choosePractice(home)
  if (begun === 'cut out') await copyCutOut(home)
  return home
}

/** Nothing of the person's own settings, trash or instances of the app may meet a test. */
function environment(home: string, extra: Record<string, string | undefined>): Record<string, string> {
  const all = {
    ...process.env,
    PRINTROOM_HOME: home,
    XDG_CONFIG_HOME: join(home, 'xdg', 'config'),
    XDG_DATA_HOME: join(home, 'xdg', 'data'),
    ELECTRON_RUN_AS_NODE: undefined,
    ELECTRON_RENDERER_URL: undefined,
    ...extra,
  }
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
