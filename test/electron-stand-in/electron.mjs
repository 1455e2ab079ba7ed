// The module `electron`, as main imports it. What is not here, the stand-in does not have: an import of it fails.
import { app } from './app.mjs'
import { BrowserWindow } from './browser-window.mjs'
import { ClipboardItem, clipboard, Notification, powerMonitor } from './desktop.mjs'
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
import { webContents } from './web-contents.mjs'

const electron = {
  app,
  BrowserWindow,
  ClipboardItem,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  MenuItem,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
  utilityProcess,
  webContents,
}

export {
  app,
  BrowserWindow,
  ClipboardItem,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  MenuItem,
  Notification,
  nativeImage,
  nativeTheme,
  net,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
  utilityProcess,
  webContents,
}
export default electron
// What `require('electron')` gives.
export { electron as 'module.exports' }
