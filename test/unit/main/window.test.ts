import { existsSync } from 'node:fs'
import { type BrowserWindowConstructorOptions, type Display, nativeTheme, screen, session } from 'electron'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openWindow, repaintWindow, wallIn } from '../../../src/main/window.ts'

const made = vi.hoisted(() => [] as BrowserWindowConstructorOptions[])

vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events')
  /** No browser is started; what main asked for is kept. */
  class BrowserWindow extends EventEmitter {
    webContents = Object.assign(new EventEmitter(), {
      setWindowOpenHandler: () => undefined,
      setWebRTCIPHandlingPolicy: () => undefined,
    })
    options: BrowserWindowConstructorOptions
    constructor(options: BrowserWindowConstructorOptions) {
      super()
      this.options = options
      made.push(options)
    }
    loadURL = async () => undefined
    setTitleBarOverlay = () => undefined
    setBackgroundColor = (color: string) => {
      this.options.backgroundColor = color
    }
  }
  return { ...(await import('../../electron-stand-in/electron.mjs')), BrowserWindow }
})

it('a window is as light or dark as its page before the page is there, and when that changes', () => {
  onTestFinished(() => {
    nativeTheme.themeSource = 'system'
  })
  nativeTheme.themeSource = 'light'
  const window = openWindow('en')
  expect(made.at(-1)?.backgroundColor).toBe('#f4f4f4')
  nativeTheme.themeSource = 'dark'
  repaintWindow(window)
  expect(made.at(-1)?.backgroundColor).toBe('#1d1d1d')
  openWindow('en')
  expect(made.at(-1)?.backgroundColor).toBe('#1d1d1d')
})

it.each(['darwin', 'linux', 'win32'] as const)(
  'the system has its buttons in a strip of the bar’s height, and a window its icon where the program brings none: %s',
  (platform) => {
    const { platform: here } = process
    onTestFinished(() => void Object.defineProperty(process, 'platform', { value: here }))
    Object.defineProperty(process, 'platform', { value: platform })
    openWindow('en')
    const { titleBarStyle, titleBarOverlay, icon } = made.at(-1) ?? {}
    expect([titleBarStyle, titleBarOverlay]).toEqual(['hidden', expect.objectContaining({ height: 39 })])
    expect(typeof icon === 'string' && existsSync(icon)).toBe(platform === 'linux')
  },
)

it.each([
  { free: { width: 1920, height: 1200 }, size: [1440, 900], where: 'a large screen' },
  { free: { width: 1366, height: 728 }, size: [1366, 728], where: 'a small screen with a panel' },
  { free: { width: 1080, height: 1880 }, size: [1080, 900], where: 'a screen on its side' },
])('the first window is no larger than what is free: $where', ({ free, size }) => {
  const told = vi.spyOn(screen, 'getPrimaryDisplay').mockReturnValue({ workAreaSize: free } as Display)
  onTestFinished(() => told.mockRestore())
  openWindow('en')
  expect([made.at(-1)?.width, made.at(-1)?.height]).toEqual(size)
})

it('the page’s own boxes are off, which would look like main’s (W1)', () => {
  openWindow('en')
  expect(made.at(-1)?.webPreferences?.disableDialogs).toBe(true)
})

it('a page that wants to stay holds no window, and so no end of the app (W1)', () => {
  const { webContents } = openWindow('en')
  const preventDefault = vi.fn()
  // Electron's word for: it goes all the same.
  webContents.emit('will-prevent-unload', { preventDefault })
  expect(preventDefault).toHaveBeenCalledOnce()
})

it('what a page put down in the browser is gone as the next one begins, and caches of what was compiled stay (W9)', () => {
  const clear = vi.spyOn(session.defaultSession, 'clearStorageData')
  onTestFinished(() => clear.mockRestore())
  openWindow('en')
  const { storages = [] } = clear.mock.calls[0]?.[0] ?? {}
  expect(storages).toEqual(
    expect.arrayContaining(['indexdb', 'filesystem', 'cachestorage', 'localstorage', 'serviceworkers']),
  )
  expect(storages).not.toContain('shadercache')
})

it('the page downloads nothing (W2)', () => {
  wallIn()
  const preventDefault = vi.fn()
  session.defaultSession.emit('will-download', { preventDefault })
  expect(preventDefault).toHaveBeenCalledOnce()
})
