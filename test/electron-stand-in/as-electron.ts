// By Electron's own types the stand-in answers as Electron does: a promise where there is one, the same names, the same
// kinds. It has less of everything. What its JavaScript does not say (`any`) is not seen here.
import type { EventEmitter } from 'node:events'
import type Electron from 'electron'
import { app } from './app.mjs'
import { BrowserWindow } from './browser-window.mjs'
import * as desktop from './desktop.mjs'
import { dialog } from './dialog.mjs'
import { ipcMain } from './ipc-main.mjs'
import { Menu, MenuItem } from './menu.mjs'
import { nativeImage } from './native-image.mjs'
import { nativeTheme } from './native-theme.mjs'
import { net } from './net.mjs'
import { protocol } from './protocol.mjs'
import { screen } from './screen.mjs'
import { session } from './session.mjs'
import { shell } from './shell.mjs'
import { utilityProcess } from './utility-process.mjs'
import { WebContents, webContents } from './web-contents.mjs'

/** Its own members, without those of every emitter, whose answer is the whole. */
type Less<T, Apart extends keyof T = never> = Partial<Omit<T, keyof EventEmitter | 'prototype' | Apart>>

app satisfies Less<Electron.App>
BrowserWindow satisfies Less<typeof Electron.BrowserWindow>
BrowserWindow.prototype satisfies Less<Electron.BrowserWindow, 'webContents'>
desktop.clipboard satisfies Less<Electron.Clipboard>
desktop.ClipboardItem.prototype satisfies Less<Electron.ClipboardItem>
desktop.Notification satisfies Less<typeof Electron.Notification>
desktop.Notification.prototype satisfies Less<Electron.Notification>
desktop.powerMonitor satisfies Less<Electron.PowerMonitor>
dialog satisfies Less<Electron.Dialog>
ipcMain satisfies Less<Electron.IpcMain>
Menu satisfies Less<typeof Electron.Menu>
Menu.prototype satisfies Less<Electron.Menu>
MenuItem.prototype satisfies Less<Electron.MenuItem>
nativeImage satisfies Record<Extract<keyof typeof nativeImage, keyof typeof Electron.nativeImage>, () => unknown>
nativeImage.createEmpty() satisfies Less<Electron.NativeImage, 'resize'>
nativeImage.createEmpty().resize() satisfies Less<Electron.NativeImage, 'resize'>
nativeTheme satisfies Less<Electron.NativeTheme>
net satisfies Less<Electron.Net>
protocol satisfies Less<Electron.Protocol>
screen.getPrimaryDisplay() satisfies Partial<Electron.Display>
session.defaultSession satisfies Less<Electron.Session, 'protocol' | 'webRequest'>
session.defaultSession.webRequest satisfies Less<Electron.WebRequest>
shell satisfies Less<Electron.Shell>
utilityProcess satisfies Less<typeof Electron.utilityProcess>
utilityProcess.fork('') satisfies Less<Electron.UtilityProcess>
WebContents.prototype satisfies Less<Electron.WebContents, 'capturePage' | 'mainFrame' | 'session'>
webContents satisfies Less<typeof Electron.webContents>
