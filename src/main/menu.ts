import { app, type MenuItemConstructorOptions } from 'electron'
import type { Place } from '../contract/places.ts'

const places: readonly [Place, string][] = [
  ['library', 'Library'],
  ['create', 'Create'],
  ['skills', 'Skills'],
  ['queue', 'Queue'],
  ['gallery', 'Gallery'],
  ['ledger', 'Ledger'],
]

/** The platform's own menus by their roles, which bring the shortcuts that people expect, and the app's places. */
export function menuTemplate(go: (place: Place) => void): MenuItemConstructorOptions[] {
  const isMac = process.platform === 'darwin'
  const line: MenuItemConstructorOptions = { type: 'separator' }
  const settings: MenuItemConstructorOptions = {
    id: 'settings',
    label: 'Settings…',
    accelerator: 'CmdOrCtrl+,',
    click: () => go('settings'),
  }
  const own: MenuItemConstructorOptions = {
    label: app.name,
    submenu: [
      { role: 'about' },
      line,
      settings,
      line,
      { role: 'services' },
      line,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      line,
      { role: 'quit' },
    ],
  }
  const file: MenuItemConstructorOptions = {
    label: 'File',
    submenu: isMac ? [{ role: 'close' }] : [settings, line, { role: 'quit' }],
  }
  return [
    ...(isMac ? [own] : []),
    file,
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        ...places.map(
          ([place, label], at): MenuItemConstructorOptions => ({
            id: place,
            label,
            accelerator: `CmdOrCtrl+${at + 1}`,
            click: () => go(place),
          }),
        ),
        line,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        line,
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [{ id: 'shortcuts', label: 'Keyboard Shortcuts', accelerator: 'F1', click: () => go('shortcuts') }],
    },
  ]
}
