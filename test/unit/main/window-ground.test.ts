import { nativeTheme } from 'electron'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openWindow, repaintWindow } from '../../../src/main/window.ts'

const made = vi.hoisted(() => [] as { backgroundColor?: string }[])

vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events')
  /** No browser is started; what main asked for is kept. */
  class BrowserWindow extends EventEmitter {
    webContents = Object.assign(new EventEmitter(), {
      setWindowOpenHandler: () => undefined,
      setWebRTCIPHandlingPolicy: () => undefined,
    })
    options: { backgroundColor?: string }
    constructor(options: { backgroundColor?: string }) {
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
